/// A cell that the terminal must draw again, as it will be drawn.
struct CellChange: Hashable, Sendable {
  /// From 0 at the left.
  var column: Int
  /// Columns taken: 1 or 2.
  var width: Int
  /// Its glyph is never a continuation; its foreground is the terminal's own where it cannot be seen.
  var cell: Cell
}

/// Cells that a terminal inserts or deletes within a row.
struct RowMove: Hashable, Sendable {
  /// Where, from 0 at the left.
  var column: Int
  /// Cells inserted; negative: deleted.
  var count: Int
}

/// The terminal's content, and how a new frame differs from it: the only place that decides which cells are drawn again.
///
/// Cells are kept and compared as they are drawn (`Cell.drawn`), so that two cells that look the same are the same.
struct CellDiff: Sendable {
  /// One row as it will be shown, and what must be drawn for that.
  struct RowPlan: Sendable {
    /// How the terminal moves the row's cells first, in this order.
    fileprivate(set) var moves: [RowMove] = []
    /// In order.
    fileprivate(set) var changes: [CellChange] = []
    fileprivate var shown: [Cell] = []

    /// No plan yet.
    init() {}

    /// Takes note that a change is drawn as another cell of the same width.
    @inline(__always)
    mutating func approximate(_ change: CellChange) { shown[change.column] = change.cell }

    /// Bytes that drawing the changes takes at least: each one's glyph, and the shortest 24-bit colour where those change.
    var leastBytes: Int {
      var count = changes.count
      // What the pen may hold: the colours of the last cell that has two, and of the last blank after it.
      var held: (Color, Color, Color)?
      for change in changes {
        let (foreground, background) = (change.cell.foreground, change.cell.background)
        if let held, background.rawValue >> 24 == 1, background != held.0, background != held.1, background != held.2 {
          count += SGRPen.leastLength
        }
        if change.cell.glyph != .blank {
          held = (foreground, background, background)
        } else if let colors = held {
          held = (colors.0, colors.1, background)
        }
      }
      return count
    }
  }

  /// How far a colour may be from the wanted one without being drawn again.
  var tolerance = ColorTolerance.none
  /// How colours are rounded when cells are drawn again.
  var rounding = ColorRounding.none

  private var size = CellSize(columns: 0, rows: 0)
  /// What the terminal shows, row by row. `continuation` stands for the right half of the wide glyph to its left, and
  /// for unknown content: no drawn cell equals it.
  private var shown: [Cell] = []
  private var finder = ShiftFinder()
  /// Whether some cells may show pixels, which do not move as cells do.
  private var hasPictures = false
  /// The last frame before colours were rounded: motion is found by comparing with it.
  private var wanted: CellBuffer?

  /// Takes note that nothing is known of what the terminal shows, which is now of this size.
  mutating func forget(size: CellSize) {
    self.size = size
    wanted = nil
    shown.removeAll(keepingCapacity: true)
    shown.append(contentsOf: repeatElement(Cell(.continuation), count: size.count))
  }

  /// Makes ready for the rows of a frame; one of another size finds nothing known.
  mutating func begin(_ frame: CellBuffer) {
    if frame.size != size { forget(size: frame.size) }
  }

  /// Takes note that cells show pixels now (`Cell.picture`), until something else is drawn there.
  mutating func cover(_ area: CellRect) {
    hasPictures = true
    let area = area.clipped(to: size)
    for row in area.rowRange {
      for column in area.columnRange where row * size.columns + column < shown.count {
        shown[row * size.columns + column] = .picture
      }
    }
  }

  /// Whether some cells show pixels.
  private mutating func showsPictures() -> Bool {
    hasPictures = hasPictures && shown.contains(.picture)
    return hasPictures
  }

  /// A guess at how far the rows have moved sideways.
  mutating func likelyMoves(to frame: CellBuffer) -> [RowMove] {
    guard let wanted, wanted.size == frame.size, !showsPictures() else { return [] }
    let areas: [CellRect]
    switch frame.motion?.axis {
    case .vertical: return []
    case .horizontal: areas = frame.motion?.areas ?? []
    case nil: areas = [CellRect(frame.size)]
    }
    var moves: [RowMove] = []
    // By how many columns all that is right of the last area has been moved.
    var moved = 0
    for area in areas.prefix(CellMotion.maximumAreas) {
      guard let shift = finder.columns(from: wanted, to: frame, in: area), shift != moved else { continue }
      let more = shift - moved
      moves.append(RowMove(column: max(0, more > 0 ? area.column - more : area.column), count: more))
      moved = shift
    }
    return moves
  }

  /// Rows that are scrolled: by how many rows down, negative up.
  struct Scroll: Hashable, Sendable {
    var rows: Range<Int>
    var count: Int
  }

