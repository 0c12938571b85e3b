import CGlyphs
import Glibc
import Parallelism

/// Values at 2×4 points per cell, which are about square in most fonts, with a margin as wide as the blur of ink.
///
/// Seen from a distance, ink is blurred by a Gaussian with a sigma of one point. A patch is a cell with all the points
/// that its ink reaches: ten rows of eight.
struct HalftonePlane {
  static let across = 2
  static let down = 4
  /// The reach of a cell's ink beyond the cell, in points: three sigmas.
  static let reach = 3
  static let patchRows = down + 2 * reach
  /// The cells on either side whose patches share points with a cell's.
  static let patchColumns = 2 * reach / across

  /// Points across.
  let width: Int
  /// Points down.
  let height: Int
  /// Row-major.
  var values: [Float]

  init(cells: (columns: Int, rows: Int)) {
    width = cells.columns * Self.across + 2 * Self.reach
    height = cells.rows * Self.down + 2 * Self.reach
    values = Array(repeating: 0, count: width * height)
  }

  /// The index of the first point of a cell's patch.
  func corner(_ column: Int, _ row: Int) -> Int { row * Self.down * width + column * Self.across }

  /// The index of the first of a cell's own points.
  func firstPoint(_ column: Int, _ row: Int) -> Int { corner(column, row) + Self.reach * width + Self.reach }

  /// The mean of the values at a cell's own points.
  func mean(_ column: Int, _ row: Int) -> Float {
    let (values, first) = (values.span, firstPoint(column, row))
    var sum: Float = 0
    for line in 0..<Self.down {
      sum += values[first &+ line &* width]
      sum += values[first &+ line &* width &+ 1]
    }
    return sum / Float(Self.across * Self.down)
  }

  /// Sets the values at the points of all cells.
  ///
  /// - Parameter cells: The numbers of each cell, row-major.
  mutating func fill(_ cells: [SIMD8<Float>], columns: Int) {
    for (number, cell) in cells.enumerated() {
      var place = firstPoint(number % columns, number / columns)
      // Written out: lanes are slow to read in a loop.
      for (left, right) in [(cell[0], cell[1]), (cell[2], cell[3]), (cell[4], cell[5]), (cell[6], cell[7])] {
        (values[place], values[place + 1]) = (left, right)
        place += width
      }
    }
  }

  /// Replaces each value with a weighted sum of its neighbors: the blur of ink seen from a distance.
  mutating func blur(isWide: Bool = Vectors.areWide) {
    let weights = HalftoneBlur.weights(perPoint: 1)
    var line = [Float](repeating: 0, count: width + 2 * Self.reach + 8)
    // Values are written eight at a time, also at the end.
    var across = [Float](repeating: 0, count: values.count + 8)
    values += Array(repeating: 0, count: 8)
    unsafe tui_plane_blur(isWide, &values, &across, &line, width, height, weights)
    values.removeLast(8)
  }
}

/// Blurs the ink of a cell's 4×8 samples over its patch.
struct HalftoneBlur {
  /// For each point across a patch, the weights of the four samples of a row.
  let across: [SIMD4<Float>]
  /// For each point down a patch, the weights of the eight samples of a column.
  let down: [SIMD8<Float>]

  init() {
    let weights = Self.weights(perPoint: 2)
    /// The share of a sample's ink that reaches a point, which is two samples wide.
    func share(_ sample: Int, _ point: Int) -> Float {
      (0..<2).reduce(Float(0)) { total, half in
        let tap = 2 * point + half - sample
        return total + (weights.indices ~= tap ? weights[tap] : 0)
      } / 2
    }
    across = (0..<8).map { point in SIMD4((0..<4).map { share($0, point) }) }
    down = (0..<HalftonePlane.patchRows).map { point in SIMD8((0..<8).map { share($0, point) }) }
  }

  /// The weights of a Gaussian with a sigma of one point, out to the reach of ink on both sides; they sum to 1.
  static func weights(perPoint steps: Int) -> [Float] {
    let reach = HalftonePlane.reach * steps
    let weights = (-reach...reach).map { expf(-Float($0 * $0) / Float(2 * steps * steps)) }
    let sum = weights.reduce(0, +)
    return weights.map { $0 / sum }
  }

  /// The rows of a coverage's blurred patch.
  func patch(of coverage: SIMD32<Float>) -> [SIMD8<Float>] {
    let rows = coverage.rows
    let (across, down) = (across.span, down.span)
    return (0..<HalftonePlane.patchRows).map { row in
      var samples = SIMD4<Float>.zero
      for y in 0..<GlyphBank.rows { samples += down[row][y] * rows[y] }
      func sum(_ point: Int) -> Float { (across[point] * samples).sum() }
      // Written out: vectors are slow to fill in a loop.
      return SIMD8(sum(0), sum(1), sum(2), sum(3), sum(4), sum(5), sum(6), sum(7))
    }
  }
}

extension SIMD32<Float> {
  /// The eight rows of a coverage.
  fileprivate var rows: InlineArray<8, SIMD4<Float>> {
    let (top, bottom) = (lowHalf, highHalf)
    return [
      top.lowHalf.lowHalf, top.lowHalf.highHalf, top.highHalf.lowHalf, top.highHalf.highHalf,
      bottom.lowHalf.lowHalf, bottom.lowHalf.highHalf, bottom.highHalf.lowHalf, bottom.highHalf.highHalf,
    ]
  }
}
