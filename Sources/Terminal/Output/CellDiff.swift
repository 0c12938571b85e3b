/// A cell that the terminal must redraw, in drawn form (`Cell.drawn`).
struct CellChange: Hashable, Sendable {
  /// The column, from 0.
  var column: Int
  /// The width in columns: 1 or 2.
  var width: Int
  /// The cell. Its glyph is never a continuation; its foreground is the terminal's own if it is invisible.
  var cell: Cell
}

/// Cells that the terminal inserts or deletes within a row.
struct RowMove: Hashable, Sendable {
  /// The column, from 0.
  var column: Int
  /// The number of cells inserted; negative if they are deleted.
  var count: Int
}

/// The terminal's content, and how a new frame differs from it: the only place that decides which cells are redrawn.
///
/// Cells are stored and compared in drawn form (`Cell.drawn`), so that two cells that look the same are equal.
struct CellDiff: Sendable {
  /// A row as it will be shown, and the changes that this takes.
  struct RowPlan: Sendable {
    /// The moves of the row's cells by the terminal, made before the changes and in this order.
    fileprivate(set) var moves: [RowMove] = []
    /// The changes, in order of columns.
    fileprivate(set) var changes: [CellChange] = []
    fileprivate var shown: [Cell] = []

    init() {}

    /// Records that a change is drawn as another cell of the same width.
    @inline(__always)
    mutating func approximate(_ change: CellChange) { shown[change.column] = change.cell }
  }

  /// A lower bound for the bytes of changes: one per glyph, and the shortest 24-bit color for each new background.
  private struct MinimumBytes {
    private(set) var count = 0
    /// The colors that the pen may hold: those of the last cell with two colors, and of the last blank after it.
    private var pen: (Color, Color, Color)?

    @inline(__always)
    mutating func add(_ cell: Cell) {
      count += 1
      let (foreground, background) = (cell.foreground, cell.background)
      if let pen, background.rawValue >> 24 == 1, background != pen.0, background != pen.1, background != pen.2 {
        count += SGRPen.minLength
      }
      if cell.glyph != .blank {
        pen = (foreground, background, background)
      } else if let colors = pen {
        pen = (colors.0, colors.1, background)
      }
    }
  }

  /// The distance from the wanted color up to which a color is not redrawn.
  var tolerance = ColorTolerance.none

  private var size = CellSize(columns: 0, rows: 0)
  /// The rows that the terminal shows, each in memory of its own, which changes places with that of a plan. `continuation`
  /// stands for the right half of the wide glyph to its left, and for unknown content: no drawn cell equals it.
  private var shown: [[Cell]] = []
  private var finder = ShiftFinder()
  /// The links of the last frame.
  private var links: [LinkedCells] = []
  /// Whether some cells may show pixels, which do not move with the cells.
  private var hasPictures = false
  /// The last frame before colors were rounded: moves are found by comparing with it.
  private var wanted: CellBuffer?

  /// Forgets what the terminal shows, and sets its size.
  mutating func forget(size: CellSize) {
    self.size = size
    wanted = nil
    shown = (0..<size.rows).map { _ in unknownRow }
  }

  /// A row of unknown content.
  private var unknownRow: [Cell] { Array(repeating: Cell(.continuation), count: size.columns) }

  /// Prepares for the rows of a frame; if its size differs, all content counts as unknown, as do cells that get or lose
  /// a link.
  mutating func begin(_ frame: CellBuffer) {
    if frame.size != size { forget(size: frame.size) }
    guard frame.links != links else { return }
    for cells in Set(links).symmetricDifference(frame.links) where (0..<size.rows).contains(cells.row) {
      for column in cells.columns.clamped(to: 0..<size.columns) { shown[cells.row][column] = Cell(.continuation) }
    }
    links = frame.links
  }

  /// Records that cells show pixels (`Cell.picture`), until something else is drawn there.
  mutating func cover(_ area: CellRect) {
    hasPictures = true
    let area = area.clipped(to: size)
    for row in area.rowRange {
      for column in area.columnRange where row < shown.count { shown[row][column] = .picture }
    }
  }

