import Bitmaps
import Imaging
import TestSupport
import Testing

@Suite("Bitmaps")
struct BitmapTests {
  private let size = PixelSize(width: 2, height: 1)

  @Test("a solid bitmap is opaque when its color is") func solid() {
    #expect(Bitmap.solid(SIMD4(1, 2, 3, .max), size: size).isOpaque)
    #expect(!Bitmap.solid(SIMD4(1, 2, 3, 4), size: size).isOpaque)
    expect(Bitmap.solid(SIMD4(1, 2, 3, 4), size: size).cost, equals: 16)
  }

  @Test("an opaque bitmap hides its background") func opaque() {
    let bitmap = Bitmap.solid(SIMD4(1, 2, 3, .max), size: size)
    expect(bitmap.composed(over: SIMD3(9, 9, 9)), equals: bitmap)
  }

  @Test("a transparent bitmap shows its background exactly") func transparent() {
    let background = SIMD3<UInt16>(65_535, 20, 12_345)
    let composed = Bitmap.solid(.zero, size: size).composed(over: background)
    expect(composed, equals: .solid(SIMD4(65_535, 20, 12_345, .max), size: size))
  }

  @Test("a bitmap with half alpha is mixed equally with its background") func half() {
    let composed = Bitmap.solid(SIMD4(32_768, 0, 0, 32_768), size: size).composed(over: SIMD3(0, 65_535, 1000))
    expect(composed, equals: .solid(SIMD4(32_768, 32_767, 500, .max), size: size))
  }

  @Test("white over white is white at every alpha") func white() {
    for alpha in stride(from: 0, through: 65_535, by: 7) {
      let bitmap = Bitmap.solid(SIMD4(repeating: UInt16(alpha)), size: PixelSize(width: 1, height: 1))
      expect(bitmap.composed(over: SIMD3(repeating: .max)).pixels, equals: [SIMD4(repeating: .max)])
    }
  }
}
