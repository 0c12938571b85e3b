/// The modifiers of a key press, as far as terminals report them: Shift is part of a character, and Control with a letter
/// is a key of its own, which terminals with kitty's keyboard protocol report with Shift, too.
package struct KeyModifiers: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  /// Modifiers from their bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let shift = KeyModifiers(rawValue: 1)
  package static let alt = KeyModifiers(rawValue: 2)
  package static let control = KeyModifiers(rawValue: 4)

  /// The modifiers that a terminal can report with a key.
  package func reportable(with key: Key) -> KeyModifiers {
    switch key {
    case .character: intersection([.alt, .control])
    case .control: intersection([.alt, .shift])
    case .left, .right, .up, .down, .home, .end, .pageUp, .pageDown, .insert, .delete, .backspace, .tab, .enter,
      .escape, .function:
      self
    }
  }
}

/// A key press, without its modifiers but for Control with a letter.
package enum Key: Hashable, Sendable {
  case character(Character)
  /// Control with a letter, lower case: Ctrl-C is `control("c")`.
  case control(Character)
  case left, right, up, down
  case home, end, pageUp, pageDown
  case insert, delete, backspace, tab, enter, escape
  /// F1 is 1.
  case function(Int)
}
