import CFriBidi

/// The order of a line's cells on the screen, by the Unicode Bidirectional Algorithm (UAX #9), through FriBidi.
///
/// A cell takes part with its base; its marks go where it goes.
struct VisualOrder {
  /// A cell's glyph, and its width in columns.
  typealias Part = (glyph: Glyph, width: Int)

  private var bases: [FriBidiChar]
  private let count: FriBidiStrIndex
  private var types: [FriBidiCharType]
  private var levels: [FriBidiLevel]
  private var base: FriBidiParType
  /// The indices of the cells in logical order, from left to right.
  private(set) var indices: [Int]

  /// The order of a line's cells; nil if there is no memory for it.
  init?(_ glyphs: [Glyph], direction: TextDirection) {
    // Pictures are neutral, as are symbols.
    bases = glyphs.map { $0.isPlaceholder ? 0xFFFC : $0.base?.value ?? 0xFFFC }
    count = FriBidiStrIndex(bases.count)
    types = Array(repeating: FriBidiCharType(0), count: bases.count)
    levels = Array(repeating: 0, count: bases.count)
    base = direction.paragraphType
    var brackets = [FriBidiBracketType](repeating: 0, count: bases.count)
    var map = Array(0..<count)
    unsafe fribidi_get_bidi_types(bases, count, &types)
    unsafe fribidi_get_bracket_types(bases, count, types, &brackets)
    guard unsafe fribidi_get_par_embedding_levels_ex(types, brackets, count, &base, &levels) != 0,
      unsafe fribidi_reorder_line(0, types, count, 0, base, &levels, nil, &map) != 0
    else { return nil }
    indices = map.map { Int($0) }
  }

  /// Returns the bases as they are drawn, in logical order: brackets mirrored where they are read from right to left.
  ///
  /// - Parameter joinsArabic: Whether Arabic letters take the forms in which they join their neighbors ("presentation
  ///   forms"), for terminals that draw each cell alone. Ligatures would change the number of columns, and are not used.
  func drawnBases(joinsArabic: Bool) -> [FriBidiChar] {
    var drawn = bases
    var joining = [FriBidiArabicProp](repeating: 0, count: bases.count)
    unsafe fribidi_get_joining_types(bases, count, &joining)
    unsafe fribidi_join_arabic(types, count, levels, &joining)
    let arabic = joinsArabic ? UInt32(FRIBIDI_FLAG_SHAPE_ARAB_PRES) : 0
    unsafe fribidi_shape(UInt32(FRIBIDI_FLAG_SHAPE_MIRRORING) | arabic, levels, count, &joining, &drawn)
    return drawn
  }

  /// Returns cells from left to right, as they are drawn; as they are if there is no right-to-left text among them.
  static func arrange(_ parts: [Part], direction: TextDirection) -> [Part] {
    guard direction == .rightToLeft || parts.contains(where: { $0.glyph.isRightToLeft }),
      let order = VisualOrder(parts.map(\.glyph), direction: direction)
    else { return parts }
    let drawn = order.drawnBases(joinsArabic: true)
    return order.indices.map { (parts[$0].glyph.replacingBase(by: drawn[$0]), parts[$0].width) }
  }
}

extension Glyph {
  /// This glyph with another base and the same marks; placeholders and pictures stay as they are.
  func replacingBase(by value: UInt32) -> Glyph {
    guard !isPlaceholder, let base, base.value != value, let other = Unicode.Scalar(value) else { return self }
    return Glyph(scalars: [other] + scalars.dropFirst())
  }
}
