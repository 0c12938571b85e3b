import Terminal

extension CellBuffer {
  /// What the terminal must show for this frame, cell by cell.
  var expected: [VirtualTerminal.Shown] {
    var expected: [VirtualTerminal.Shown] = []
    for row in 0..<size.rows {
      var column = 0
      while column < size.columns {
        let cell = self[column, row]
        let hasRightHalf = column + 1 < size.columns && self[column + 1, row].glyph == .continuation
        let isHalf = cell.glyph == .continuation || cell.glyph.width == 2 && !hasRightHalf
        // A cluster in the last column is drawn as its base.
        let isLast = column + cell.glyph.width >= size.columns
        let scalars = isHalf ? [" "] : Array(cell.glyph.scalars.prefix(isLast ? 1 : 3))
        var shown = VirtualTerminal.Shown(
          scalars: scalars, foreground: cell.foreground, background: cell.background)
        shown = shown.asSeen
        expected.append(shown)
        if !isHalf && cell.glyph.width == 2 && shown.scalars != [" "] {
          shown.scalars = []
          expected.append(shown.asSeen)
          column += 1
        }
        column += 1
      }
    }
    return expected
  }
}

extension VirtualTerminal.Shown {
  /// A normal form, the same for all cells that look alike: a blank has no foreground, and a glyph in the background's
  /// color is a blank. Links are not seen.
  var asSeen: Self {
    var seen = self
    seen.link = nil
    if scalars == ["█"], foreground != .terminalDefault {
      seen.scalars = [" "]
      seen.background = foreground
    }
    if seen.foreground == seen.background, seen.foreground != .terminalDefault { seen.scalars = [" "] }
    // A lower half is an upper half with swapped colors.
    if seen.scalars == ["▄"], foreground != .terminalDefault, background != .terminalDefault {
      (seen.scalars, seen.foreground, seen.background) = (["▀"], background, foreground)
    }
    if seen.scalars == [" "] { seen.foreground = .terminalDefault }
    return seen
  }
}
