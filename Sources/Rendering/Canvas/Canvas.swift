package import Bitmaps
import CarouselValues
package import Terminal

/// The samples of a rectangle of cells: the input of an art mode.
///
/// Every sample is either opaque (alpha 65535) or empty (alpha 0, where the terminal's own background shows).
package struct Canvas: Sendable, Equatable {
  /// The size in cells.
  package let cells: CellSize
  /// Samples per cell, across and down.
  package let samplesPerCell: PixelSize
  /// Linear-light samples, row-major.
  package var samples: [SIMD4<UInt16>]
  /// The column and row of the cell where the pictures drawn so far begin; nil until a picture is drawn.
  private(set) var pictureCorner: SIMD2<Int>?

  /// Samples across.
  package var width: Int { cells.columns * samplesPerCell.width }
  /// Samples down.
  package var height: Int { cells.rows * samplesPerCell.height }

  /// Creates an empty canvas.
  package init(cells: CellSize, samplesPerCell: PixelSize) {
    self.cells = cells
    self.samplesPerCell = samplesPerCell
    samples = Array(repeating: SIMD4(repeating: 0), count: cells.count * samplesPerCell.width * samplesPerCell.height)
  }

  /// Creates a canvas that shows only an opaque bitmap, without copying it; nil if the bitmap has another size or is
  /// not opaque.
  package init?(cells: CellSize, samplesPerCell: PixelSize, filledBy bitmap: Bitmap) {
    let size = PixelSize(width: cells.columns * samplesPerCell.width, height: cells.rows * samplesPerCell.height)
    guard bitmap.isOpaque, bitmap.size == size else { return nil }
    (self.cells, self.samplesPerCell, samples, pictureCorner) = (cells, samplesPerCell, bitmap.pixels, .zero)
  }

  /// Creates a canvas that shows a bitmap at its top left over a backdrop, without copying one that fills it.
  package init(cells: CellSize, samplesPerCell: PixelSize, showing bitmap: Bitmap, over backdrop: Backdrop) {
    if let canvas = Canvas(cells: cells, samplesPerCell: samplesPerCell, filledBy: bitmap) {
      self = canvas
    } else {
      self.init(cells: cells, samplesPerCell: samplesPerCell)
      draw(bitmap, atColumn: 0, row: 0, over: backdrop)
    }
  }

  /// Composes a bitmap over the backdrop with its top left at a sample; parts outside the canvas are clipped.
  package mutating func draw(_ bitmap: Bitmap, atColumn left: Int, row top: Int, over backdrop: Backdrop) {
    let corner = SIMD2(max(0, left) / samplesPerCell.width, max(0, top) / samplesPerCell.height)
    pictureCorner = pictureCorner.map { pointwiseMin($0, corner) } ?? corner
    let columns = max(0, -left)..<max(max(0, -left), min(bitmap.size.width, width - left))
    for row in max(0, -top)..<max(max(0, -top), min(bitmap.size.height, height - top)) {
      let source = row * bitmap.size.width
      let target = (row + top) * width + left
      if bitmap.isOpaque {
        samples.replaceSubrange(
          (target + columns.lowerBound)..<(target + columns.upperBound),
          with: bitmap.pixels[(source + columns.lowerBound)..<(source + columns.upperBound)])
      } else {
        for column in columns {
          // Checkerboard squares are scaled as if cells had 4×8 samples, in every art mode.
          samples[target + column] = backdrop.composed(
            bitmap.pixels[source + column], column: column * 4 / samplesPerCell.width,
            row: row * 8 / samplesPerCell.height)
        }
      }
    }
  }

  /// This canvas and `other` mixed in linear light, from 0 (this one) to 1 (the other). Both must have the same
  /// dimensions.
  ///
  /// Where one of them is empty, `assumed` takes its place; where both are empty, so is the mixture.
  package func mixed(with other: Canvas, _ share: Double, assuming assumed: LinearColor) -> Canvas {
    precondition(cells == other.cells && samplesPerCell == other.samplesPerCell, "canvases to mix are of one shape")
    var result = self
    if let corner = other.pictureCorner {
      result.pictureCorner = pictureCorner.map { pointwiseMin($0, corner) } ?? corner
    }
    let weight = UInt32((min(max(0, share), 1) * 65_536).rounded())
    let behind = LinearColor.pixel(assumed)
    let (own, others) = (SIMD4<UInt32>(repeating: 65_536 - weight), SIMD4<UInt32>(repeating: weight))
    let half = SIMD4<UInt32>(repeating: 32_768)
    for position in result.samples.indices {
      var (a, b) = (samples[position], other.samples[position])
      if a.w == 0 {
        if b.w == 0 { continue }
        a = behind
      } else if b.w == 0 {
        b = behind
      }
      // 65535 × 65536 + 32768 is just below 2³²: the sum cannot overflow.
      let sum = SIMD4<UInt32>(truncatingIfNeeded: a) &* own &+ SIMD4<UInt32>(truncatingIfNeeded: b) &* others &+ half
      result.samples[position] = SIMD4<UInt16>(truncatingIfNeeded: sum &>> 16)
    }
    return result
  }

  /// A part of this canvas enlarged to its full size, by nearest-neighbor sampling: cells have enough samples for
  /// that.
  ///
  /// - Parameter part: In shares of the canvas, within 0…1.
  func enlarged(_ part: SlideBox) -> Canvas {
    var result = self
    guard width > 0, height > 0 else { return result }
    func indices(_ start: Double, _ extent: Double, _ count: Int) -> [Int] {
      (0..<count).map { index in
        let source = (start + (Double(index) + 0.5) / Double(count) * extent) * Double(count)
        return min(max(0, Int(source)), count - 1)
      }
    }
    let (across, down) = (indices(part.x, part.width, width), indices(part.y, part.height, height))
    for row in 0..<height {
      let (source, target) = (down[row] * width, row * width)
      for column in 0..<width { result.samples[target + column] = samples[source + across[column]] }
    }
    return result
  }
}