  /// Whether some cells show pixels.
  private mutating func showsPictures() -> Bool {
    hasPictures = hasPictures && shown.contains { $0.contains(.picture) }
    return hasPictures
  }

  /// Returns a guess at how far the rows' cells have moved sideways.
  mutating func likelyMoves(to frame: CellBuffer) -> [RowMove] {
    guard let wanted, wanted.size == frame.size, links.isEmpty, !showsPictures() else { return [] }
    let areas: [CellRect]
    switch frame.motion?.axis {
    case .vertical: return []
    case .horizontal: areas = frame.motion?.areas ?? []
    case nil: areas = [CellRect(frame.size)]
    }
    var moves: [RowMove] = []
    // The number of columns by which the previous moves shift everything to the right of their areas.
    var moved = 0
    for area in areas.prefix(CellMotion.maximumAreas) {
      guard let shift = finder.columns(from: wanted, to: frame, in: area), shift != moved else { continue }
      let more = shift - moved
      moves.append(RowMove(column: max(0, more > 0 ? area.column - more : area.column), count: more))
      moved = shift
    }
    return moves
  }

  /// Rows to scroll, and by how many rows: positive is down, negative is up.
  struct Scroll: Hashable, Sendable {
    var rows: Range<Int>
    var count: Int
  }

  /// Returns a guess at how far the rows have scrolled, and applies it to the stored content.
  mutating func scroll(to frame: CellBuffer) -> [Scroll] {
    guard let wanted, wanted.size == frame.size, let motion = frame.motion, motion.axis == .vertical,
      links.isEmpty, !showsPictures()
    else { return [] }
    var scrolls = motion.areas.prefix(CellMotion.maximumAreas).compactMap { area -> Scroll? in
      let area = area.clipped(to: size)
      guard let count = finder.rows(from: wanted, to: frame, in: area), count != 0 else { return nil }
      // The rows that the content comes from are scrolled, too.
      let rows = count < 0 ? area.row..<area.rowRange.upperBound - count : area.row - count..<area.rowRange.upperBound
      let clipped = rows.clamped(to: 0..<size.rows)
      return abs(count) < clipped.count ? Scroll(rows: clipped, count: count) : nil
    }
    // No scroll may displace rows that a later one still has to move.
    if scrolls.contains(where: { $0.count > 0 }) { scrolls.reverse() }
    for scroll in scrolls { apply(scroll) }
    return scrolls
  }

  private mutating func apply(_ scroll: Scroll) {
    let unknown = (0..<abs(scroll.count)).map { _ in unknownRow }
    let rows = shown[scroll.rows]
    let shifted = Array(scroll.count < 0 ? rows.dropFirst(unknown.count) : rows.dropLast(unknown.count))
    shown.replaceSubrange(scroll.rows, with: scroll.count < 0 ? shifted + unknown : unknown + shifted)
  }

  /// Records the frame whose rows have been planned.
  mutating func finish(_ frame: CellBuffer) { wanted = frame }

  /// Plans one row, after the terminal has made the given moves.
  ///
  /// Uncovered cells are unknown: some terminals fill them with the current background, some with the default one.
  /// Halves of wide glyphs that were cut are unknown, too.
  func plan(_ frame: CellBuffer, row: Int, moves: [RowMove] = [], into plan: inout RowPlan) {
    let columns = size.columns
    let start = row * columns
    plan.moves = moves
    plan.changes.removeAll(keepingCapacity: true)
    // Moved out of the plan, so that it can be modified together with the plan's changes.
    var shown: [Cell] = []
    swap(&shown, &plan.shown)
    defer { swap(&shown, &plan.shown) }
    shown.removeAll(keepingCapacity: true)
    shown.append(contentsOf: self.shown[row])
    for move in moves { Self.apply(move, to: &shown) }
    var cells = shown.mutableSpan
    var comparison = RowComparison(
      start: start, columns: columns, tolerance: tolerance)
    while let change = comparison.next(frame.cells.span, shown: cells.span) {
      plan.changes.append(change)
      cells[change.column] = change.cell
      if change.width == 2 { cells[change.column + 1] = Cell(.continuation) }
    }
  }

