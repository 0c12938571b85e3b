/// How a terminal itself reorders the right-to-left text that it shows.
package enum TextReordering: Hashable, Sendable {
  /// Cells stay where they are written, as in xterm, foot and Alacritty.
  case none
  /// Each row is a paragraph that is read from left to right, as in VTE.
  case rows
  /// The same, but text on the two sides of a block or line stays apart, as in Konsole.
  case segments
  /// Each word is reversed in its place, as in kitty.
  case words

  /// What is known of a terminal from its name and version.
  package init(_ terminal: TerminalIdentity?) {
    switch terminal?.name {
    case "konsole", "mlterm": self = .segments
    case "vte": self = terminal.map { $0.version.lexicographicallyPrecedes([0, 58]) } == true ? .none : .rows
    case "apple_terminal": self = .rows
    case "kitty": self = .words
    default: self = .none
    }
  }

  /// What is known from the environment.
  package init(environment: [String: String]) {
    if TerminalIdentity.isMultiplexed(environment) {
      self = .none
    } else if environment["KONSOLE_VERSION"] != nil {
      self.init(TerminalIdentity("konsole"))
    } else {
      self.init(TerminalIdentity(environment: environment))
    }
  }
}

/// Who puts right-to-left text in order (`--bidi`).
package enum BidiChoice: String, CaseIterable, Hashable, Sendable {
  /// This program, in a way that the terminal does not undo, as far as the terminal is known.
  case auto
  /// This program: the terminal shows each cell where it is written.
  case tui
  /// The terminal reorders each row.
  case terminal

  /// How the terminal reorders text.
  ///
  /// - Parameters:
  ///   - isHeld: Whether the terminal has been told not to.
  ///   - reordersRows: Whether the terminal has reported that it reorders rows; nil if it has not replied.
  ///   - version: The terminal's reply to XTVERSION; nil if unknown.
  package func reordering(
    isHeld: Bool = false, reordersRows: Bool? = nil, version: String? = nil, environment: [String: String]
  ) -> TextReordering {
    switch self {
    case .tui: return .none
    case .terminal: return .rows
    case .auto:
      if isHeld { return .none }
      if let reordersRows { return reordersRows ? .rows : .none }
      // tmux replies with its own name. It does not reorder, and the terminal around it cannot be asked.
      return version.map { TextReordering(TerminalIdentity(reply: $0)) } ?? TextReordering(environment: environment)
    }
  }
}
