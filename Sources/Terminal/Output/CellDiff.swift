/// A cell that the terminal must draw again, as it will be drawn.
struct CellChange: Hashable, Sendable {
  /// From 0 at the left.
  var column: Int
  /// Columns taken: 1 or 2.
  var width: Int
  /// Its glyph is never a continuation; its foreground is the terminal's own where it cannot be seen.
  var cell: Cell
}

/// What the terminal shows, and how a new frame differs from it: the only place that decides what is drawn again.
///
/// Cells are kept and compared as they are drawn (`Cell.drawn`), so that two cells that look the same are the same.
struct CellDiff: Sendable {
  private var size = CellSize(columns: 0, rows: 0)
  /// What the terminal shows, row by row. `continuation` stands for the right half of the wide glyph to its left, and
  /// for what is not known: no cell that is drawn equals it.
  private var shown: [Cell] = []

  /// Takes note that nothing is known of what the terminal shows, which is now of this size.
  mutating func forget(size: CellSize) {
    self.size = size
    shown.removeAll(keepingCapacity: true)
    shown.append(contentsOf: repeatElement(Cell(.continuation), count: size.count))
  }

  /// Makes ready for the rows of a frame; one of another size finds nothing known.
  mutating func begin(_ frame: CellBuffer) {
    if frame.size != size { forget(size: frame.size) }
  }

  /// Puts into `changes`, in order, what must be drawn again in one row, and takes it as drawn.
  ///
  /// After a glyph of unsettled width its neighbours are drawn again too: a terminal that draws it wider has spoilt them.
  mutating func takeChanges(in frame: CellBuffer, row: Int, into changes: inout [CellChange]) {
    changes.removeAll(keepingCapacity: true)
    let columns = size.columns
    let start = row * columns
    let cells = frame.cells.span
    var shown = self.shown.mutableSpan
    var spoiltUntil = 0
    var column = 0
    while column < columns {
      let index = start + column
      let raw = cells[index]
      let following = column + 1 < columns ? cells[index + 1].glyph : .blank
      let (cell, width) = raw.drawn(before: following)
      if cell != shown[index] || column < spoiltUntil {
        changes.append(CellChange(column: column, width: width, cell: cell))
        shown[index] = cell
        if width == 2 { shown[index + 1] = Cell(.continuation) }
        if cell.glyph.isWidthUnsettled { spoiltUntil = max(spoiltUntil, column + cell.glyph.widestWidth) }
      }
      column += width
    }
  }
}

extension Cell {
  /// This cell as it is drawn, and its columns: what cannot be seen is a blank, and a blank has no foreground.
  ///
  /// Half a wide glyph (one without its continuation, or a continuation without its glyph) is a blank; so is a glyph in
  /// the colour of its background. A full block is a blank of its colour. A glyph that must never reach a terminal (a
  /// control, a lone mark) is a question mark.
  @inline(__always)
  package func drawn(before following: Glyph) -> (cell: Cell, width: Int) {
    if foreground == background && foreground != .terminalDefault || glyph == .blank {
      return (Cell(.blank, background: background), 1)
    }
    if glyph.isPlain {
      if glyph == .fullBlock && foreground != .terminalDefault { return (Cell(.blank, background: foreground), 1) }
      return (self, 1)
    }
    return drawnSlowly(before: following)
  }

  /// The rest of `drawn`, for glyphs other than ASCII, block elements and box drawing.
  @inline(never)
  private func drawnSlowly(before following: Glyph) -> (cell: Cell, width: Int) {
    if glyph == .continuation { return (Cell(.blank, background: background), 1) }
    guard glyph.isDrawable else { return (Cell("?", foreground: foreground, background: background), 1) }
    let width = glyph.width
    if width == 2 && following != .continuation { return (Cell(.blank, background: background), 1) }
    return (self, width)
  }
}

extension Glyph {
  /// Whether this is printable ASCII, a block element or box drawing: one column everywhere.
  @inline(__always)
  fileprivate var isPlain: Bool { rawValue &- 0x20 < 0x5F || rawValue &- 0x2500 < 0xA0 }

  /// Whether this may be sent to a terminal: it begins with something that takes a column and holds no control.
  fileprivate var isDrawable: Bool {
    guard let base, displayWidth(of: base) > 0 else { return false }
    if isSingleScalar { return true }
    return scalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) }
  }
}
