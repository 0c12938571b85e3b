extension Cell {
  /// The drawn form of this cell, and its width in columns: invisible content becomes a blank, and a blank has no
  /// foreground.
  ///
  /// Half of a wide glyph (one without its continuation, or a continuation without its glyph) becomes a blank, as does
  /// a glyph in the color of its background. A full block becomes a blank in the block's color. A glyph that must
  /// never reach a terminal (a control, a lone mark) becomes a question mark.
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

  /// The rest of `drawn`, for glyphs other than ASCII and picture elements.
  @inline(never)
  private func drawnSlowly(before following: Glyph) -> (cell: Cell, width: Int) {
    if glyph == .continuation { return (Cell(.blank, background: background), 1) }
    if glyph == .picture || glyph.isPlaceholder { return (self, 1) }
    guard glyph.isDrawable else { return (Cell("?", foreground: foreground, background: background), 1) }
    let width = glyph.width
    if width == 2 && following != .continuation { return (Cell(.blank, background: background), 1) }
    return (self, width)
  }

  /// A blank that the terminal shows as a full block of its color. No cell in drawn form is equal to it, so that a frame
  /// at rest replaces the block, around which some fonts leave gaps.
  static func inked(_ color: Color) -> Cell { Cell(.fullBlock, foreground: color, background: color) }

  /// The color of a blank that is shown as a full block; nil for other cells.
  @inline(__always)
  var inkedColor: Color? {
    glyph == .fullBlock && foreground == background && foreground != .terminalDefault ? foreground : nil
  }
}

extension Glyph {
  /// Whether this is printable ASCII or a picture element: one column wide on every terminal.
  @inline(__always)
  var isPlain: Bool { rawValue &- 0x20 < 0x5F || isPictureElement }

  /// Whether this may be sent to a terminal: its base takes a column, and it contains no controls.
  fileprivate var isDrawable: Bool {
    guard let base, displayWidth(of: base) > 0 else { return false }
    if isSingleScalar { return true }
    return scalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) }
  }
}
