/// The colors that a terminal's cells can have, in descending order of their number.
package enum ColorDepth: String, CaseIterable, Hashable, Sendable {
  /// 24-bit sRGB.
  case truecolor
  /// The xterm palette: 16 named colors, a 6×6×6 cube, 24 grays.
  case palette256 = "256"
  /// The eight ANSI colors and their bright versions.
  case palette16 = "16"
  /// The eight ANSI colors.
  case palette8 = "8"
  /// Only the terminal's own two colors.
  case mono

  /// The number of colors that have an index.
  package var indexedColors: Int {
    switch self {
    case .mono: 0
    case .palette8: 8
    case .palette16: 16
    case .palette256, .truecolor: 256
    }
  }

  /// Whether a terminal of this depth has more colors than one of another.
  package func exceeds(_ other: ColorDepth) -> Bool {
    guard let own = Self.allCases.firstIndex(of: self), let others = Self.allCases.firstIndex(of: other) else {
      return false
    }
    return own < others
  }

  /// Guesses a terminal's color depth from its environment and from terminfo's number of colors.
  ///
  /// Terminfo rarely declares 24-bit colors, so terminals that have them are recognized by their environment
  /// variables. NO_COLOR is the caller's business: options have precedence over it.
  /// - Parameter terminfoColors: The `colors` capability; a number below 8 gives `mono`.
  package static func detected(environment: [String: String], terminfoColors: Int) -> ColorDepth {
    let term = environment["TERM"] ?? ""
    if isTruecolor(environment, term: term) { return .truecolor }
    // It has 256, if the terminal around it has, though terminfo lists eight for TERM=screen.
    if TerminalIdentity.isScreen(environment), promisesTruecolor(environment) { return .palette256 }
    switch terminfoColors {
    case 256...: return .palette256
    case 16..<256: return .palette16
    case 8..<16: return .palette8
    default: return .mono
    }
  }

  private static func isTruecolor(_ environment: [String: String], term: String) -> Bool {
    // The Linux console accepts 24-bit colors but shows only sixteen. DEC terminals had none: a user who sets such a
    // TERM wants none.
    if term.isEmpty || term == "dumb" || term.hasPrefix("linux") || isDEC(term) { return false }
    // GNU screen 4 takes the numbers of a 24-bit color for attributes, and passes on the environment of the terminal around
    // it, with its COLORTERM.
    if TerminalIdentity.isScreen(environment) { return false }
    if !TerminalIdentity.isMultiplexed(environment),
      TerminalIdentity(environment: environment)?.reason(of: .manglesTruecolor) != nil
    {
      return false
    }
    if promisesTruecolor(environment) { return true }
    if term.hasSuffix("-direct") || truecolorTerms.contains(where: term.hasPrefix) { return true }
    // tmux always accepts them, and maps them to the colors of the terminal around it.
    if environment["TMUX"] != nil, term.hasPrefix("tmux") || term.hasPrefix("screen") { return true }
    if term.hasPrefix("screen") { return false }
    if let program = environment["TERM_PROGRAM"], truecolorPrograms.contains(program) { return true }
    if truecolorMarks.contains(where: { environment[$0] != nil }) { return true }
    if let version = environment["VTE_VERSION"].flatMap({ Int($0) }), version >= 3600 { return true }
    // The format is `XTerm(379)`; xterm has had 24-bit colors since version 331.
    if let version = environment["XTERM_VERSION"]?.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Int($0) }) {
      return version >= 331
    }
    return false
  }

  private static func promisesTruecolor(_ environment: [String: String]) -> Bool {
    let value = environment["COLORTERM"]?.lowercased()
    return value == "truecolor" || value == "24bit"
  }

  /// Whether TERM names a DEC terminal, such as vt100 or vt220-w.
  private static func isDEC(_ term: String) -> Bool {
    term.hasPrefix("vt") && term.dropFirst(2).first?.isNumber == true
  }

  /// Prefixes of TERM for terminals with 24-bit colors.
  private static let truecolorTerms = [
    "xterm-kitty", "alacritty", "foot", "wezterm", "xterm-ghostty", "ghostty", "iterm", "contour", "mintty", "konsole",
    "vte", "gnome", "rio", "st-256color",
  ]
  /// Values of `TERM_PROGRAM` for terminals with 24-bit colors.
  private static let truecolorPrograms = [
    "iTerm.app", "WezTerm", "vscode", "ghostty", "mintty", "rio", "Hyper", "Tabby",
  ]
  /// Variables that only terminals with 24-bit colors set.
  private static let truecolorMarks = [
    "KONSOLE_VERSION", "KITTY_WINDOW_ID", "ALACRITTY_WINDOW_ID", "WEZTERM_PANE", "GHOSTTY_RESOURCES_DIR", "WT_SESSION",
  ]
}
