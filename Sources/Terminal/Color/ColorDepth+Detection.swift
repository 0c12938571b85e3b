extension ColorDepth {
  /// The colours that a terminal most likely has, from its environment and terminfo's number of colours.
  ///
  /// Terminfo seldom tells of 24-bit colours, so terminals that have them are known by what they leave in the
  /// environment. NO_COLOR is not asked: it is for text, and pictures are colours.
  /// - Parameter terminfoColors: The `colors` capability; less than 8: none.
  package static func detected(environment: [String: String], terminfoColors: Int) -> ColorDepth {
    let term = environment["TERM"] ?? ""
    if isTruecolor(environment, term: term) { return .truecolor }
    switch terminfoColors {
    case 256...: return .palette256
    case 16..<256: return .palette16
    case 8..<16: return .palette8
    default: return .mono
    }
  }

  private static func isTruecolor(_ environment: [String: String], term: String) -> Bool {
    // The console takes 24-bit colours and shows sixteen. DEC's terminals had none: naming one asks for none.
    if term.isEmpty || term == "dumb" || term.hasPrefix("linux") || isDEC(term) { return false }
    if let said = environment["COLORTERM"]?.lowercased(), said == "truecolor" || said == "24bit" { return true }
    if term.hasSuffix("-direct") || truecolorTerms.contains(where: term.hasPrefix) { return true }
    // tmux takes them always, and maps them to what the terminal around it has.
    if environment["TMUX"] != nil, term.hasPrefix("tmux") || term.hasPrefix("screen") { return true }
    // GNU screen does not, and hands on the environment of the terminal around it.
    if term.hasPrefix("screen") || environment["STY"] != nil { return false }
    if let program = environment["TERM_PROGRAM"], truecolorPrograms.contains(program) { return true }
    if truecolorMarks.contains(where: { environment[$0] != nil }) { return true }
    if let version = environment["VTE_VERSION"].flatMap({ Int($0) }), version >= 3600 { return true }
    // XTerm(379): 24-bit colours since 331.
    if let version = environment["XTERM_VERSION"]?.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Int($0) }) {
      return version >= 331
    }
    return false
  }

  /// Whether a terminal is named as those of DEC: vt100, vt220-w.
  private static func isDEC(_ term: String) -> Bool {
    term.hasPrefix("vt") && term.dropFirst(2).first?.isNumber == true
  }

  /// What the names of terminals with 24-bit colours begin with.
  private static let truecolorTerms = [
    "xterm-kitty", "alacritty", "foot", "wezterm", "xterm-ghostty", "ghostty", "iterm", "contour", "mintty", "konsole",
    "vte", "gnome", "rio", "st-256color",
  ]
  /// `TERM_PROGRAM` of terminals with 24-bit colours.
  private static let truecolorPrograms = [
    "iTerm.app", "WezTerm", "vscode", "ghostty", "mintty", "rio", "Hyper", "Tabby",
  ]
  /// Variables that only terminals with 24-bit colours set.
  private static let truecolorMarks = [
    "KONSOLE_VERSION", "KITTY_WINDOW_ID", "ALACRITTY_WINDOW_ID", "WEZTERM_PANE", "GHOSTTY_RESOURCES_DIR", "WT_SESSION",
  ]
}
