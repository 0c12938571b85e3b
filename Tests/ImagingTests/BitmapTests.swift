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
}
