public import CarouselValues

extension GridMachine {
  /// The positions and sizes of the slides of a grid. Rows are counted from 0, and lengths are in units of the viewport.
  ///
  /// In a grid that scrolls horizontally, a row goes from top to bottom, and columns are counted downward.
  public struct Layout: Equatable, Sendable {
    /// The number of columns, at least 1.
    public let columns: Int
    /// The distance from the beginning of one row to that of the next; > 0.
    public let pitch: Double
    /// The distance from the edge of one column to that of the next, not rounded to the unit.
    private let columnPitch: Double
    private let viewport: SlideSize
    private let gap: Double
    private let unit: Double
    private let axis: Axis
    private let isMirrored: Bool
    /// The length of a heading, in rows.
    private let heading: Double
    let sections: GridSections

    /// The greatest number of columns, and of rows in the viewport's length.
    public static let maximumColumns = 64

    /// Creates a layout. `sections` are the first slides of the sections that have headings.
    public init(count: Int, viewport: SlideSize, settings: Settings = Settings(), sections: [Int] = []) {
      let count = max(0, min(count, GridMachine.maximumCount))
      self.viewport = viewport.bounded
      (axis, isMirrored) = (settings.axis, settings.isMirrored)
      let automatic = min(count <= 4 ? 2 : 3, max(1, count))
      columns = max(1, min(settings.columns ?? automatic, Self.maximumColumns))
      self.sections = GridSections(sections, count: count, columns: columns)
      let (width, height) = (max(viewport.bounded.width, 1e-6), max(viewport.bounded.height, 1e-6))
      let (across, length) = axis == .vertical ? (width, height) : (height, width)
      unit = settings.unit > 0 ? min(max(settings.unit, 1e-3), width, height) : 0
      let gap = settings.gap > 0 ? min(settings.gap, across / Double(columns), length / 4) : 0
      self.gap = gap
      columnPitch = (across + gap) / Double(columns)
      let ratio = settings.cellRatio > 0 ? max(1e-6, min(settings.cellRatio, 1e6)) : 0.75
      // Limits the pitch so that two rows are in view if there are two.
      let maximum = (length + gap) / Double(max(1, min(self.sections.rows, 2)))
      let minimum = max((length + gap) / Double(Self.maximumColumns), 3 * gap)
      let wanted = (columnPitch - gap) * (axis == .vertical ? ratio : 1 / ratio) + gap
      let pitch = max(minimum, min(wanted, maximum))
      let units = (pitch / unit + 1e-9).roundedDown
      self.pitch = unit > 0 ? max(1, units * unit < minimum - 1e-9 ? units + 1 : units) * unit : pitch
      let heading = settings.headingLength > 0 ? min(settings.headingLength, length) : 0
      self.heading = (unit > 0 ? (heading / unit).roundedUp * unit : heading) / self.pitch
    }

    /// The number of rows.
    public var rows: Int { sections.rows }

    /// The number of rows that fit in the viewport, including a fraction of a row.
    public var rowsPerPage: Double { (viewport[axis] + gap) / pitch }

    /// The length of the whole grid with its headings, in rows.
    var length: Double { Double(rows) + Double(sections.headings) * heading }

    /// Returns the row of a slide.
    public func row(of slide: Int) -> Int { sections.place(of: max(0, slide)).row }

    /// Returns the rectangle of a slide at a scroll position, in rows.
    public func box(of slide: Int, top: Double) -> SlideBox {
      let (row, column) = sections.place(of: max(0, slide))
      let start = Double(column) * columnPitch
      return box(
        across: (rounded(start), rounded(start + columnPitch - gap)), at: position(ofRow: row) - top,
        length: pitch - gap)
    }

    func headingBox(of section: Int, top: Double) -> SlideBox {
      let row = position(ofRow: sections.firstRow(of: section))
      let across = axis == .vertical ? viewport.width : viewport.height
      return box(across: (0, across), at: row - heading - top, length: max(0, heading * pitch - gap))
    }

