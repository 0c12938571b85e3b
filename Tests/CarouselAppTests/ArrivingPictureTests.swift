import CarouselApp
import CarouselValues
import Downloads
import Fetching
import Pictures
import System
import Terminal
import TestSupport
import Testing

/// A picture that is shown while it is downloaded.
@Suite @MainActor struct ArrivingPictureTests {
  nonisolated private static let a = "http://h/a.jpg"
  nonisolated private static let b = "http://h/b.jpg"
  private let lost = FetchFailure(.connectionLost, "connection lost", isTransient: false)

  /// What has arrived of a body.
  private func part(_ bytes: Int) -> FetchedCopy {
    var stamp = FileStamp(inode: 1, size: bytes, modified: 1)
    stamp.isGrowing = true
    return FetchedCopy(path: Path("/cache/a.part"), stamp: stamp)
  }

  private let whole = FetchedCopy(path: Path("/cache/a.body"), stamp: FileStamp(inode: 1, size: 1000, modified: 2))

  private func receive(_ bytes: Int, of url: String = a, in stage: inout Stage) {
    stage.download(url, .progress(received: bytes, expected: 1000, soFar: part(bytes)))
  }

  /// Answers the request for a part with a picture of a color; nil: nothing of it can be shown.
  private func decode(_ color: String?, serial: UInt64 = 1, in stage: inout Stage) throws {
    let request = try #require(stage.requests.part)
    stage.send(.part(request, color.map { Stage.picture($0, in: request.key, serial: serial) }))
  }

  /// The bytes of the part that is to be decoded; nil if none is.
  private func wanted(_ stage: Stage) -> Int? { stage.requests.part?.key.copy?.stamp.size }

  @Test func `a picture that takes more than 100 ms is shown as far as it has arrived`() throws {
    var stage = Stage(columns: 40, rows: 9)
    stage.deck([Self.a])
    receive(100, in: &stage)
    expect(wanted(stage), equals: nil)
    stage.wait(0.1)
    expect(wanted(stage), equals: 100)
    try decode("red", in: &stage)
    expect(stage.color(20, 6), equals: "red")
    #expect(stage.row(0).contains("10 %"))
    #expect(stage.wanted().visible.isEmpty)
    // The picture itself takes its place, without a gap.
    stage.download(Self.a, .copy(whole, isKept: false, isFinal: true))
    expect(stage.color(20, 6), equals: "red")
    stage.arrive(try #require(stage.wanted().visible.first), "green")
    expect(stage.color(20, 6), equals: "green")
    #expect(!stage.row(0).contains("%"))
  }

  @Test func `parts follow each other after 250 ms, or nine times what the last one took`() throws {
    var stage = Stage()
    stage.deck([Self.a])
    stage.wait(0.2)
    receive(100, in: &stage)
    try decode("red", in: &stage)
    receive(200, in: &stage)
    stage.wait(0.24)
    expect(wanted(stage), equals: nil)
    receive(300, in: &stage)
    stage.wait(0.02)
    expect(wanted(stage), equals: 300)
    stage.wait(0.1)
    try decode("green", serial: 2, in: &stage)
    receive(400, in: &stage)
    stage.wait(0.85)
    expect(wanted(stage), equals: nil)
    stage.wait(0.15)
    expect(wanted(stage), equals: 400)
    // Without further bytes there is nothing to wait for.
    try decode("blue", serial: 3, in: &stage)
    stage.wait(60)
    expect(wanted(stage), equals: nil)
    expect(stage.requests.wake, equals: nil)
  }

  @Test func `a part of which nothing can be shown leaves the placeholder, until there is twice as much`() throws {
    var stage = Stage(columns: 40, rows: 9)
    stage.deck([Self.a])
    stage.wait(0.2)
    receive(100, in: &stage)
    try decode(nil, in: &stage)
    #expect(stage.frame.textRows.contains { $0.contains("10 %") })
    receive(199, in: &stage)
    stage.wait(1)
    expect(wanted(stage), equals: nil)
    receive(200, in: &stage)
    expect(wanted(stage), equals: 200)
  }

  @Test func `once the picture has arrived, no part of it is decoded any more`() throws {
    var stage = Stage()
    stage.deck([Self.a])
    stage.wait(0.2)
    receive(100, in: &stage)
    let request = try #require(stage.requests.part)
    stage.download(Self.a, .copy(whole, isKept: false, isFinal: true))
    expect(stage.requests.part, equals: nil)
    let isTaken = stage.send(.part(request, Stage.picture("red", in: request.key, serial: 1)))
    #expect(!isTaken)
  }

  @Test func `if the rest cannot be downloaded, the reason takes the place of the part`() throws {
    var stage = Stage(columns: 40, rows: 9)
    stage.deck([Self.a])
    stage.wait(0.2)
    receive(100, in: &stage)
    try decode("red", in: &stage)
    stage.download(Self.a, .failed(lost))
    #expect(stage.frame.textRows.contains { $0.contains("connection lost") })
    expect(stage.color(20, 6), equals: "none")
    // Something has been shown, so the session goes on.
    let hasEnded = stage.effects.contains { if case .end = $0 { true } else { false } }
    #expect(!hasEnded)
  }

  @Test func `neighbors and thumbnails are not shown in parts`() throws {
    var stage = Stage()
    stage.deck([Self.a, Self.b])
    stage.wait(0.2)
    receive(100, of: Self.b, in: &stage)
    expect(wanted(stage), equals: nil)
    stage.type("g")
    receive(100, in: &stage)
    stage.wait(0.2)
    expect(wanted(stage), equals: nil)
  }

  @Test func `in pixels a part stays until the next one is ready, and the next one waits for it`() throws {
    var stage = Stage()
    stage.send(
      .resized(CellSize(columns: 20, rows: 5), cellAspect: 0.5, pixels: CellPixels(width: 10, height: 20)))
    stage.deck([Self.a])
    stage.wait(0.2)
    receive(100, in: &stage)
    try decode("red", in: &stage)
    receive(200, in: &stage)
    stage.wait(0.3)
    // The first part is not shown in pixels yet.
    expect(wanted(stage), equals: nil)
    func prepare(_ color: String, _ serial: UInt64) throws {
      let request = try #require(stage.requests.pixels.first)
      stage.send(.pixels(request, request.encoded(Stage.picture(color, in: request.key.picture, serial: serial))))
    }
    func shown() -> UInt64? { stage.shownFrame.pixels?.placements.first { $0.image.shade == nil }?.image.serial }
    try prepare("red", 10)
    expect(shown(), equals: 10)
    stage.wait(2.7)
    expect(wanted(stage), equals: 200)
    try decode("green", serial: 2, in: &stage)
    expect(shown(), equals: 10)
    try prepare("green", 11)
    expect(shown(), equals: 11)
    // The first part stays until the terminal has the second.
    expect(stage.shownFrame.interim?.placements.first { $0.image.shade == nil }?.image.serial, equals: 10)
    stage.download(Self.a, .copy(whole, isKept: false, isFinal: true))
    expect(shown(), equals: 11)
    stage.arrive(try #require(stage.wanted().visible.first), "blue")
    expect(shown(), equals: 11)
    try prepare("blue", 12)
    expect(shown(), equals: 12)
  }
}
