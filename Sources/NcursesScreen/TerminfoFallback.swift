/// Fallbacks for a TERM value that the system's terminfo does not know, as happens over ssh from newer
/// terminals.
enum TerminfoFallback {
  /// Prefixes of TERM values, and the terminfo entries of their families, the nearest first.
  private static let followers: [(names: [String], types: [String])] = [
    (["tmux"], ["tmux-256color", "screen-256color", "screen"]),
    (["screen"], ["screen-256color", "screen"]),
    (
      [
        "xterm", "kitty", "alacritty", "foot", "wezterm", "ghostty", "iterm", "iterm2", "contour", "mintty", "konsole",
        "vte",
        "gnome",
        "rio", "st", "rxvt", "putty", "ms-terminal", "vscode", "warp", "tabby", "hterm", "eterm",
      ],
      ["xterm-256color", "xterm"]
    ),
  ]

  /// The types to try in place of one; empty: unknown family.
  static func types(for type: String) -> [String] {
    let name = type.lowercased()
    // Its family's name, whole: "st-256color" is of "st", and "stv52" is something else.
    let family = name.prefix { $0 != "-" && $0 != "." && $0 != "+" }
    return followers.first { $0.names.contains { $0 == family || $0 == name } }?.types ?? []
  }
}
