import Bitmaps
import TestSupport
import Testing

@Suite("Averaging")
struct AveragingTests {
  @Test func `a mean is the quotient, rounded down, however many pixels it covers and whatever their sum`() {
    var random = SplitMix64(seed: 8)
    for (width, height) in [(1, 1), (2, 3), (3, 3), (5, 3), (7, 7), (8, 8), (13, 5), (9, 9), (20, 13)] {
      let count = width * height
      for round in 0..<Rounds.count(80) {
        // As bright as can be, less what makes each remainder, or any pixels.
        let pixels = (0..<count).map { index -> SIMD4<UInt16> in
          if round % 2 == 1 {
            return SIMD4(truncatingIfNeeded: SIMD4(repeating: random.next()) &>> SIMD4(0, 16, 32, 48))
          }
          return SIMD4(repeating: 65_535) &- SIMD4(repeating: index < round % (count + 1) ? 1 : 0)
        }
        let bitmap = Bitmap(size: PixelSize(width: width, height: height), pixels: pixels, isOpaque: false)
        let mean = bitmap.averaged(to: PixelSize(width: 1, height: 1)).pixels[0]
        for channel in 0..<4 {
          expect(Int(mean[channel]), equals: pixels.reduce(0) { $0 + Int($1[channel]) } / count)
        }
      }
    }
  }
}