    private func box(across: (Double, Double), at rows: Double, length: Double) -> SlideBox {
      let (extent, length, start) = (max(0, across.1 - across.0), max(0, length), rows * pitch)
      return switch axis {
      case .vertical:
        SlideBox(x: isMirrored ? viewport.width - across.1 : across.0, y: start, width: extent, height: length)
      case .horizontal:
        SlideBox(x: isMirrored ? viewport.width - start - length : start, y: across.0, width: length, height: extent)
      }
    }

    /// Returns the rows that are visible, entirely or in part, at a scroll position, in rows.
    public func rowsInView(top: Double) -> Range<Int> {
      guard rows > 0 else { return 0..<0 }
      let end = top + rowsPerPage - gap / pitch - 1e-9
      let start = sections.row(at: top, heading: heading)
      let last = sections.row(at: end, heading: heading)
      // At the end of the view, there may be the next row's heading alone.
      return start..<max(start + 1, position(ofRow: last) < end ? last + 1 : last)
    }

    func headingsInView(top: Double) -> [Int] {
      guard heading > 0, rows > 0 else { return [] }
      let visible = rowsInView(top: top)
      let first = sections.section(ofRow: visible.lowerBound)
      let last = sections.section(ofRow: min(visible.upperBound, rows - 1))
      return (first...last).filter {
        let start = position(ofRow: sections.firstRow(of: $0)) - heading - top
        return sections.hasHeading($0) && start < rowsPerPage - gap / pitch && start + heading > gap / pitch
      }
    }

    /// Returns the slides in a range of rows.
    public func slides(in rows: Range<Int>) -> Range<Int> {
      let (first, last) = (max(0, rows.lowerBound), min(rows.upperBound, self.rows) - 1)
      guard first <= last else { return 0..<0 }
      return sections.slides(ofRow: first).lowerBound..<sections.slides(ofRow: last).upperBound
    }

    /// Returns the slide in a row that is nearest to a column.
    func slide(inRow row: Int, column: Int) -> Int {
      let slides = sections.slides(ofRow: row)
      return min(slides.lowerBound + column, slides.upperBound - 1)
    }

    func slide(at point: SlidePoint, top: Double) -> Int? {
      guard SlideBox(viewport).contains(point) else { return nil }
      return rowsInView(top: top).lazy.flatMap(sections.slides).first { box(of: $0, top: top).contains(point) }
    }

    /// Returns the position of a row, in rows: rows and headings before it.
    func position(ofRow row: Int) -> Double { sections.position(ofRow: row, heading: heading) }

    /// Returns the scroll position, clamped so that there is no space before the first row or after the last.
    func bounded(top: Double) -> Double { max(0, min(top, length - rowsPerPage)) }

    /// Returns the scroll position with rows at whole units, as far as the clamp allows.
    func resting(top: Double) -> Double { bounded(top: unit > 0 ? rounded(top * pitch) / pitch : top) }

    /// Returns the scroll position nearest to `top` at which a row is entirely visible, with a heading above it if both
    /// fit.
    func revealing(row: Int, from top: Double) -> Double {
      let section = sections.section(ofRow: row)
      let isTitled = sections.firstRow(of: section) == row && sections.hasHeading(section) && 1 + heading <= rowsPerPage
      let start = position(ofRow: row)
      return bounded(top: min(max(top, start + 1 - rowsPerPage), isTitled ? start - heading : start))
    }

    /// Returns the distance in rows, towards the end, of a movement of the content.
    func rows(forTranslation way: SlidePoint) -> Double {
      (isMirrored && axis == .horizontal ? 1 : -1) * way[axis] / pitch
    }

    private func rounded(_ edge: Double) -> Double { unit > 0 ? (edge / unit).roundedToNearest * unit : edge }
  }
}
