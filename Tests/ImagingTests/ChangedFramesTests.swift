import Bitmaps
import TestSupport
import Testing

@testable import Imaging

/// Frames of which only the changed part is scaled.
@Suite struct ChangedFramesTests {
  /// Frames that are kept in memory.
  private final class Frames: FrameReading {
    let colors = FrameColors()
    private let frames: [StoredFrame]
    private var position = 0

    init(_ frames: [StoredFrame]) { self.frames = frames }

    func next(_ deadline: DecodeDeadline) -> StoredFrame? {
      defer { position += 1 }
      return position < frames.count ? frames[position] : nil
    }

    func rewind() { position = 0 }
  }

  private static let size = PixelSize(width: 61, height: 43)

  /// Random frames: of small areas or of the whole canvas, opaque or not, with any blending and disposal.
  private static func frames(_ dice: inout SplitMix64) -> [StoredFrame] {
    (0..<12).map { index in
      let width = index == 0 ? size.width : Int.random(in: 0...20, using: &dice)
      let height = index == 0 ? size.height : Int.random(in: 1...20, using: &dice)
      let area = PixelRect(
        x: Int.random(in: 0...size.width - width, using: &dice),
        y: Int.random(in: 0...size.height - height, using: &dice),
        width: width, height: height)
      let isOpaque = Int.random(in: 0..<4, using: &dice) > 0
      let pixels = (0..<area.count).map { _ in
        let bits = SIMD4<UInt64>(repeating: dice.next()) &>> SIMD4(0, 8, 16, 24)
        var pixel = SIMD4<UInt8>(truncatingIfNeeded: bits)
        if isOpaque { pixel.w = 255 }
        return pixel
      }
      let disposals: [StoredFrame.Disposal] = [.keep, .keep, .clear, .restore]
      return StoredFrame(
        area: area, pixels: pixels, delay: .milliseconds(40), disposal: disposals.randomElement(using: &dice) ?? .keep,
        blending: Bool.random(using: &dice) ? .over : .source)
    }
  }

  private static func source(_ frames: [StoredFrame], _ region: ScaledRegion) throws -> ComposedFrames {
    try ComposedFrames(
      Frames(frames), size: size, scaledTo: region, format: "GIF", limits: DecodingLimits(), clock: ContinuousClock())
  }

  /// The whole canvas as each frame shows it, each as a frame of its own.
  private static func composed(_ frames: [StoredFrame]) -> [StoredFrame] {
    var canvas = FrameCanvas(size: size)
    let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    return frames.map { frame in
      let below = canvas.copy(frame.area)
      canvas.draw(frame.pixels, at: frame.area, blending: frame.blending)
      let pixels = canvas.copy(whole)
      switch frame.disposal {
      case .keep: break
      case .clear: canvas.clear(frame.area)
      case .restore: canvas.draw(below, at: frame.area, blending: .source)
      }
      return StoredFrame(area: whole, pixels: pixels, delay: frame.delay, disposal: .keep, blending: .source)
    }
  }

  private static let regions = [
    (61, 43), (30, 20), (7, 90), (150, 31), (183, 129), (3, 2),
  ].map { ScaledRegion(whole: PixelSize(width: $0.0, height: $0.1)) }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `frames are exactly those of which everything is scaled, in each play`(seed: UInt64) throws {
    var dice = SplitMix64(seed: seed)
    let frames = Self.frames(&dice)
    let wholes = Self.composed(frames)
    let part = try #require(
      ScaledRegion(PixelRect(x: 9, y: 5, width: 60, height: 50), of: PixelSize(width: 120, height: 80)))
    for region in Self.regions + [part] {
      let source = try Self.source(frames, region)
      let expected = try wholes.map { try #require(try Self.source([$0], region).next()).bitmap }
      for _ in 0..<2 {
        var shown: [Bitmap] = []
        // Frames that are not kept are changed in place.
        for index in expected.indices {
          let bitmap = try #require(try source.next()).bitmap
          expect(bitmap, equals: expected[index], "frame \(index) at \(region.whole.width)×\(region.whole.height)")
          if seed % 2 == 0 { shown.append(bitmap) }
        }
        #expect(seed % 2 == 1 || shown == expected)
        try source.rewind()
      }
    }
  }

  @Test func `the parts that depend on an area contain all that do`() {
    for (source, target) in [(10, 10), (10, 3), (10, 37), (7, 8), (100, 99), (1, 50), (50, 1)] {
      let window = AxisWindow(0..<target, of: target, from: source)
      for pixel in 0..<source {
        let dependent = window.targets(dependingOn: pixel..<pixel + 1)
        for position in 0..<target
        where AxisWindow(position..<position + 1, of: target, from: source).pixels.contains(pixel) {
          #expect(dependent.contains(position), "\(pixel) of \(source), \(position) of \(target)")
        }
      }
    }
  }
}
