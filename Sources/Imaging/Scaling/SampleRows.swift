/// A row of 8-bit samples, each looked up in a table of pixels: gray, or a palette.
@unsafe
struct IndexedRow: @unsafe PixelRow {
  /// One sample for each of the row's pixels.
  let samples: UnsafePointer<UInt8>
  /// 256 pixels.
  let table: UnsafePointer<SIMD4<Float>>

  @inline(__always)
  subscript(index: Int) -> SIMD4<Float> { unsafe table[Int(samples[index])] }
}

typealias RGBRow = ColorRow<3>
/// With a byte without meaning after each pixel.
typealias RGBXRow = ColorRow<4>

/// A row of 8-bit red, green and blue.
@unsafe
struct ColorRow<let pixelBytes: Int>: @unsafe PixelRow {
  /// The samples of each of the row's pixels.
  let samples: UnsafePointer<UInt8>
  /// `SampleTables.rgb`.
  let tables: UnsafePointer<SIMD4<Float>>

  @inline(__always)
  subscript(index: Int) -> SIMD4<Float> {
    let pixel = unsafe samples + pixelBytes &* index
    return unsafe tables[Int(pixel[0])] + tables[256 &+ Int(pixel[1])] + tables[512 &+ Int(pixel[2])]
  }
}

/// A row of 8-bit red, green, blue and alpha, not premultiplied.
@unsafe
struct RGBARow: @unsafe PixelRow {
  /// Four samples for each of the row's pixels.
  let samples: UnsafePointer<UInt8>
  /// `SampleTables.rgb`.
  let tables: UnsafePointer<SIMD4<Float>>
  /// `SampleTables.alpha`.
  let alphas: UnsafePointer<Float>

  @inline(__always)
  subscript(index: Int) -> SIMD4<Float> {
    let pixel = unsafe samples + 4 &* index
    let color = unsafe tables[Int(pixel[0])] + tables[256 &+ Int(pixel[1])] + tables[512 &+ Int(pixel[2])]
    return unsafe color * alphas[Int(pixel[3])]
  }
}

/// A row of 8-bit gray and alpha, not premultiplied.
@unsafe
struct GrayAlphaRow: @unsafe PixelRow {
  /// Two samples for each of the row's pixels.
  let samples: UnsafePointer<UInt8>
  /// `SampleTables.gray`.
  let table: UnsafePointer<SIMD4<Float>>
  /// `SampleTables.alpha`.
  let alphas: UnsafePointer<Float>

  @inline(__always)
  subscript(index: Int) -> SIMD4<Float> {
    let pixel = unsafe samples + 2 &* index
    return unsafe table[Int(pixel[0])] * alphas[Int(pixel[1])]
  }
}
