/// A row of source pixels as the scaler reads them: linear light, premultiplied, red, green, blue, alpha in 0…65535.
///
/// A conforming type knows one layout of samples; the scaler's loops are specialised for each, so that a pixel costs its
/// table lookups and one addition. Reading does not check the index: the creator of a row guarantees its length.
@unsafe
protocol PixelRow {
  /// The pixel at `index`, which must be less than the width for which the row was made.
  subscript(index: Int) -> SIMD4<Float> { get }
}

/// A row that is linear light already.
@unsafe
struct LinearRow: @unsafe PixelRow {
  let pixels: UnsafePointer<SIMD4<Float>>

  @inline(__always)
  subscript(index: Int) -> SIMD4<Float> { unsafe pixels[index] }
}
