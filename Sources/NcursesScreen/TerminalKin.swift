/// What stands in for a type of terminal that the system's terminfo does not know: terminals bring their type along over ssh, to
/// systems that have never heard of them.
enum TerminalKin {
  /// What the names of such terminals begin with, and whose sequences they follow, the nearest first.
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

  /// The types to be tried in place of one; none: who knows what it may be.
  static func types(for type: String) -> [String] {
    let name = type.lowercased()
    // Its family's name, whole: "st-256color" is of "st", and "stv52" is something else.
    let family = name.prefix { $0 != "-" && $0 != "." && $0 != "+" }
    return followers.first { $0.names.contains { $0 == family || $0 == name } }?.types ?? []
  }
}
