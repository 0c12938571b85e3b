import Terminal

/// A mode of the terminal that we use in addition to ncurses' own: one row of a table of what sets and what resets it.
enum TerminalMode: CaseIterable, Hashable, Sendable {
  /// Reports of mouse buttons (1000) and of motion with a button held (1002), in decimal numbers (1006), which reach
  /// beyond column 223.
  case mouse
  /// Reports of the window's focus (1004).
  case focus
  /// Bracketed paste (2004): pasted text never acts as keys.
  case paste
  /// No autowrap (7): the direct screen may write into the last column of the last row.
  case unwrapped
  /// A hidden cursor (25), for terminals of which terminfo does not say how, such as a VT100: its emulators show one.
  case hiddenCursor
  /// mlterm shows cells where they are written (its OSC 5379). It would otherwise move whole rows to the right, and does
  /// so again by default.
  case textOrder
  /// Mouse reports in pixels (1016), a form that replaces that of 1006, if the terminal reports the size of its cells. The
  /// decoder takes reports for pixels once the
  /// terminal has answered that the mode is set.
  case mousePixels
  /// Reports of a change between a dark and a light theme (2031).
  case theme
  /// Reports of the window's size in cells and pixels, at once and when it changes (2048).
  case size
  /// Pastes by kitty's clipboard protocol (5522), also of pictures.
  case clipboard
  /// kitty's keyboard protocol, on a stack that each of the terminal's two screens has: Escape and modifiers without
  /// ambiguity (1), repetitions and releases (2), the keys of a Latin layout (4), also for keys that type (8), and their
  /// text (16).
  case keyboard
  /// The same without the keys of a Latin layout: Konsole 26.08 reports others.
  case keyboardOfKonsole

  /// The bytes that set it, and those that reset it.
  var bytes: (setting: [UInt8], resetting: [UInt8]) {
    switch self {
    case .mouse: Self.private([1000, 1002, 1006])
    case .focus: Self.private([1004])
    case .paste: Self.private([2004])
    case .unwrapped: (Self.private([7]).resetting, Self.private([7]).setting)
    case .hiddenCursor: (Self.private([25]).resetting, Self.private([25]).setting)
    case .textOrder: (Array("\u{1B}]5379;use_ctl=false\u{7}".utf8), Array("\u{1B}]5379;use_ctl=true\u{7}".utf8))
    case .mousePixels: (Self.private([1016]).setting + TerminalQuery.mode(1016).bytes, Self.private([1016]).resetting)
    case .theme: Self.private([2031])
    case .size: Self.private([2048])
    case .clipboard: Self.private([5522])
    case .keyboard: (Array("\u{1B}[>31u".utf8), Array("\u{1B}[<u".utf8))
    case .keyboardOfKonsole: (Array("\u{1B}[>27u".utf8), Array("\u{1B}[<u".utf8))
    }
  }

  /// Whether the terminal keeps the mode on a stack, so that it must be reset once and no more.
  var isStacked: Bool { self == .keyboard || self == .keyboardOfKonsole }

  /// Whether the terminal has reported that it knows the mode; nil if that is not asked.
  ///
  /// Because of the others the terminal also sends reports that are no use to the shell.
  func isKnown(in facts: TerminalFacts) -> Bool? {
    switch self {
    case .mouse, .focus, .paste, .unwrapped, .hiddenCursor, .textOrder: nil
    case .mousePixels: facts.knownModes.contains(1016) && facts.cellPixels != nil
    case .theme: facts.knownModes.contains(2031)
    case .size: facts.knownModes.contains(2048)
    case .clipboard: facts.knownModes.contains(5522)
    case .keyboard: facts.features.contains(.keyboardProtocol) && facts.identity?.name != "konsole"
    case .keyboardOfKonsole: facts.features.contains(.keyboardProtocol) && facts.identity?.name == "konsole"
    }
  }

  /// Sets (DECSET) and resets (DECRST) private modes.
  private static func `private`(_ numbers: [Int]) -> (setting: [UInt8], resetting: [UInt8]) {
    (numbers.flatMap { "\u{1B}[?\($0)h".utf8 }, numbers.reversed().flatMap { "\u{1B}[?\($0)l".utf8 })
  }
}
