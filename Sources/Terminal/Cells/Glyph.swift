/// The content of a cell: up to three Unicode scalars (a base and two marks) packed into 63 bits.
///
/// Three scalars are enough for combining marks, flags, keycaps and skin tones. Terminals draw longer clusters (such as
/// families joined by ZWJ) differently; `init(cluster:)` keeps only their base.
package struct Glyph: Hashable, Sendable, ExpressibleByUnicodeScalarLiteral {
  /// Three 21-bit scalars, the first in the low bits; 0 for the right half of the wide glyph to the left.
  package let rawValue: UInt64

  private init(rawValue: UInt64) { self.rawValue = rawValue }

  /// A glyph without scalars, distinguished by the highest bit: see `picture` and `placeholder`.
  init(marked value: UInt64) { self.init(rawValue: value | 1 << 63) }

  /// An empty cell.
  package static let blank: Glyph = " "
  /// The right half of the wide glyph to the left: never written to a terminal.
  package static let continuation = Glyph(rawValue: 0)
  /// Pixels that the terminal already shows: never written.
  package static let picture = Glyph(rawValue: 1 << 63)
  /// U+2580, the upper half block.
  package static let upperHalf: Glyph = "▀"
  /// U+2584, the lower half block.
  package static let lowerHalf: Glyph = "▄"
  /// U+2588, the full block.
  package static let fullBlock: Glyph = "█"

  /// A single scalar.
  package init(_ scalar: Unicode.Scalar) { self.init(rawValue: UInt64(scalar.value)) }

  /// A single scalar, written as a literal.
  package init(unicodeScalarLiteral scalar: Unicode.Scalar) { self.init(scalar) }

  /// A grapheme cluster; if it has more than three scalars, only the base is kept.
  package init(cluster: Character) {
    let scalars = cluster.unicodeScalars
    guard let base = scalars.first else {
      self = .blank
      return
    }
    guard scalars.count <= 3 else {
      self.init(base)
      return
    }
    self.init(scalars: scalars)
  }

  /// A base and up to two scalars drawn with it; further ones are dropped. No scalars give `continuation`.
  package init(scalars: some Sequence<Unicode.Scalar>) {
    var packed: UInt64 = 0
    for (position, scalar) in scalars.prefix(3).enumerated() {
      packed |= UInt64(scalar.value) << (21 * UInt64(position))
    }
    self.init(rawValue: packed)
  }

  /// The scalars, base first; empty for `continuation`.
  package var scalars: [Unicode.Scalar] {
    if isPlaceholder { return placeholderScalars }
    return (0..<3).compactMap { position in
      let value = UInt32(truncatingIfNeeded: rawValue >> (21 * UInt64(position)) & 0x1F_FFFF)
      return value == 0 ? nil : Unicode.Scalar(value)
    }
  }

  /// Whether the glyph is a single scalar.
  package var isSingleScalar: Bool { rawValue != 0 && rawValue >> 21 == 0 }

  /// Whether this is a picture element, one column wide: box drawing, blocks, braille, sextants and similar.
  @inline(__always)
  var isPictureElement: Bool { rawValue >> 21 == 0 && UInt32(truncatingIfNeeded: rawValue).isPictureElement }

  /// The block element that fills exactly what this one leaves empty, so that it looks the same with the colors
  /// swapped; nil if there is none.
  @inline(__always)
  package var complement: Glyph? {
    switch rawValue {
    case 0x2580: Self.lowerHalf
    case 0x2584: Self.upperHalf
    case 0x258C, 0x2590, 0x2596...0x259F: rareComplement
    default: nil
    }
  }

  /// The complement of a left or right half, or of quadrants; nil for others.
  private var rareComplement: Glyph? {
    switch self {
    case "▌": "▐"
    case "▐": "▌"
    case "▖": "▜"
    case "▜": "▖"
    case "▗": "▛"
    case "▛": "▗"
    case "▘": "▟"
    case "▟": "▘"
    case "▝": "▙"
    case "▙": "▝"
    case "▚": "▞"
    case "▞": "▚"
    default: nil
    }
  }
}
