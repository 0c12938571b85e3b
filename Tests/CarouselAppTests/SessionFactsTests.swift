import Bitmaps
import Carousel
@testable import CarouselApp
import Decks
import Imaging
import Pictures
import Rendering
import System
import Terminal
import TestSupport
import Testing

@Suite("A session's facts about a slide")
@MainActor struct SessionFactsTests {
  private func captioned(_ caption: String, columns: Int = 44, rows: Int = 14) -> Stage {
    var stage = Stage(columns: columns, rows: rows)
    let slides = [Slide(.file(Path("red")), caption: caption), Slide(.file(Path("green")))]
    stage.apply(Deck([.slides(slides)]), isComplete: true)
    stage.load()
    return stage
  }

  /// The text of the panel: its rows without frame and blanks.
  private func text(_ stage: Stage) -> String {
    stage.frame.textRows.filter { $0.contains("│") }
      .map { row in row.split(separator: "│")[0].split(separator: " ").joined(separator: " ") }.joined(separator: "|")
  }

  @Test func `i shows the facts in the carousel and the viewer; q and Esc close them first`() {
    var stage = captioned("A caption")
    stage.type("i")
    #expect(text(stage).hasPrefix("name red|caption A caption|size 640×480|format PNG|date 1970-01-0"))
    #expect(!text(stage).contains("zoom"))
    stage.press(.escape)
    #expect(text(stage).isEmpty && stage.effects.isEmpty)
    stage.press(.enter)
    stage.wait(1)
    stage.type("iq")
    #expect(stage.session.mode.viewer != nil && stage.effects.isEmpty)
    stage.type("i")
    stage.press(.escape)
    #expect(stage.session.mode.viewer != nil)
    stage.press(.escape)
    expect(stage.session.mode.viewer, equals: nil)
    stage.type("q")
    expect(stage.effects, equals: [.end(.quit(marked: []))])
  }

  @Test func `facts about a page have its number`() {
    var stage = Stage(columns: 44, rows: 14)
    let pages = [Slide(.page(of: Path("scan.tif"), number: 1)), Slide(.page(of: Path("scan.tif"), number: 2))]
    stage.apply(Deck([.slides(pages)]), isComplete: true)
    stage.type("li")
    #expect(text(stage).hasPrefix("name scan.tif|page 2"), "\(text(stage))")
  }

  @Test(arguments: [(PixelSize(width: 4000, height: 3000), true), (nil, false)])
  func `facts about a shared thumbnail have the size of the picture, not its own`(
    size: PixelSize?, isKnown: Bool
  ) throws {
    var stage = Stage("slow", columns: 40, rows: 12) { $0.captions = try! CaptionFormat("%w×%h") }
    let key = try #require(stage.wanted().visible.first)
    var picture = Stage.picture("red", in: key, serial: 1)
    picture.thumbnail = SharedThumbnail(pictureSize: size)
    stage.arrived(key, .picture(picture))
    expect(stage.row(11).contains("4000×3000"), equals: isKnown)
    stage.type("i")
    expect(text(stage).contains("size 4000×3000, 12.0 megapixels"), equals: isKnown)
    #expect(!stage.frame.textRows.contains { $0.contains("640") })
  }

  @Test func `a caption that does not fit is wrapped, and further presses show the rest`() {
    let words = (1...60).map { "word\($0)" }
    var stage = captioned(words.joined(separator: " "))
    var seen = ""
    stage.type("i")
    #expect(text(stage).contains("caption word1 word2 word3"))
    for _ in 0..<9 where !text(stage).isEmpty {
      seen += "|" + text(stage)
      stage.type("i")
    }
    #expect(text(stage).isEmpty)
    for word in words { #expect(seen.contains(word)) }
    #expect(!seen.contains("…"))
  }

  @Test func `a line break in a caption is a blank`() {
    let stage = captioned("One\r\n\n two\u{2028}three\n")
    #expect(stage.frame.textRows.contains { $0.contains("One two three") })
    expect(CaptionFormat.deckCaption.text(for: .init(name: "a", number: 1, count: 1, caption: "a\nb")), equals: "a b")
  }

  private func zoom(_ stage: Stage) -> String? {
    text(stage).split(separator: "|").first { $0.hasPrefix("zoom") }.map(String.init)
  }

  @Test func `100 percent is one pixel of the picture for a sample of the terminal`() {
    // A picture of 640×480 pixels in a window of 40×15 cells, each of which takes 2×4 samples for half blocks.
    var stage = Stage("red", "green", columns: 40, rows: 15)
    stage.press(.enter)
    stage.wait(1)
    stage.type("i")
    expect(zoom(stage), equals: "zoom fit 13 %")
    stage.type("+")
    stage.wait(1)
    expect(zoom(stage), equals: "zoom 18 %")
    stage.type("=")
    stage.wait(1)
    expect(zoom(stage), equals: "zoom 100 %")
    stage.type("+")
    stage.wait(1)
    expect(zoom(stage), equals: "zoom 141 %")
    stage.type("0w")
    stage.wait(1)
    expect(zoom(stage)?.hasPrefix("zoom fill "), equals: true)
  }
}
