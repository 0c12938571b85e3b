/// Rounds finished rows into a bitmap.
struct BitmapWriter {
  private let size: PixelSize
  /// What turns the rows' sums into averages.
  private let scale: Float
  private let isOpaque: Bool
  private var pixels: [SIMD4<UInt16>] = []

  /// A writer of rows that are to be multiplied by `scale`.
  init(size: PixelSize, scale: Float, isOpaque: Bool) {
    self.size = size
    self.scale = scale
    self.isOpaque = isOpaque
    pixels.reserveCapacity(size.width * size.height)
  }

  /// Appends a row of premultiplied sums; what exceeds the bitmap is ignored.
  mutating func append(_ row: [SIMD4<Float>]) {
    guard pixels.count + row.count <= size.width * size.height else { return }
    for sum in row {
      var pixel = sum * scale + 0.5
      if isOpaque { pixel.w = 65_535 }
      // Rounding on the way may have put a channel a little above alpha, or alpha above one.
      pixel = pixel.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: min(pixel.w, 65_535)))
      pixels.append(SIMD4<UInt16>(truncatingIfNeeded: SIMD4<Int32>(pixel)))
    }
  }

  /// The bitmap, its missing rows filled with nothing.
  consuming func finish() -> Bitmap {
    let missing = size.width * size.height - pixels.count
    if missing > 0 {
      pixels.append(contentsOf: repeatElement(SIMD4(0, 0, 0, isOpaque ? .max : 0), count: missing))
    }
    let opaque = isOpaque || pixels.allSatisfy { $0.w == .max }
    return Bitmap(size: size, pixels: pixels, isOpaque: opaque)
  }
}