  /// A guess at how far the rows have scrolled, applied to the stored content.
  mutating func scroll(to frame: CellBuffer) -> [Scroll] {
    guard let wanted, wanted.size == frame.size, let motion = frame.motion, motion.axis == .vertical,
      !showsPictures()
    else { return [] }
    var scrolls = motion.areas.prefix(CellMotion.maximumAreas).compactMap { area -> Scroll? in
      let area = area.clipped(to: size)
      guard let count = finder.rows(from: wanted, to: frame, in: area), count != 0 else { return nil }
      // Where it comes from is scrolled, too.
      let rows = count < 0 ? area.row..<area.rowRange.upperBound - count : area.row - count..<area.rowRange.upperBound
      let clipped = rows.clamped(to: 0..<size.rows)
      return abs(count) < clipped.count ? Scroll(rows: clipped, count: count) : nil
    }
    // None may move away what another is yet to move.
    if scrolls.contains(where: { $0.count > 0 }) { scrolls.reverse() }
    for scroll in scrolls { apply(scroll) }
    return scrolls
  }

  private mutating func apply(_ scroll: Scroll) {
    let columns = size.columns
    let (first, end) = (scroll.rows.lowerBound * columns, scroll.rows.upperBound * columns)
    let unknown = Array(repeating: Cell(.continuation), count: abs(scroll.count) * columns)
    let kept = Array(scroll.count < 0 ? shown[first + unknown.count..<end] : shown[first..<end - unknown.count])
    shown.replaceSubrange(first..<end, with: scroll.count < 0 ? kept + unknown : unknown + kept)
  }

  /// Takes note of the frame whose rows have been planned.
  mutating func finish(_ frame: CellBuffer) { wanted = frame }

  /// Plans one row, its cells moved first by the terminal.
  ///
  /// Uncovered cells are unknown: some terminals fill them with the current background, some with the default.
  /// So are halves of wide glyphs that were cut.
  func plan(_ frame: CellBuffer, row: Int, moves: [RowMove] = [], into plan: inout RowPlan) {
    let columns = size.columns
    let start = row * columns
    plan.moves = moves
    plan.changes.removeAll(keepingCapacity: true)
    // Taken out of the plan while it is changed together with the changes.
    var shown: [Cell] = []
    swap(&shown, &plan.shown)
    defer { swap(&shown, &plan.shown) }
    shown.removeAll(keepingCapacity: true)
    shown.append(contentsOf: self.shown[start..<start + columns])
    for move in moves { Self.apply(move, to: &shown) }
    var cells = shown.mutableSpan
    Self.compare(
      frame.cells.span, start: start, with: &cells, columns: columns, tolerance: tolerance, rounding: rounding,
      into: &plan.changes)
  }

  private static func apply(_ move: RowMove, to shown: inout [Cell]) {
    let columns = shown.count
    let column = min(max(0, move.column), columns)
    let count = min(abs(move.count), columns - column)
    guard count > 0 else { return }
    // A glyph that the cut goes through is lost, both halves.
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

  /// Takes a cluster that leaves or reaches the last column as unknown: there only its base is drawn.
  private static func forgetCluster(endingAt end: Int, in shown: inout [Cell]) {
    var column = end - 1
    if column > 0 && shown[column].glyph == .continuation { column -= 1 }
    guard column >= 0, shown[column].glyph != .continuation, !shown[column].glyph.isSingleScalar else { return }
    shown[column] = Cell(.continuation)
  }

  /// Takes a row as drawn by a plan, which was the last made for it.
  mutating func apply(_ plan: RowPlan, row: Int) {
    let start = row * size.columns
    shown.replaceSubrange(start..<start + size.columns, with: plan.shown)
  }

  /// Appends to `changes`, in order, what must be drawn so that a row shows the frame's, and takes it as drawn.
  ///
  /// After a glyph of unsettled width its neighbours are drawn again too: a terminal that draws it wider has spoilt them.
  @inline(__always)
  private static func compare(
    _ cells: Span<Cell>, start: Int, with shown: inout MutableSpan<Cell>, columns: Int, tolerance: ColorTolerance,
    rounding: ColorRounding, into changes: inout [CellChange]
  ) {
    var spoiltUntil = 0
    var column = 0
    while column < columns {
      let raw = cells[start + column]
      let following = column + 1 < columns ? cells[start + column + 1].glyph : .blank
      let (wanted, width) = raw.drawn(before: following)
      if wanted != shown[column] || column < spoiltUntil,
        column < spoiltUntil || tolerance.isNone || !tolerance.allows(shown[column], for: wanted),
        case let cell = rounding.rounded(wanted), column < spoiltUntil || cell != shown[column]
      {
        changes.append(CellChange(column: column, width: width, cell: cell))
        shown[column] = cell
        if width == 2 { shown[column + 1] = Cell(.continuation) }
        if cell.glyph.isWidthUnsettled { spoiltUntil = max(spoiltUntil, column + cell.glyph.widestWidth) }
      }
      column += width
    }
  }
}
