import Bitmaps
import CGlyphs
import Terminal

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

  /// The columns of a row's cells that are not empty; the direction alternates from row to row.
  func columns(inRow row: Int, backwards: Bool = false) -> [Int] {
    let columns = (0..<columns).filter { isDrawn[index($0, row)] }
    return row.isMultiple(of: 2) == backwards ? columns.reversed() : columns
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
  func target(
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
      unsafe tui_halftone_target(isWide, tones, inks, weight, &style, &cell)
      return cell
    }
  }
}
