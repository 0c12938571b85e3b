import Bitmaps
import Carousel
import CarouselValues
@testable import CarouselApp
import Decks
import Imaging
import Pictures
import Rendering
import System
import Terminal
import TestSupport
import Testing

@Suite("A session's pictures")
@MainActor struct SessionPictureTests {
  @Test("Neighbors are not requested until the slide on screen is loaded")
  func demand() {
    var stage = Stage("slow", "red", "green", "blue", "white")
    let wanted = stage.wanted()
    expect(wanted.visible.map(\.location), equals: [.file(Path("slow"))])
    #expect(wanted.soon.isEmpty)
  }

  @Test("A loading slide shows a placeholder after a moment, then the picture")
  func placeholder() throws {
    var stage = Stage("slow", "red", columns: 30, rows: 7)
    #expect((0..<7).allSatisfy { !stage.row($0).contains("loading") })
    stage.wait(0.2)
    #expect(stage.row(3).contains("loading…") || stage.row(2).contains("loading…"))
    let key = try #require(stage.wanted().visible.first)
    let isTaken = stage.arrive(key, "green")
    #expect(isTaken)
    expect(stage.color(0, 0), equals: "green")
  }

  @Test("A slow picture's thumbnail is shown until the picture is ready")
  func thumbnail() throws {
    var stage = Stage("slow", "red")
    let first = stage.wanted()
    let key = try #require(first.visible.first)
    #expect(first.thumbnails.isEmpty)
    let due = try #require(stage.requests.wake)
    expect(due, equals: stage.now.advanced(by: .milliseconds(50)))
    stage.now = due
    expect(stage.wanted().thumbnails, equals: [key])
    // It stays requested until it is answered.
    expect(stage.wanted().thumbnails, equals: [key])
    let isShown = stage.thumbnailArrived(key, Stage.picture("blue", in: key, serial: 1000))
    #expect(isShown)
    expect(stage.color(10, 2), equals: "blue")
    stage.wait(1)
    expect(stage.color(10, 2), equals: "blue")
    let isTaken = stage.arrive(key, "green")
    #expect(isTaken)
    expect(stage.color(0, 0), equals: "green")
    #expect(stage.wanted().thumbnails.isEmpty)
  }

  @Test func `a missing thumbnail is requested only once`() throws {
    var stage = Stage("slow", "red")
    let key = try #require(stage.wanted().visible.first)
    stage.now = stage.now.advanced(by: .milliseconds(50))
    expect(stage.wanted().thumbnails, equals: [key])
    let isShown = stage.thumbnailArrived(key, nil)
    #expect(!isShown)
    #expect(stage.wanted().thumbnails.isEmpty)
    expect(stage.wanted().visible, equals: [key])
  }

  @Test("A thumbnail that arrives after its picture, or for a removed slide, is dropped")
  func lateThumbnail() throws {
    var stage = Stage("slow", "red")
    let key = try #require(stage.wanted().visible.first)
    stage.arrive(key, "green")
    let isTaken = stage.thumbnailArrived(key, Stage.picture("blue", in: key, serial: 1000))
    #expect(!isTaken)
    expect(stage.color(0, 0), equals: "green")
    stage.deck(["white"])
    let isTakenForNothing = stage.thumbnailArrived(key, Stage.picture("blue", in: key, serial: 1001))
    #expect(!isTakenForNothing)
    expect(stage.color(0, 0), equals: "white")
  }

  @Test("A picture that fails after its thumbnail was shown shows the reason")
  func failureAfterThumbnail() throws {
    var stage = Stage("slow", "red", columns: 40, rows: 9)
    let key = try #require(stage.wanted().visible.first)
    _ = stage.thumbnailArrived(key, Stage.picture("blue", in: key, serial: 1000))
    expect(stage.color(20, 4), equals: "blue")
    stage.arrive(key, "missing")
    #expect((0..<9).contains { stage.row($0).contains("no such file") })
  }

  @Test("After a resize no thumbnail is requested while the old picture is shown")
  func resizeWithoutThumbnail() throws {
    var stage = Stage("red", "green", columns: 20, rows: 5)
    stage.send(.resized(CellSize(columns: 30, rows: 9), cellAspect: 0.5))
    _ = stage.wanted()
    stage.now = stage.now.advanced(by: .milliseconds(60))
    #expect(stage.wanted().thumbnails.isEmpty)
  }

  @Test("A picture that arrives during a motion appears in its place")
  func arrivalInMotion() throws {
    var stage = Stage("red", "slow")
    stage.press(.right)
    stage.wait(0.15)
    let key = try #require(stage.wanted().visible.first)
    expect(key.location, equals: .file(Path("slow")))
    stage.arrive(key, "blue")
    expect(stage.color(0, 0), equals: "red")
    expect(stage.color(19, 0), equals: "blue")
  }

  @Test("A slide that cannot be shown keeps its place and shows the reason")
  func failure() {
    var stage = Stage("red", "missing.jpg", "blue", columns: 40, rows: 9)
    stage.press(.right)
    stage.wait(1)
    #expect((0..<9).contains { stage.row($0).contains("no such file") })
    #expect((0..<9).contains { stage.row($0).contains("missing.jpg") })
    #expect(stage.row(8).contains("○ ● ○"))
  }

  @Test("A picture for a former window size is dropped; the old picture stays on screen")
  func resize() throws {
    var stage = Stage("red", "green", columns: 20, rows: 5)
    let old = PictureKey(
      location: .file(Path("red")),
      shape: stage.session.options.shape(in: Viewport(size: CellSize(columns: 20, rows: 5))))
    stage.send(.resized(CellSize(columns: 30, rows: 9), cellAspect: 0.5))
    let wanted = stage.wanted()
    expect(wanted.visible.map(\.shape.fit.box), equals: [PixelSize(width: 30, height: 18)])
    expect(stage.color(15, 4), equals: "red")
    let isTaken = stage.arrive(old, "white")
    #expect(!isTaken)
    expect(stage.color(15, 4), equals: "red")
  }

