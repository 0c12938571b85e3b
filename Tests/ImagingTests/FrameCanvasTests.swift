import Bitmaps
import TestSupport
import Testing

@testable import Imaging

/// The canvas on which the frames of animations are drawn.
@Suite struct FrameCanvasTests {
  /// "Over" by definition, for encoded samples that are not premultiplied.
  private static func over(_ source: SIMD4<UInt8>, _ below: SIMD4<UInt8>) -> SIMD4<UInt8> {
    if source.w == 0 { return below }
    let (upper, lower) = (Int(source.w) * 255, Int(below.w) * (255 - Int(source.w)))
    var result = SIMD4<UInt8>.zero
    for channel in 0..<3 {
      let sum = Int(source[channel]) * upper + Int(below[channel]) * lower
      result[channel] = UInt8((sum + (upper + lower) / 2) / (upper + lower))
    }
    result.w = UInt8((upper + lower + 127) / 255)
    return result
  }

  @Test(arguments: [[0, 255], [255], [0], Array(0...255).map { UInt8($0) }] as [[UInt8]])
  func `frames of any width and alpha are composited pixel by pixel`(alphas: [UInt8]) {
    var dice = SplitMix64(seed: 11)
    func pixels(_ count: Int) -> [SIMD4<UInt8>] {
      (0..<count).map { _ in
        var pixel = SIMD4<UInt8>(truncatingIfNeeded: SIMD4<UInt64>(repeating: dice.next()) &>> SIMD4(0, 8, 16, 24))
        pixel.w = alphas.randomElement(using: &dice) ?? 0
        return pixel
      }
    }
    for width in 1...27 {
      let size = PixelSize(width: width + 5, height: 4)
      let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
      let area = PixelRect(x: 3, y: 1, width: width, height: 2)
      let (below, drawn) = (pixels(whole.count), pixels(area.count))
      var canvas = FrameCanvas(size: size)
      canvas.draw(below, at: whole, blending: .source)
      canvas.draw(drawn, at: area, blending: .over)
      var expected = below
      for row in 0..<area.height {
        for column in 0..<area.width {
          let index = (row + area.y) * size.width + column + area.x
          expected[index] = Self.over(drawn[row * area.width + column], below[index])
        }
      }
      expect(canvas.copy(whole), equals: expected)
      canvas.draw(drawn, at: area, blending: .source)
      expect(canvas.copy(area), equals: drawn)
    }
  }
}
