import Bitmaps

/// Rounds scaled rows and writes them to a bitmap.
struct BitmapWriter {
  private typealias Columns = (red: SIMD4<Float>, green: SIMD4<Float>, blue: SIMD4<Float>)

  private let size: PixelSize
  /// The factors that turn the rows' sums into averages, and those of colors into exposed ones.
  private let scale: SIMD4<Float>
  private let isOpaque: Bool
  /// The columns of the matrix that the rows' linear light is multiplied by: for red, green and blue. Alpha does not
  /// change. Nil if there is none.
  private let matrix: Columns?
  /// The number of pixels.
  private let count: Int
  /// The pixels, of which those from `position` on are not written yet; empty until the first row.
  private var pixels: [SIMD4<UInt16>] = []
  /// The index of the next pixel.
  private var position = 0
  /// The bits that all pixels so far have in common.
  private var common = SIMD4<UInt16>(repeating: .max)

  /// Creates a writer that multiplies rows by `scale`, colors also by `gain`, and then by the matrix, if there is one.
  init(size: PixelSize, scale: Float, gain: Float = 1, isOpaque: Bool, matrix: ColorMatrix? = nil) {
    self.size = size
    self.scale = SIMD4(scale * gain, scale * gain, scale * gain, scale)
    self.isOpaque = isOpaque
    self.matrix =
      matrix.map { matrix in
        func column(_ column: SIMD3<Double>) -> SIMD4<Float> {
          SIMD4(Float(column.x), Float(column.y), Float(column.z), 0)
        }
        return (column(matrix.first), column(matrix.second), column(matrix.third))
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
    let (matrix, scale, isOpaque, position) = (matrix, scale, isOpaque, position)
    var common = common
    // There is room for the row, as checked above.
    unsafe row.withUnsafeBufferPointer { row in
      unsafe pixels.withUnsafeMutableBufferPointer { pixels in
        for index in 0..<row.count {
          let pixel = unsafe BitmapWriter.rounded(row[index] * scale, isOpaque: isOpaque, matrix)
          unsafe pixels[position &+ index] = pixel
          common &= pixel
        }
      }
    }
    self.common = common
    self.position += row.count
  }

  /// Rounds a pixel to 16-bit numbers, of which none exceeds its alpha, and that not 65535.
  @inline(__always)
  private static func rounded(_ pixel: SIMD4<Float>, isOpaque: Bool, _ matrix: Columns?) -> SIMD4<UInt16> {
    var numbers = pixel
    if let matrix {
      let light = matrix.red * pixel.x + matrix.green * pixel.y + matrix.blue * pixel.z
      // Out of gamut.
      numbers = light.replacing(with: SIMD4<Float>.zero, where: light .< SIMD4<Float>.zero)
      numbers.w = pixel.w
    }
    if isOpaque { numbers.w = 65_535 }
    // Rounding in earlier steps may have put a channel slightly above alpha, or alpha above one.
    let alpha = SIMD4(repeating: min(numbers.w, 65_535))
    numbers.replace(with: alpha, where: alpha .< numbers)
    // Adding 2²³ rounds off a number's fraction and leaves its integer in the low bits of the sum. Each number's low half comes first on
    // every processor that Swift runs on.
    return unsafe unsafeBitCast(numbers + 8_388_608, to: SIMD8<UInt16>.self).evenHalf
  }

  /// Returns the bitmap. Missing rows are transparent, or black if the bitmap is opaque.
  consuming func finish() -> Bitmap {
    let missing = repeatElement(SIMD4<UInt16>(0, 0, 0, isOpaque ? .max : 0), count: count - position)
    if position < count { pixels.replaceSubrange(min(position, pixels.count)..., with: missing) }
    return Bitmap(size: size, pixels: pixels, isOpaque: isOpaque || position == count && common.w == .max)
  }
}
