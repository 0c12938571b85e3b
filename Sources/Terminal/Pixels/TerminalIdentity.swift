/// A terminal's name and version.
package struct TerminalIdentity: Hashable, Sendable {
  /// The name in lower case; empty if unknown.
  package var name: String
  /// Up to three numbers, the major version first; empty if unknown.
  package var version: [Int]

  /// A terminal given by its name and a version such as `0.40.1`.
  package init(_ name: String, _ version: String = "") {
    self.name = name.lowercased()
    self.version = version.split { !$0.isNumber }.prefix(3).map { Int($0.prefix(8)) ?? 0 }
  }

  /// Parses a reply to XTVERSION: `name(version)` or `name version`.
  package init(reply: String) {
    let parts = reply.split(maxSplits: 1) { $0 == "(" || $0 == " " }
    self.init(parts.first.map(String.init) ?? "", parts.count > 1 ? String(parts[1]) : "")
    if name == "vte", version.count == 1 { version = TerminalIdentity.vte(version[0]) }
  }

  /// Converts VTE's version number: 7802 is 0.78.2.
  private static func vte(_ number: Int) -> [Int] { [0, number / 100, number % 100] }

  /// Identifies the terminal by its environment variables; nil if none identifies it.
  package init?(environment: [String: String]) {
    let term = environment["TERM"] ?? ""
    if environment["MLTERM"] != nil || term.hasPrefix("mlterm") {
      self.init("mlterm", environment["MLTERM"] ?? "")
    } else if let program = environment["TERM_PROGRAM"], !program.isEmpty {
      self.init(program, environment["TERM_PROGRAM_VERSION"] ?? "")
    } else if let vte = environment["VTE_VERSION"].flatMap({ Int($0) }), vte > 0 {
      self.init("vte")
      version = TerminalIdentity.vte(vte)
    } else if environment["KITTY_WINDOW_ID"] != nil || term == "xterm-kitty" {
      self.init("kitty")
    } else if environment["WEZTERM_PANE"] != nil {
      self.init("wezterm")
    } else if environment["GHOSTTY_RESOURCES_DIR"] != nil || term == "xterm-ghostty" {
      self.init("ghostty")
    } else if term == "foot" || term.hasPrefix("foot-") {
      self.init("foot")
    } else if environment["ALACRITTY_WINDOW_ID"] != nil || term.hasPrefix("alacritty") {
      self.init("alacritty")
    } else {
      return nil
    }
  }

  /// Returns what XTVERSION would report for a terminal that only answers DA2; nil if it is not known by that.
  ///
  /// Alacritty reports the version of its library `alacritty_terminal`: 2600 is 0.26.0, of Alacritty 0.17. mlterm before
  /// 3.9.4 reports the same numbers in all versions.
  static func version(secondaryAttributes: [Int]) -> String? {
    if secondaryAttributes == [24, 279, 0] { return "mlterm" }
    guard secondaryAttributes.count == 3, secondaryAttributes[0] == 0, (1000..<10_000).contains(secondaryAttributes[1])
    else { return nil }
    let version = secondaryAttributes[1]
    return "alacritty_terminal 0.\(version / 100).\(version % 100)"
  }

  /// Whether the terminal runs on another machine.
  package static func isRemote(_ environment: [String: String]) -> Bool {
    environment["SSH_CONNECTION"] != nil || environment["SSH_TTY"] != nil
  }

  /// Whether the environment is that of a window of GNU screen, maybe within tmux.
  static func isScreen(_ environment: [String: String]) -> Bool {
    environment["STY"] != nil && environment["TERM"]?.hasPrefix("tmux") != true
  }

  /// Whether a multiplexer runs between this program and the terminal, so that the environment may describe another
  /// terminal.
  package static func isMultiplexed(_ environment: [String: String]) -> Bool {
    let term = environment["TERM"] ?? ""
    return environment["TMUX"] != nil || environment["STY"] != nil || term.hasPrefix("tmux") || term.hasPrefix("screen")
  }
}
