public import CarouselValues

extension GridMachine {
  /// The positions and sizes of the slides of a grid. Rows are counted from 0, and lengths are in units of the viewport.
  public struct Layout: Equatable, Sendable {
    /// The number of columns, at least 1.
    public let columns: Int
    /// The number of rows.
    public let rows: Int
    /// The distance from the top of one row to that of the next; > 0.
    public let pitch: Double
    /// The distance from the left edge of one column to that of the next, not rounded to the unit.
    private let columnPitch: Double
    private let count: Int
    private let viewport: SlideSize
    private let gap: Double
    private let unit: Double

    /// The greatest number of columns, and of rows in the viewport's height.
    public static let maximumColumns = 64

    init(count: Int, viewport: SlideSize, _ settings: GridMachine.Settings) {
      self.count = count
      self.viewport = viewport
      let automatic = min(count <= 4 ? 2 : 3, max(1, count))
      columns = max(1, min(settings.columns ?? automatic, Self.maximumColumns))
      rows = count / columns + (count % columns > 0 ? 1 : 0)
      let (width, height) = (max(viewport.width, 1e-6), max(viewport.height, 1e-6))
      unit = settings.unit > 0 ? min(max(settings.unit, 1e-3), width, height) : 0
      let gap = settings.gap > 0 ? min(settings.gap, width / Double(columns), height / 4) : 0
      self.gap = gap
      columnPitch = (width + gap) / Double(columns)
      let ratio = settings.cellRatio > 0 ? min(settings.cellRatio, 1e6) : 0.75
      // Limits the pitch so that two rows are in view if there are two.
      let maximum = (height + gap) / Double(max(1, min(rows, 2)))
      let minimum = max((height + gap) / Double(Self.maximumColumns), 3 * gap)
      let length = max(minimum, min((columnPitch - gap) * ratio + gap, maximum))
      let units = (length / unit + 1e-9).roundedDown
      pitch = unit > 0 ? max(1, units * unit < minimum - 1e-9 ? units + 1 : units) * unit : length
    }

    /// The number of rows that fit in the viewport, including a fraction of a row.
    public var rowsPerPage: Double { (viewport.height + gap) / pitch }

    /// Returns the row of a slide.
    public func row(of slide: Int) -> Int { max(0, slide) / columns }

    /// Returns the rectangle of a slide at a scroll position, in rows.
    public func box(of slide: Int, top: Double) -> SlideBox {
      let column = Double(max(0, slide) % columns)
      let (left, right) = (rounded(column * columnPitch), rounded(column * columnPitch + columnPitch - gap))
      let y = (Double(row(of: slide)) - top) * pitch
      return SlideBox(x: left, y: y, width: max(0, right - left), height: max(0, pitch - gap))
    }

    /// Returns the rows that are visible, entirely or in part, at a scroll position, in rows.
    public func rowsInView(top: Double) -> Range<Int> {
      guard rows > 0 else { return 0..<0 }
      let first = max(0, min(top.roundedDown, Double(rows - 1)))
      let end = max(first + 1, min((top + rowsPerPage - gap / pitch - 1e-9).roundedUp, Double(rows)))
      let start = min(Int(first), rows - 1)
      return start..<max(start + 1, min(Int(end), rows))
    }

    /// Returns the slides in a range of rows.
    public func slides(in rows: Range<Int>) -> Range<Int> {
      let start = min(max(0, rows.lowerBound) * columns, count)
      return start..<max(start, min(max(0, rows.upperBound) * columns, count))
    }

    /// Returns the slide at a point of the viewport; nil if there is none.
    func slide(at point: SlidePoint, top: Double) -> Int? {
      guard point.x >= 0, point.x < viewport.width, point.y >= 0, point.y < viewport.height else { return nil }
      let row = (point.y / pitch + top).roundedDown
      guard row >= 0, row < Double(rows) else { return nil }
      let first = Int(row) * columns
      return (first..<min(first + columns, count)).first { box(of: $0, top: top).contains(point) }
    }

    /// Returns the scroll position, clamped so that there is no space above the first row or below the last.
    func bounded(top: Double) -> Double { max(0, min(top, Double(rows) - rowsPerPage)) }

    /// Returns the scroll position nearest to `top` at which a row is entirely visible.
    func revealing(row: Int, from top: Double) -> Double {
      let row = Double(row)
      return bounded(top: min(max(top, row + 1 - rowsPerPage), row))
    }

    private func rounded(_ edge: Double) -> Double { unit > 0 ? (edge / unit).roundedToNearest * unit : edge }
  }
}
