import CNcurses
import Terminal

/// Converts glyphs for ncurses: only those that the C library's locale can encode and measures as we do.
struct CursesGlyphs {
  let isUTF8: Bool

  /// Appends the cells of a glyph such that ncurses gives it exactly `width` columns.
  func append(_ glyph: Glyph, width: Int, in pair: ColorPairs.Pair, to row: inout [cchar_t]) {
    let scalars = drawable(glyph, width: width)
    row.append(cell(scalars, pair))
    // The replacement of a wide glyph is narrow.
    let isShort = width == 2 && columns(of: scalars[0]) != 2
    if isShort { row.append(cell([" "], pair)) }
  }

  private func cell(_ scalars: [Unicode.Scalar], _ pair: ColorPairs.Pair) -> cchar_t {
    func character(_ index: Int) -> wchar_t {
      index < scalars.count ? wchar_t(scalars[index].value) : 0
    }
    var cell = cchar_t()
    let attribute = pair.isReversed ? tui_attribute_reverse() : 0
    // `cell` is a local variable that the call fills in.
    unsafe tui_set_cell(&cell, character(0), character(1), character(2), attribute, pair.number)
    return cell
  }

  /// The scalars to draw, at least one: the glyph's own if the C library agrees on their widths, otherwise its base
  /// scalar or an ASCII look-alike.
  private func drawable(_ glyph: Glyph, width: Int) -> [Unicode.Scalar] {
    guard let base = glyph.base else { return [" "] }
    if base.isASCII && glyph.isSingleScalar { return [base] }
    guard isUTF8, columns(of: base) == width else { return [Unicode.Scalar(glyph.asciiLookalike)] }
    let scalars = glyph.scalars
    return scalars.dropFirst().allSatisfy { columns(of: $0) == 0 } ? scalars : [base]
  }

  /// The columns that the C library, and hence ncurses, gives a scalar; -1 if it does not know the scalar.
  private func columns(of scalar: Unicode.Scalar) -> Int {
    Int(wcwidth(wchar_t(scalar.value)))
  }
}
