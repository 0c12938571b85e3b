/// Rounds finished rows into a bitmap.
struct BitmapWriter {
  private let size: PixelSize
  /// What turns the rows' sums into averages.
  private let scale: Float
  private let isOpaque: Bool
  /// What the rows' light is multiplied by, if by anything: the red, the green, the blue, and the alpha as it is.
  private let matrix: (red: SIMD4<Float>, green: SIMD4<Float>, blue: SIMD4<Float>)?
  private var pixels: [SIMD4<UInt16>]
  /// The place of the next pixel.
  private var position = 0

  /// A writer of rows that are to be multiplied by `scale`, and then by the matrix, if there is one.
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
    pixels = Array(repeating: SIMD4(0, 0, 0, isOpaque ? .max : 0), count: size.width * size.height)
  }

  /// Appends a row of premultiplied sums; what exceeds the bitmap is ignored.
  mutating func append(_ row: [SIMD4<Float>]) {
    guard row.count <= pixels.count - position else { return }
    let (sums, matrix, scale, isOpaque, position) = (row.span, matrix, scale, isOpaque, position)
    defer { self.position += row.count }
    // Of a span it is known that nobody else holds it.
    var pixels = pixels.mutableSpan
    for place in sums.indices {
      var pixel = sums[place] * scale
      if let matrix {
        var light = matrix.red * pixel.x + matrix.green * pixel.y + matrix.blue * pixel.z
        // What a screen cannot show.
        light.replace(with: 0, where: light .< 0)
        light.w = pixel.w
        pixel = light
      }
      if isOpaque { pixel.w = 65_535 }
      // Rounding on the way may have put a channel a little above alpha, or alpha above one.
      let most = SIMD4(repeating: pixel.w < 65_535 ? pixel.w : 65_535)
      pixel.replace(with: most, where: pixel .> most)
      pixels[position + place] = BitmapWriter.rounded(pixel)
    }
  }

  /// The nearest whole numbers of 0…65535.
  ///
  /// Added to 2²³, a number loses its fraction, properly rounded, and what is left are the low bits of the sum; vectors of
  /// Float have no other conversion that is not a loop.
  @inline(__always)
  private static func rounded(_ pixel: SIMD4<Float>) -> SIMD4<UInt16> {
    // The same 16 bytes; each number's low half first on every processor that Swift runs on.
    unsafe unsafeBitCast(pixel + 8_388_608, to: SIMD8<UInt16>.self).evenHalf
  }

  /// The bitmap; rows that never came are transparent, or black where all is opaque.
  consuming func finish() -> Bitmap {
    Bitmap(size: size, pixels: pixels, isOpaque: isOpaque || pixels.allSatisfy { $0.w == .max })
  }
}
