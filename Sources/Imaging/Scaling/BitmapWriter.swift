import Bitmaps

/// Rounds scaled rows and writes them to a bitmap.
struct BitmapWriter {
  private let size: PixelSize
  /// The factor that turns the rows' sums into averages.
  private let scale: Float
  private let isOpaque: Bool
  /// The columns of the matrix that the rows' linear light is multiplied by, if any: for red, green and blue. Alpha
  /// does not change.
  private let matrix: (red: SIMD4<Float>, green: SIMD4<Float>, blue: SIMD4<Float>)?
  /// The number of pixels.
  private let count: Int
  /// The pixels, of which those from `position` on are not written yet; empty until the first row.
  private var pixels: [SIMD4<UInt16>] = []
  /// The index of the next pixel.
  private var position = 0
  /// The bits that all pixels so far have in common.
  private var common = SIMD4<UInt16>(repeating: .max)

  /// Creates a writer that multiplies rows by `scale`, and then by the matrix, if there is one.
  init(size: PixelSize, scale: Float, isOpaque: Bool, matrix: ColorMatrix? = nil) {
    self.size = size
    self.scale = scale
    self.isOpaque = isOpaque
    self.matrix = matrix.map { matrix in
      let columns = [matrix.first, matrix.second, matrix.third].map { column in
        SIMD4(Float(column.x), Float(column.y), Float(column.z), 0)
      }
      return (columns[0], columns[1], columns[2])
    }
    count = size.width * size.height
  }

  /// Writes to the memory of another bitmap, if it has the right size: fresh memory takes longer to provide than to fill.
  mutating func reuse(_ memory: consuming [SIMD4<UInt16>]) {
    if pixels.isEmpty, memory.count == count { pixels = memory }
  }

  /// Appends a row of premultiplied sums. Rows beyond the bitmap's height are ignored.
  mutating func append(_ row: [SIMD4<Float>]) {
    guard row.count <= count - position else { return }
    if self.pixels.isEmpty {
      // Pixels are written before they are read: `finish` writes those for which there are no rows.
      self.pixels = unsafe Array(unsafeUninitializedCapacity: count) { $1 = count }
    }
    let (sums, matrix, scale, isOpaque, position) = (row.span, matrix, scale, isOpaque, position)
    var common = common
    defer {
      self.position += row.count
      self.common = common
    }
    // A span has exclusive access, so that elements are written without uniqueness checks.
    var pixels = pixels.mutableSpan
    for index in sums.indices {
      var pixel = sums[index] * scale
      if let matrix {
        var light = matrix.red * pixel.x + matrix.green * pixel.y + matrix.blue * pixel.z
        // Out of gamut.
        light.replace(with: 0, where: light .< 0)
        light.w = pixel.w
        pixel = light
      }
      if isOpaque { pixel.w = 65_535 }
      // Rounding in earlier steps may have put a channel slightly above alpha, or alpha above one.
      let maximum = SIMD4(repeating: pixel.w < 65_535 ? pixel.w : 65_535)
      pixel.replace(with: maximum, where: pixel .> maximum)
      let rounded = BitmapWriter.rounded(pixel)
      common &= rounded
      pixels[position + index] = rounded
    }
  }

  /// Rounds to the nearest integers in 0…65535.
  ///
  /// Adding 2²³ rounds off a number's fraction and leaves its integer in the low bits of the sum. All other conversions
  /// of Float vectors are loops.
  @inline(__always)
  private static func rounded(_ pixel: SIMD4<Float>) -> SIMD4<UInt16> {
    // The same 16 bytes; each number's low half comes first on every processor that Swift runs on.
    unsafe unsafeBitCast(pixel + 8_388_608, to: SIMD8<UInt16>.self).evenHalf
  }

  /// Returns the bitmap. Missing rows are transparent, or black if the bitmap is opaque.
  consuming func finish() -> Bitmap {
    let missing = repeatElement(SIMD4<UInt16>(0, 0, 0, isOpaque ? .max : 0), count: count - position)
    if position < count { pixels.replaceSubrange(min(position, pixels.count)..., with: missing) }
    return Bitmap(size: size, pixels: pixels, isOpaque: isOpaque || position == count && common.w == .max)
  }
}
