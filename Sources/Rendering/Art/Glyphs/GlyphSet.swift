/// Families of glyphs that pictures are drawn with; they combine.
package struct GlyphSet: OptionSet, Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The printable ASCII characters.
  package static let ascii = GlyphSet(rawValue: 1 << 0)
  /// The upper and the left half.
  package static let half = GlyphSet(rawValue: 1 << 1)
  /// The quarters of a cell, two across and two down.
  package static let quadrant = GlyphSet(rawValue: 1 << 2)
  /// Cells filled from below or from the left by eighths.
  package static let eighth = GlyphSet(rawValue: 1 << 3)
  /// Cells filled from above or from the right by eighths, which came much later.
  package static let farEighth = GlyphSet(rawValue: 1 << 4)
  /// The sixths of a cell, two across and three down.
  package static let sextant = GlyphSet(rawValue: 1 << 5)
  /// Cells cut in two along a slanted line, and triangles.
  package static let wedge = GlyphSet(rawValue: 1 << 6)
  /// The eighths of a cell, two across and four down.
  package static let octant = GlyphSet(rawValue: 1 << 7)
  /// Lines through a cell: an eighth of it wide, and those of boxes.
  package static let line = GlyphSet(rawValue: 1 << 8)
  /// Dots, two across and four down.
  package static let braille = GlyphSet(rawValue: 1 << 9)

  /// Two triangles that meet in the middle: kitty drew all of `legacy` years before these.
  package static let bowtie = GlyphSet(rawValue: 1 << 10)

  /// Whether ░ ▒ ▓ are drawn with these where there are few colours: with all that fill their cells. Braille and characters
  /// alone stay what they are.
  var hasShades: Bool { !subtracting([.ascii, .braille]).isEmpty }

  /// What every font has.
  package static let block: GlyphSet = [.half, .quadrant, .eighth]
  /// With what Unicode 13 took over from home computers.
  package static let legacy: GlyphSet = [.block, .farEighth, .sextant, .wedge]
  /// All that fill what they draw. Not braille, whose dots leave gaps: a picture that may have them scores no higher.
  /// Nor letters, which every font draws differently.
  package static let best: GlyphSet = [.legacy, .octant, .line, .bowtie]

  /// What a name on the command line stands for, in the order of the manual.
  package static let named: [(name: String, set: GlyphSet)] = [
    ("ascii", .ascii), ("half", .half), ("quadrant", .quadrant), ("eighth", .eighth), ("sextant", .sextant),
    ("wedge", .wedge), ("octant", .octant), ("line", .line), ("braille", .braille), ("block", .block),
    ("legacy", .legacy), ("best", .best),
  ]

  /// Sets by their names, with commas or plus signs between; nil where one is unknown or there are none.
  package init?(names: String) {
    let parts = names.split(omittingEmptySubsequences: false) { $0 == "," || $0 == "+" }
    var sets: GlyphSet = []
    for part in parts {
      guard let set = GlyphSet.named.first(where: { $0.name == part })?.set else { return nil }
      sets.formUnion(set)
    }
    self = sets
  }

  /// The shortest way to name this: the largest named sets first, plus signs between.
  package var name: String {
    var rest = self
    var names: [String] = []
    for (name, set) in GlyphSet.named.reversed() where !set.isDisjoint(with: rest) && isSuperset(of: set) {
      names.append(name)
      rest.subtract(set)
    }
    return names.joined(separator: "+")
  }
}