  /// Returns whether a row differs from the frame's, and the changes without moves take more bytes than a limit.
  ///
  /// A true answer is certain as long as colors are exact; it takes time only until the limit is exceeded.
  func takesMoreBytes(than limit: Int, toShow row: Int, of frame: CellBuffer) -> Bool {
    let start = row * size.columns
    var minimum = MinimumBytes()
    var comparison = RowComparison(
      start: start, columns: size.columns, tolerance: tolerance)
    let shown = shown[row]
    while let change = comparison.next(frame.cells.span, shown: shown.span) {
      minimum.add(change.cell)
      if minimum.count > limit { return true }
    }
    return false
  }

  private static func apply(_ move: RowMove, to shown: inout [Cell]) {
    let columns = shown.count
    let column = min(max(0, move.column), columns)
    let count = min(abs(move.count), columns - column)
    guard count > 0 else { return }
    // A wide glyph that is cut in the middle loses both halves.
    if column > 0, shown[column].glyph == .continuation { shown[column - 1] = Cell(.continuation) }
    let unknown = repeatElement(Cell(.continuation), count: count)
    if move.count > 0 {
      shown.removeLast(count)
      shown.insert(contentsOf: unknown, at: column)
    } else {
      shown.removeSubrange(column..<column + count)
      shown.append(contentsOf: unknown)
    }
    forgetCluster(endingAt: move.count > 0 ? columns : columns - count, in: &shown)
  }

  /// Marks a cluster that leaves or reaches the last column as unknown, because only its base is drawn there.
  private static func forgetCluster(endingAt end: Int, in shown: inout [Cell]) {
    var column = end - 1
    if column > 0 && shown[column].glyph == .continuation { column -= 1 }
    guard column >= 0, shown[column].glyph != .continuation, !shown[column].glyph.isSingleScalar else { return }
    shown[column] = Cell(.continuation)
  }

  /// Records that a row was drawn by a plan, which must be the last one made for it, and is used up.
  mutating func apply(_ plan: inout RowPlan, row: Int) { swap(&shown[row], &plan.shown) }
}

/// Finds the changes of a row, one after the other.
///
/// The cells that a glyph of unsettled width may cover count as changed, too: a terminal that draws it wider has
/// overwritten them.
private struct RowComparison {
  /// The index of the row's first cell in the frame.
  let start: Int
  let columns: Int
  let tolerance: ColorTolerance
  private var column = 0
  private var spoiltUntil = 0

  init(start: Int, columns: Int, tolerance: ColorTolerance) {
    (self.start, self.columns, self.tolerance) = (start, columns, tolerance)
  }

  /// Returns the next cell to redraw so that the row shows the frame's; nil if none remains.
  ///
  /// - Parameters:
  ///   - cells: The frame's cells.
  ///   - shown: The cells of the row on the terminal. Cells before the last change's end are not read any more.
  @inline(__always)
  mutating func next(_ cells: Span<Cell>, shown: Span<Cell>) -> CellChange? {
    while column < columns {
      let (raw, current) = (cells[start + column], shown[column])
      // The terminal's cells are in drawn form, which does not depend on the next cell if the glyph is plain.
      if raw == current, raw.glyph.isPlain, column >= spoiltUntil {
        column += 1
        continue
      }
      let following = column + 1 < columns ? cells[start + column + 1].glyph : .blank
      let (wanted, width) = raw.drawn(before: following)
      defer { column += width }
      if wanted != current || column < spoiltUntil,
        column < spoiltUntil || tolerance.isNone || !tolerance.allows(current, for: wanted)
      {
        if wanted.glyph.isWidthUnsettled { spoiltUntil = max(spoiltUntil, column + wanted.glyph.widestWidth) }
        return CellChange(column: column, width: width, cell: wanted)
      }
    }
    return nil
  }
}
