/// Families of glyphs for drawing pictures; they can be combined.
package struct GlyphSet: OptionSet, Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The printable ASCII characters.
  package static let ascii = GlyphSet(rawValue: 1 << 0)
  /// The upper and left halves and their complements.
  package static let half = GlyphSet(rawValue: 1 << 1)
  /// The quarters of a cell, two across and two down.
  package static let quadrant = GlyphSet(rawValue: 1 << 2)
  /// Cells filled from below or from the left by eighths.
  package static let eighth = GlyphSet(rawValue: 1 << 3)
  /// Cells filled from above or from the right by eighths, added in Unicode 13.
  package static let farEighth = GlyphSet(rawValue: 1 << 4)
  /// The sixths of a cell, two across and three down.
  package static let sextant = GlyphSet(rawValue: 1 << 5)
  /// Cells cut in two along a slanted line, and triangles.
  package static let wedge = GlyphSet(rawValue: 1 << 6)
  /// The eighths of a cell, two across and four down.
  package static let octant = GlyphSet(rawValue: 1 << 7)
  /// Lines through a cell: lines an eighth of the cell wide, and box-drawing lines.
  package static let line = GlyphSet(rawValue: 1 << 8)
  /// Braille dots, two across and four down.
  package static let braille = GlyphSet(rawValue: 1 << 9)

  /// Two triangles that meet in the middle. Not in `legacy`, as kitty drew all of `legacy` years before these.
  package static let bowtie = GlyphSet(rawValue: 1 << 10)

  /// Whether ░ ▒ ▓ are also used when there are few colors: unless the sets are only ASCII and braille.
  var hasShades: Bool { !subtracting([.ascii, .braille]).isEmpty }

  /// The block elements that every font has.
  package static let block: GlyphSet = [.half, .quadrant, .eighth]
  /// `block` and the legacy computing symbols of Unicode 13.
  package static let legacy: GlyphSet = [.block, .farEighth, .sextant, .wedge]
  /// All sets whose glyphs are solid shapes. Not braille, whose dots leave gaps and which does not raise scores, and
  /// not ASCII, as every font draws its characters differently.
  package static let best: GlyphSet = [.legacy, .octant, .line, .bowtie]

  /// The sets by their command-line names, in the order of the manual.
  package static let named: [(name: String, set: GlyphSet)] = [
    ("ascii", .ascii), ("half", .half), ("quadrant", .quadrant), ("eighth", .eighth), ("sextant", .sextant),
    ("wedge", .wedge), ("octant", .octant), ("line", .line), ("braille", .braille), ("block", .block),
    ("legacy", .legacy), ("best", .best),
  ]

  /// Parses the names of sets, separated by commas or plus signs; nil if a name is unknown or empty.
  package init?(names: String) {
    let parts = names.split(omittingEmptySubsequences: false) { $0 == "," || $0 == "+" }
    var sets: GlyphSet = []
    for part in parts {
      guard let set = GlyphSet.named.first(where: { $0.name == part })?.set else { return nil }
      sets.formUnion(set)
    }
    self = sets
  }

  /// The shortest name of this value: the largest named sets first, joined by plus signs.
  package var name: String {
    var rest = self
    var names = ""
    for (name, set) in GlyphSet.named.reversed() where !set.isDisjoint(with: rest) && isSuperset(of: set) {
      names += names.isEmpty ? name : "+\(name)"
      rest.subtract(set)
    }
    return names
  }
}
