import CNcurses
package import Terminal

/// Draws frames through ncurses, for any terminal in terminfo, in 256 colors or fewer.
///
/// ncurses diffs, moves the cursor and sets colors. Its output is captured in memory and written through the same
/// `FrameLine` as the direct screen's bytes, so a slow or stopped terminal never blocks us.
package final class CursesScreen: Screen {
  package private(set) var size: CellSize
  package private(set) var cellPixels: CellPixels?
  package let colorDepth: ColorDepth
  let line: FrameLine
  private let capture: OutputCapture
  private let glyphs: CursesGlyphs
  private var pairs: ColorPairs
  var reducer: ColorReducer
  package var reordering = TextReordering.none
  /// Pictures are drawn in cells.
  var pixels: (any PixelOutput)?
  /// Frames are written whole.
  package let isIncomplete = false
  /// The cells that ncurses was given last; nil if it must be given everything.
  private var last: CellBuffer?
  private var row: [cchar_t] = []

  init(line: FrameLine, capture: OutputCapture, size: CellSize, colorDepth: ColorDepth, isUTF8: Bool, canReverse: Bool)
  {
    self.line = line
    self.capture = capture
    self.size = size
    self.colorDepth = colorDepth
    glyphs = CursesGlyphs(isUTF8: isUTF8)
    reducer = ColorReducer(depth: colorDepth)
    pairs = ColorPairs(depth: colorDepth, limit: Int(tui_color_pairs()), canReverse: canReverse)
  }

  package func present(_ frame: Frame, as kind: FrameKind) {
    let reduced = reducer.reduce(frame.cells.fitted(to: size).compensated(for: reordering))
    if last == reduced { return }
    pairs.beginFrame()
    if !fill(reduced, comparedWith: last) {
      // The pairs have run out. Resetting them changes the colors of every cell drawn before.
      pairs.forgetAll()
      _ = fill(reduced, comparedWith: nil)
    }
    let isWhole = last == nil
    last = reduced
    line.writeFrame(as: kind) { bytes in
      if isWhole, Capabilities.isECMA48 { bytes += TerminalModes.marginReset }
      capture.run(into: &bytes) {
        // The standard screen lives as long as ncurses does.
        unsafe wnoutrefresh(tui_stdscr())
        doupdate()
      }
    }
  }

  package func upload() -> Bool { false }

  package func invalidate() {
    last = nil
    // ncurses' model of the terminal lives as long as ncurses does.
    unsafe clearok(tui_curscr(), true)
  }

  /// Passes the changed rows to ncurses; returns false if the color pairs run out.
  private func fill(_ frame: CellBuffer, comparedWith last: CellBuffer?) -> Bool {
    let columns = frame.size.columns
    let last = last?.size == frame.size ? last : nil
    for rowIndex in 0..<frame.size.rows {
      let range = rowIndex * columns..<(rowIndex + 1) * columns
      if let last, last.cells[range] == frame.cells[range] { continue }
      row.removeAll(keepingCapacity: true)
      var column = 0
      while column < columns {
        let following = column + 1 < columns ? frame[column + 1, rowIndex].glyph : .blank
        let (cell, width) = frame[column, rowIndex].drawn(before: following)
        guard let pair = pairs.pair(for: cell) else { return false }
        glyphs.append(cell.glyph, width: width, in: pair, to: &row)
        column += width
      }
      // `row` is ours and has `row.count` elements; ncurses copies it.
      unsafe mvwadd_wchnstr(tui_stdscr(), Int32(rowIndex), 0, row, Int32(row.count))
    }
    return true
  }
}

extension CursesScreen: ResizableScreen {
  func resize(to size: CellSize, cellPixels: CellPixels?) {
    self.size = size
    self.cellPixels = cellPixels
    invalidate()
  }

  func apply(cellPixels: CellPixels?) { self.cellPixels = cellPixels }

  func use(_ output: (any PixelOutput)?) {}
}
