import CNcurses
import Glibc
import Terminal

/// Glyphs as ncurses takes them: only what the C library's locale can write, and measures as we do.
struct CursesGlyphs {
  let isUTF8: Bool

  /// Appends the cells of a glyph, so that ncurses gives it exactly `width` columns.
  func append(_ glyph: Glyph, width: Int, in pair: ColorPairs.Pair, to row: inout [cchar_t]) {
    let scalars = drawable(glyph, width: width)
    row.append(cell(scalars, pair))
    // A stand-in for a wide glyph is narrow.
    let isShort = width == 2 && columns(of: scalars[0]) != 2
    if isShort { row.append(cell([" "], pair)) }
  }

  private func cell(_ scalars: [Unicode.Scalar], _ pair: ColorPairs.Pair) -> cchar_t {
    func character(_ index: Int) -> wchar_t {
      index < scalars.count ? wchar_t(bitPattern: scalars[index].value) : 0
    }
    var cell = cchar_t()
    let attribute = pair.isReversed ? tui_attribute_reverse() : 0
    // The cell is ours, filled in by the call.
    unsafe tui_set_cell(&cell, character(0), character(1), character(2), attribute, pair.number)
    return cell
  }

  /// The scalars to draw: the glyph's own if the C library agrees on them, its base, or a look-alike; at least one.
  private func drawable(_ glyph: Glyph, width: Int) -> [Unicode.Scalar] {
    guard let base = glyph.base else { return [" "] }
    if base.isASCII && glyph.isSingleScalar { return [base] }
    guard isUTF8, columns(of: base) == width else { return [Unicode.Scalar(glyph.asciiLookalike)] }
    let scalars = glyph.scalars
    return scalars.dropFirst().allSatisfy { columns(of: $0) == 0 } ? scalars : [base]
  }

  /// The columns that the C library, and so ncurses, gives a scalar; -1 if it does not know it.
  private func columns(of scalar: Unicode.Scalar) -> Int {
    Int(wcwidth(wchar_t(bitPattern: scalar.value)))
  }
}
