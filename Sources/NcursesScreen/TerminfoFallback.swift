/// Fallbacks for TERM values that the system's terminfo does not know, as happens over ssh from newer terminals.
enum TerminfoFallback {
  /// Family names in TERM values, and the terminfo entries of these families, nearest first.
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

  /// The types to try instead; empty for an unknown family.
  static func types(for type: String) -> [String] {
    let name = type.lowercased()
    // The name up to a separator must match in full: "st-256color" belongs to "st", "stv52" does not.
    let family = name.prefix { $0 != "-" && $0 != "." && $0 != "+" }
    return followers.first { $0.names.contains { $0 == family || $0 == name } }?.types ?? []
  }
}
