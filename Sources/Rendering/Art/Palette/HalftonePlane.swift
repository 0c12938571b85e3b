import Bitmaps
import CGlyphs
import Glibc
import Parallelism
import Terminal

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

  /// Creates zeros for some cells.
  init(cells: (columns: Int, rows: Int)) {
    width = cells.columns * Self.across + 2 * Self.reach
    height = cells.rows * Self.down + 2 * Self.reach
    values = Array(repeating: 0, count: width * height)
  }

  /// The index of the first point of a cell's patch.
  func corner(_ column: Int, _ row: Int) -> Int { row * Self.down * width + column * Self.across }

  /// The index of the first of a cell's own points.
  func firstPoint(_ column: Int, _ row: Int) -> Int { corner(column, row) + Self.reach * width + Self.reach }

  /// The indices of a cell's own points, row-major.
  func points(_ column: Int, _ row: Int) -> SIMD8<Int> {
    let first = firstPoint(column, row)
    return SIMD8(0, 1, width, width + 1, 2 * width, 2 * width + 1, 3 * width, 3 * width + 1)
      &+ first
  }

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

/// The cells of a canvas that are not empty, and their bounding box.
struct DrawnCells {
  private let isDrawn: [Bool]
  private let window: Int
  private let area: CellRect

  var columns: Int { area.size.columns }
  var rows: Int { area.size.rows }

  /// Fails if the canvas is empty.
  init?(_ canvas: Canvas) {
    window = canvas.cells.columns
    var isDrawn = [Bool](repeating: false, count: canvas.cells.count)
    var (left, right, top, bottom) = (window, -1, canvas.cells.rows, -1)
    let (samples, cell) = (canvas.samples.span, canvas.samplesPerCell)
    for row in 0..<canvas.height {
      let y = row / cell.height
      for x in 0..<window where !isDrawn[y * window + x] {
        let start = row * canvas.width + x * cell.width
        for index in start..<start + cell.width where samples[index].w != 0 {
          isDrawn[y * window + x] = true
          (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), max(bottom, y))
          break
        }
      }
    }
    guard right >= 0 else { return nil }
    self.isDrawn = isDrawn
    area = CellRect(column: left, row: top, columns: right - left + 1, rows: bottom - top + 1)
  }

  /// Whether a cell of the bounding box is not empty.
  func contains(_ column: Int, _ row: Int) -> Bool { isDrawn[index(column, row)] }

  /// The index in the canvas of a cell of the bounding box.
  func index(_ column: Int, _ row: Int) -> Int { (area.row + row) * window + area.column + column }

  /// Calls `body` for each cell that is not empty.
  func forEach(_ body: (_ column: Int, _ row: Int) -> Void) {
    for row in 0..<rows { forEach(inRow: row) { body($0, row) } }
  }

  /// Calls `body` for each cell of a row that is not empty; the direction alternates from row to row.
  func forEach(inRow row: Int, backwards: Bool = false, _ body: (_ column: Int) -> Void) {
    for step in 0..<columns {
      let column = row.isMultiple(of: 2) == backwards ? columns - 1 - step : step
      if isDrawn[index(column, row)] { body(column) }
    }
  }

  /// The mean light at each of a cell's points, 0…1, row by row.
  ///
  /// - Parameter nothing: Whether empty samples count as white rather than black.
  func lights(_ canvas: Canvas, _ column: Int, _ row: Int, nothing: Bool) -> SIMD8<Float> {
    let (width, height) = (
      canvas.samplesPerCell.width / HalftonePlane.across,
      canvas.samplesPerCell.height / HalftonePlane.down
    )
    let (samples, line, none) = (canvas.samples.span, canvas.width, nothing ? Float(65_535) : 0)
    let first =
      (area.row + row) * canvas.samplesPerCell.height * line + (area.column + column) * canvas.samplesPerCell.width
    let count = Float(width * height)
    @inline(__always)
    func light(_ down: Int, _ across: Int) -> Float {
      let corner = first &+ down &* height &* line &+ across &* width
      var sum: Float = 0
      for y in 0..<height {
        for x in 0..<width {
          let sample = samples[corner &+ y &* line &+ x]
          sum += sample.w == 0 ? none : Float(sample.x)
        }
      }
      return sum / count / 65_535
    }
    return SIMD8(
      light(0, 0), light(0, 1), light(1, 0), light(1, 1), light(2, 0), light(2, 1), light(3, 0), light(3, 1))
  }

  /// What is wanted of a cell besides the blurred ink around it.
  ///
  /// - Parameter weight: The weight of a squared difference of blurred ink there.
  func wish(
    of canvas: Canvas, _ column: Int, _ row: Int, _ table: InkTable, weight: Float, _ style: tui_halftone_style,
    isWide: Bool
  ) -> tui_halftone_cell {
    let (samples, line, down) = (canvas.samples.span, canvas.width, canvas.samplesPerCell.height)
    return unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * GlyphBank.parts) { memory in
      guard let tones = memory.baseAddress else { preconditionFailure("there is memory") }
      let inks = unsafe tones + GlyphBank.parts
      for y in 0..<GlyphBank.rows {
        let top = (area.row + row) * down + y * down / GlyphBank.rows
        let start = top * line + (area.column + column) * GlyphBank.columns
        for x in 0..<GlyphBank.columns {
          let entry = table[samples[start + x]]
          unsafe tones[y * GlyphBank.columns + x] = entry.tone
          unsafe inks[x * GlyphBank.rows + y] = entry.ink
        }
      }
      var (cell, style) = (tui_halftone_cell(), style)
      unsafe tui_halftone_wish(isWide, tones, inks, weight, &style, &cell)
      return cell
    }
  }
}
