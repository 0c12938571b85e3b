import CFriBidi

/// The direction in which a paragraph is read.
package enum TextDirection: Hashable, Sendable {
  case leftToRight
  case rightToLeft
  /// That of its first letter; left to right if it has none.
  case natural

  /// The number of scalars in which a text's first letter is looked for; a caption may be megabytes long.
  private static let limit = 4096

  /// The direction of a text's first letter: `leftToRight` or `rightToLeft`.
  package init(of text: String) {
    self = .leftToRight
    let scalars = text.unicodeScalars.prefix(TextDirection.limit).map(\.value)
    guard scalars.contains(where: { Unicode.Scalar($0)?.isRightToLeft == true }) else { return }
    var types = [FriBidiCharType](repeating: FriBidiCharType(0), count: scalars.count)
    unsafe fribidi_get_bidi_types(scalars, FriBidiStrIndex(scalars.count), &types)
    let type = unsafe fribidi_get_par_direction(types, FriBidiStrIndex(types.count))
    if type == tui_bidi_right_to_left { self = .rightToLeft }
  }

  /// FriBidi's name for it.
  var paragraphType: FriBidiParType {
    switch self {
    case .leftToRight: tui_bidi_left_to_right
    case .rightToLeft: tui_bidi_right_to_left
    case .natural: tui_bidi_by_first_letter
    }
  }
}

extension Unicode.Scalar {
  /// Whether this belongs to a block of right-to-left scripts (Unicode's DerivedBidiClass.txt).
  package var isRightToLeft: Bool {
    guard value >= 0x590 else { return false }
    return value < 0x900 || (0xFB1D...0xFDFF).contains(value) || (0xFE70...0xFEFF).contains(value)
      || (0x10800...0x10FFF).contains(value) || (0x1E800...0x1EFFF).contains(value)
  }
}

extension Glyph {
  /// Whether its base belongs to a right-to-left script.
  package var isRightToLeft: Bool { !isPlaceholder && base?.isRightToLeft == true }
}