  @Test("A late picture for a slide that left the deck is dropped")
  func lateAnswer() throws {
    var stage = Stage("slow", "red")
    let key = try #require(stage.wanted().visible.first)
    stage.deck(["green", "blue"])
    let isTaken = stage.arrive(key, "white")
    #expect(!isTaken)
    expect(stage.color(0, 0), equals: "green")
  }

  @Test("A caption format shows number, count, name and size")
  func captions() throws {
    let format = try CaptionFormat("%n/%N %f %w×%h %% %c")
    var stage = Stage("red", "green", columns: 40) { $0.captions = format }
    #expect(stage.row(4).contains("1/2 red 640×480 %"))
    stage.press(.right)
    stage.wait(1)
    #expect(stage.row(4).contains("2/2 green 640×480 %"))
  }

  @Test("Captions show what photographers look for, and leave out what is not known")
  func captionOfPhotograph() throws {
    let format = try CaptionFormat("%d %T|%m|%l|%e|%F|%i|%g|%t")
    var metadata = ImageMetadata(date: "2026-03-14", time: "15:09:26", description: "A boat")
    metadata.camera = "NIKON Z 8"
    metadata.lens = "35mm f/1.8"
    metadata.exposure = "1/250 s, f/2.8"
    metadata.focalLength = "35 mm"
    metadata.speed = "ISO 400"
    metadata.location = "48.8584 N, 2.2945 E"
    let full = CaptionFormat.Facts(name: "a", number: 1, count: 1, metadata: metadata)
    expect(
      format.text(for: full),
      equals: "2026-03-14 15:09|NIKON Z 8|35mm f/1.8|1/250 s, f/2.8|35 mm|ISO 400|48.8584 N, 2.2945 E|A boat")
    expect(format.text(for: CaptionFormat.Facts(name: "a", number: 1, count: 1)), equals: " |||||||")
    // A day without a time has no time, rather than that of the file.
    let dated = CaptionFormat.Facts(
      name: "a", number: 1, count: 1, modificationTime: 1_000_000_000, metadata: ImageMetadata(date: "2026-03-14"))
    try expect(CaptionFormat("%d %T").text(for: dated), equals: "2026-03-14 ")
    let file = CaptionFormat.Facts(name: "a", number: 1, count: 1, modificationTime: 1_000_000_000)
    #expect(try CaptionFormat("%T").text(for: file).hasSuffix(":46"))
  }

  @Test func `in captions %D is the folder`() throws {
    let format = try CaptionFormat("%f in %D")
    func text(_ path: String) -> String {
      format.text(for: CaptionFormat.Facts(of: Slide(.file(Path(path))), number: 1, count: 1, picture: nil))
    }
    expect(text("frog/day 1/a.png"), equals: "a.png in frog/day 1")
    expect(text("a.png"), equals: "a.png in ")
  }

  @Test("In captions %p is the page of a document, and empty for other slides")
  func captionOfPage() throws {
    let format = try CaptionFormat("%f, page %p.")
    var stage = Stage("red", columns: 40) { $0.captions = format }
    #expect(stage.row(4).contains("red, page ."))
    var document = Document(Path("talk.pdf"))
    document.pageCount = 12
    stage.apply(Deck([.pages(document)]), isComplete: true)
    stage.press(.left)
    stage.wait(1)
    #expect(stage.row(4).contains("talk.pdf, page 12."))
  }

  @Test(
    "A picture's defect is shown in the description bar, after its caption if it has one",
    arguments: [
      ("%c", PictureDefect.truncated, "  truncated  "), ("%f", .truncated, " slow (truncated) "),
      ("%f", .checksum, " slow (wrong checksum) "), ("", .damaged, "  damaged  "),
    ])
  func defect(format: String, defect: PictureDefect, bar: String) throws {
    let format = try CaptionFormat(format)
    var stage = Stage("slow", columns: 40) { $0.captions = format }
    let key = try #require(stage.wanted().visible.first)
    let red = Stage.picture("red", in: key, serial: 1)
    let isTaken = stage.arrived(
      key,
      .picture(
        LoadedPicture(
          bitmap: red.bitmap, grid: red.grid, naturalSize: red.naturalSize, format: "JPEG", defect: defect)))
    #expect(isTaken)
    #expect(stage.row(4).contains(bar))
  }

  @Test("A caption omits the size of a picture that has none")
  func captionWithoutSize() throws {
    let format = try CaptionFormat("%f %w×%h")
    let stage = Stage("missing.jpg", "green", columns: 40) { $0.captions = format }
    #expect(stage.row(4).contains(" missing.jpg "))
    #expect(!stage.row(4).contains("×"))
  }

  @Test("A caption format with an unknown or incomplete directive is rejected")
  func badCaption() {
    #expect(throws: CaptionFormat.FormatError.self) { try CaptionFormat("%f %z") }
    #expect(throws: CaptionFormat.FormatError.self) { try CaptionFormat("100%") }
  }

  @Test("A window too small for slides pauses the carousel; a larger one resumes it")
  func tooSmall() {
    var stage = Stage("red", "green") { $0.settings.interval = .seconds(5) }
    stage.send(.resized(CellSize(columns: 1, rows: 1), cellAspect: 0.5))
    expect(stage.session.machine.pauseReasons, equals: [.hidden])
    stage.send(.resized(CellSize(columns: 20, rows: 5), cellAspect: 0.5))
    #expect(stage.session.machine.pauseReasons.isEmpty)
  }
}
