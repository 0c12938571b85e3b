import Bitmaps
import CScaling
import Parallelism

/// Rounds scaled rows and writes them to a bitmap.
struct BitmapWriter {
  private let size: PixelSize
  /// The factor that turns the rows' sums into averages.
  private let scale: Float
  private let isOpaque: Bool
  /// The columns of the matrix that the rows' linear light is multiplied by: for red, green and blue. Alpha does not
  /// change. Nil if there is none.
  private let matrix: [SIMD4<Float>]?
  /// The number of pixels.
  private let count: Int
  /// The pixels, of which those from `position` on are not written yet; empty until the first row.
  private var pixels: [SIMD4<UInt16>] = []
  /// The index of the next pixel.
  private var position = 0
  /// The bits that all pixels so far have in common.
  private var common = SIMD4<UInt16>(repeating: .max)
  private let isWide: Bool

  /// Creates a writer that multiplies rows by `scale`, and then by the matrix, if there is one.
  ///
  /// - Parameter isWide: Whether vectors of eight numbers are used; without, all results are the same.
  init(
    size: PixelSize, scale: Float, isOpaque: Bool, matrix: ColorMatrix? = nil, isWide: Bool = Vectors.areWide
  ) {
    self.isWide = isWide
    self.size = size
    self.scale = scale
    self.isOpaque = isOpaque
    self.matrix =
      matrix.map { matrix in
        [matrix.first, matrix.second, matrix.third].map { column in
          SIMD4(Float(column.x), Float(column.y), Float(column.z), 0)
        }
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
    let (matrix, scale, isOpaque, isWide, position) = (matrix, scale, isOpaque, isWide, position)
    var common = common
    unsafe row.withUnsafeBytes { sums in
      unsafe (matrix ?? []).withUnsafeBytes { columns in
        unsafe pixels.withUnsafeMutableBufferPointer { pixels in
          // Pixels of light are four floats, and there is room for the row, as checked above.
          guard let sums = sums.baseAddress, let pixels = pixels.baseAddress else { return }
          let how = unsafe tui_finish(
            scale: scale, is_opaque: isOpaque,
            matrix: matrix == nil ? nil : columns.baseAddress?.assumingMemoryBound(to: Float.self))
          unsafe tui_finish_row(
            isWide, sums.assumingMemoryBound(to: Float.self), row.count, how, pixels + position, &common)
        }
      }
    }
    self.common = common
    self.position += row.count
  }

  /// Returns the bitmap. Missing rows are transparent, or black if the bitmap is opaque.
  consuming func finish() -> Bitmap {
    let missing = repeatElement(SIMD4<UInt16>(0, 0, 0, isOpaque ? .max : 0), count: count - position)
    if position < count { pixels.replaceSubrange(min(position, pixels.count)..., with: missing) }
    return Bitmap(size: size, pixels: pixels, isOpaque: isOpaque || position == count && common.w == .max)
  }
}
