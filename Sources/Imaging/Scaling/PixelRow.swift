/// A row of source pixels as the scaler reads them: linear light, premultiplied RGBA in 0…65535.
///
/// Each conforming type reads one layout of samples. The scaler's loops are specialized for each type, so that a pixel
/// costs its table lookups and one addition. Reading does not check the index: the creator of a row guarantees its
/// length.
@unsafe
protocol PixelRow {
  /// The pixel at `index`, which must be less than the width of the row.
  subscript(index: Int) -> SIMD4<Float> { get }
}

/// A row that is already linear light.
@unsafe
struct LinearRow: @unsafe PixelRow {
  let pixels: UnsafePointer<SIMD4<Float>>

  @inline(__always)
  subscript(index: Int) -> SIMD4<Float> { unsafe pixels[index] }
}
