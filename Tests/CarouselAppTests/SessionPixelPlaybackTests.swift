import Bitmaps
import Carousel
import CarouselApp
import Decks
import Imaging
import Pictures
import Rendering
import System
import Terminal
import TestSupport
import Testing

/// Animations whose frames are shown in pixels.
@Suite @MainActor struct SessionPixelPlaybackTests {
  /// Returns a stage of 20×5 cells with 10×20 pixels each, on a terminal that shows pixels and, by default, animations
  /// in pixels.
  private static func stage(animatesPixels: Bool = true, art: ArtMode = .half) -> Stage {
    var stage = Stage(moving: ["red"]) { $0.preferences.picture.art = art }
    stage.send(
      .resized(
        CellSize(columns: 20, rows: 5), cellAspect: 0.5, pixels: CellPixels(width: 10, height: 20),
        animatesPixels: animatesPixels))
    stage.deck(["red", "green"])
    stage.wait(0.01)
    return stage
  }

  nonisolated private static let white = SIMD4<UInt16>(repeating: 65_535)

  /// Answers the request for the next frame.
  ///
  /// - Parameter stripe: the width in pixels of the alternating black and white stripes, or nil for an all-white frame.
  private static func decode(_ stage: inout Stage, _ serial: UInt64, stripe: Int? = nil) throws {
    let request = try #require(stage.wantedFrame)
    let pixels = try #require(request.pixels)
    let size = pixels.key.picture.shape.fit.box
    let row = (0..<size.width).map { column in
      stripe.map { column / $0 % 2 == 0 } ?? false ? SIMD4(0, 0, 0, 65_535) : Self.white
    }
    let frame = PictureFrame(
      bitmap: Bitmap(size: size, pixels: Array(repeatElement(row, count: size.height).joined()), isOpaque: true),
      delay: .milliseconds(40), serial: serial)
    var memory = RecycledMemory<UInt8>()
    let (samples, picture) = pixels.prepared(frame, reusing: &memory)
    #expect(samples.bitmap.size == pixels.samples && pixels.samples.width < size.width && samples.serial == serial)
    #expect(stripe != nil || samples.bitmap.pixels.allSatisfy { $0 == Self.white })
    stage.send(.playback(request, .frame(samples), picture))
  }

  private static func shown(_ stage: Stage) -> PixelImage? {
    stage.shownFrame.pixels?.placements.map(\.image).first { $0.shade == nil }
  }

  @Test func `each due frame is shown in pixels at the slide's size`() throws {
    var stage = Self.stage()
    for serial in [11, 12, 13] as [UInt64] { try Self.decode(&stage, serial) }
    expect(Self.shown(stage)?.serial, equals: 11)
    expect(Self.shown(stage)?.size, equals: PixelExtent(width: 200, height: 100))
    // Frames that wait to be shown take memory, too.
    #expect(stage.requests.pixelBytes > 0)
    stage.wait(0.04)
    expect(Self.shown(stage)?.serial, equals: 12)
    let animation = try #require(Self.shown(stage)?.animation)
    stage.wait(0.04)
    expect(Self.shown(stage)?.serial, equals: 13)
    expect(Self.shown(stage)?.animation, equals: animation)
    // The terminal keeps the frames of a loop.
    expect(stage.shownFrame.loop, equals: animation)
  }

  @Test func `Space holds a frame in pixels, and a full stop shows the next`() throws {
    var stage = Self.stage()
    for serial in [11, 12, 13] as [UInt64] { try Self.decode(&stage, serial) }
    stage.type(" ")
    stage.wait(1)
    expect(Self.shown(stage)?.serial, equals: 11)
    stage.type(".")
    expect(Self.shown(stage)?.serial, equals: 12)
  }

  @Test func `an animation restarts in cells if the line is too slow for pixels`() throws {
    var stage = Self.stage()
    try Self.decode(&stage, 11)
    let first = try #require(stage.wantedFrame)
    stage.send(
      .resized(CellSize(columns: 20, rows: 5), cellAspect: 0.5, pixels: CellPixels(width: 10, height: 20)))
    let second = try #require(stage.wantedFrame)
    #expect(first.generation != second.generation && second.pixels == nil)
    stage.decodeFrame("blue")
    expect(Self.shown(stage), equals: nil)
    expect(stage.color(0, 0), equals: "blue")
  }

  @Test func `no pixels are requested for animations shown in cells`() {
    let stage = Self.stage(animatesPixels: false)
    #expect(stage.wantedFrame != nil && stage.wantedFrame?.pixels == nil)
    expect(stage.requests.pixels.first?.key.picture.location, equals: .file(Path("green")))
  }

  @Test func `a resting slide's cells under its pixel animation are half blocks`() throws {
    var stage = Self.stage(art: .block)
    // Stripes half a cell wide.
    try Self.decode(&stage, 11, stripe: 5)
    #expect(stage.row(0).contains("▌"))
    let animation = try #require(Self.shown(stage)?.animation)
    _ = stage.renderer.presented(animation: animation + 1)
    #expect(stage.row(0).contains("▌"))
    stage.shownAnimation = animation
    _ = stage.renderer.presented(animation: animation)
    #expect(!stage.row(0).contains("▌") && Self.shown(stage)?.serial == 11)
    // In motion, the slide may be shown in cells.
    stage.press(.right)
    stage.wait(0.1)
    #expect(stage.row(0).contains("▌"))
    // A rough drawing is redrawn when the pixels are gone.
    let answers = [stage.renderer.presented(animation: nil), stage.renderer.presented(animation: nil)]
    expect(answers, equals: [true, false])
  }

  @Test func `an outgoing animated slide keeps its last frame`() throws {
    var stage = Self.stage()
    while let request = stage.requests.pixels.first {
      let name = request.key.picture.location == stage.wantedFrame?.key.location ? "red" : "green"
      stage.send(.pixels(request, request.encoded(Stage.picture(name, in: request.key.picture, serial: 1000))))
    }
    for serial in [11, 12] as [UInt64] { try Self.decode(&stage, serial) }
    stage.press(.right)
    stage.wait(0.1)
    let images = stage.shownFrame.pixels?.images.filter { $0.shade == nil } ?? []
    #expect(images.count == 2 && images.contains { $0.animation != nil })
  }
}
