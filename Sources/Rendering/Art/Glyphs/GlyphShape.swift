import Terminal

/// A glyph and the part of its cell that it fills.
struct GlyphShape: Hashable, Sendable {
  let glyph: Glyph
  let set: GlyphSet
  let outline: GlyphOutline

  init(_ value: UInt32, _ set: GlyphSet, _ outline: GlyphOutline) {
    // Every value in the tables is a scalar, never a surrogate.
    glyph = Unicode.Scalar(value).map { Glyph($0) } ?? .blank
    self.set = set
    self.outline = outline
  }
}

/// Every glyph that pictures are drawn with.
enum GlyphTable {
  /// The glyphs of some sets, the blank first.
  static func shapes(in sets: GlyphSet) -> [GlyphShape] {
    var shapes = [GlyphShape(0x20, sets, .grid(columns: 1, rows: 1, filled: 0))]
    if !sets.isDisjoint(with: [.half, .quadrant, .eighth, .farEighth]) {
      shapes += blocks.filter { !$0.set.isDisjoint(with: sets) }
    }
    if sets.contains(.sextant) { shapes += sextants }
    if sets.contains(.wedge) { shapes += wedges }
    if sets.contains(.bowtie) { shapes += bowties }
    if sets.contains(.octant) { shapes += octants }
    if sets.contains(.line) { shapes += lines }
    if sets.contains(.braille) { shapes += braille }
    if sets.contains(.ascii) { shapes += letters }
    return shapes
  }

  /// The share of its cell that each glyph covers; glyphs not in the table are text.
  static let coverage: [Glyph: Double] = {
    var coverage: [Glyph: Double] = [.fullBlock: 1]
    for shape in shapes(in: [.best, .braille]) + shades {
      coverage[shape.glyph] = Double(shape.outline.coverage(columns: 1, rows: 1).first ?? 0)
    }
    return coverage
  }()
}
