extension CellBuffer {
  /// Returns cells that look like these once the terminal has reordered them.
  package func compensated(for reordering: TextReordering) -> CellBuffer {
    guard reordering != .none, cells.contains(where: \.glyph.isRightToLeft) else { return self }
    var buffer = self
    // Their columns would change.
    buffer.links = []
    for row in 0..<size.rows {
      if reordering == .words { buffer.reverseWords(inRow: row) } else { buffer.compensate(row, for: reordering) }
    }
    return buffer
  }

  /// Reverses the glyphs of each right-to-left word, whose letters take one column each.
  private mutating func reverseWords(inRow row: Int) {
    let end = (row + 1) * size.columns
    var start = row * size.columns
    while let first = cells[start..<end].firstIndex(where: \.glyph.isRightToLeft) {
      let next = cells[first..<end].firstIndex { !$0.glyph.isRightToLeft } ?? end
      let glyphs = cells[first..<next].map(\.glyph)
      for (index, glyph) in zip(first..<next, glyphs.reversed()) { cells[index].glyph = glyph }
      start = next
    }
  }

  /// Arranges a row so that a terminal that reorders it as a left-to-right paragraph shows it as it is now.
  ///
  /// Reordering twice restores the order, except around some numbers; such a row stays as it is.
  private mutating func compensate(_ row: Int, for reordering: TextReordering) {
    let start = row * size.columns
    let shown = Array(cells[start..<start + size.columns])
    guard shown.contains(where: \.glyph.isRightToLeft), !shown.contains(where: \.glyph.isPlaceholder) else { return }
    // A wide glyph moves with its right half.
    let firsts = shown.indices.filter { shown[$0].glyph != .continuation || $0 == 0 }
    let parts = firsts.enumerated().map { index, first in
      Array(shown[first..<(index + 1 < firsts.count ? firsts[index + 1] : shown.count)])
    }
    guard let sent = CellBuffer.reordered(parts, by: reordering), CellBuffer.reordered(sent, by: reordering) == parts
    else { return }
    cells.replaceSubrange(start..<start + size.columns, with: sent.joined())
  }

  /// Returns the parts of a row in the order in which such a terminal shows them.
  private static func reordered(_ parts: [[Cell]], by reordering: TextReordering) -> [[Cell]]? {
    let glyphs = parts.map { part in
      // A letter that is read from left to right separates the text before and after it.
      reordering == .segments && part[0].glyph.isPictureElement ? "x" : part[0].glyph
    }
    guard let order = VisualOrder(glyphs, direction: .leftToRight) else { return nil }
    let drawn = order.drawnBases(joinsArabic: false)
    return order.indices.map { index in
      var part = parts[index]
      if part[0].glyph == glyphs[index] { part[0].glyph = part[0].glyph.replacingBase(by: drawn[index]) }
      return part
    }
  }
}
