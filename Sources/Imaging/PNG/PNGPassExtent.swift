import Bitmaps

/// How much of an interlaced PNG was decoded before its data ended. Missing pixels are filled in from coarser passes,
/// as browsers do while a picture loads.
struct PNGPassExtent {
  private let passes: [PNGPass]
  /// The number of complete passes.
  private let count: Int
  /// The number of decoded rows of the next pass.
  private let rows: Int

  /// Creates an extent of `count` complete passes and `rows` rows of the next one.
  init(_ passes: [PNGPass], count: Int, rows: Int) {
    self.passes = passes
    self.count = count
    self.rows = rows
  }

  /// Whether all pixels were decoded.
  var isWhole: Bool { count == passes.count }

  /// The sizes of the blocks that pixels stand for, from the finest, after the last pass, to the coarsest, after the
  /// first (PNG specification, third edition, 8.2).
  private static let blocks = [(1, 1), (1, 2), (2, 2), (2, 4), (4, 4), (4, 8), (8, 8)]

  /// Whether the pixel at a position was decoded.
  private func has(_ column: Int, _ row: Int) -> Bool {
    for (index, pass) in passes.prefix(count + 1).enumerated() {
      guard column >= pass.firstColumn, (column - pass.firstColumn) % pass.columnStep == 0, row >= pass.firstRow,
        (row - pass.firstRow) % pass.rowStep == 0
      else { continue }
      return index < count || (row - pass.firstRow) / pass.rowStep < rows
    }
    return false
  }

  /// Returns a row's pixels in a range of columns, with each gap filled by the decoded pixel of the finest block that
  /// covers it; nil if no decoded pixel covers one of them.
  ///
  /// - Parameter canvas: Rows of `width` pixels of `stride` bytes.
  func filled(_ row: Int, _ columns: Range<Int>, of canvas: [UInt8], width: Int, stride: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(columns.count * stride)
    for column in columns {
      let source =
        has(column, row)
        ? (column, row)
        : PNGPassExtent.blocks.lazy.map { (column / $0.0 * $0.0, row / $0.1 * $0.1) }.first { has($0.0, $0.1) }
      guard let source else { return nil }
      let start = (source.1 * width + source.0) * stride
      bytes += canvas[start..<start + stride]
    }
    return bytes
  }

  /// Turns sums over the decoded pixels into their averages; pixels without any are gray.
  ///
  /// - Parameter size: The full size of the picture.
  func completing(_ sums: Bitmap, of size: PixelSize) -> Bitmap {
    // The same sums over white pixels give the share of each pixel that was decoded.
    let white = Array(repeating: SIMD4<Float>(repeating: 65_535), count: size.width)
    var scaler = RowScaler(scattered: size, target: sums.size, isOpaque: false, matrix: nil)
    for (index, pass) in passes.prefix(count + 1).enumerated() {
      scaler.beginPass(
        column: pass.firstColumn, columnStep: pass.columnStep, row: pass.firstRow, rowStep: pass.rowStep)
      for _ in 0..<(index < count ? pass.height : rows) { scaler.push(white) }
    }
    let shares = scaler.finish().pixels
    var pixels = sums.pixels
    for (index, share) in shares.enumerated() {
      guard share.w > 0 else {
        pixels[index] = DecodedPicture.missing
        continue
      }
      let average = SIMD4<UInt32>(truncatingIfNeeded: pixels[index]) &* 65_535 / UInt32(share.w)
      var pixel = SIMD4<UInt16>(clamping: average)
      if sums.isOpaque { pixel.w = .max }
      pixels[index] = pixel.replacing(with: pixel.w, where: pixel .> SIMD4(repeating: pixel.w))
    }
    return Bitmap(size: sums.size, pixels: pixels, isOpaque: sums.isOpaque)
  }
}
