import Terminal

/// Which glyphs a terminal most likely draws right: without gaps between cells, and not as boxes with numbers in them.
///
/// Halves, quadrants and eighths are in every monospaced font. What came later is right where the terminal draws it
/// itself; from a font it seldom fits the cell, if there is any that has it.
package enum GlyphSupport {
  /// The glyphs for a terminal.
  ///
  /// - Parameters:
  ///   - environment: The process's variables.
  ///   - version: What the terminal calls itself when it is asked (XTVERSION), such as `kitty(0.40.1)`; nil: not known.
  ///   - isUTF8: Whether the locale is UTF-8.
  package static func sets(environment: [String: String], version: String? = nil, isUTF8: Bool) -> GlyphSet {
    guard isUTF8 else { return .ascii }
    let term = environment["TERM"] ?? ""
    // CP437's glyphs are all that the console's font has for certain: halves, no quadrants.
    if term == "linux" { return .half }
    if let version, let known = sets(of: TerminalIdentity(reply: version)) { return known }
    // tmux and screen pass on glyphs, but not what draws them, and their widths of new ones lag behind; what is left in
    // the environment may be another terminal's than the one that is attached.
    if TerminalIdentity.isMultiplexed(environment) { return .block }
    return TerminalIdentity(environment: environment).flatMap { sets(of: $0) } ?? .block
  }

  /// How the terminal that answers with a version, or leaves its name in the environment, shows shades.
  ///
  /// VTE, foot (`box-drawing-solid-shades`) and Alacritty fill the cell with a half-transparent colour; the others draw a
  /// stipple or the font's glyph.
  package static func shades(environment: [String: String], version: String? = nil) -> ShadeMixing {
    let term = environment["TERM"] ?? ""
    if term == "linux" || TerminalIdentity.isMultiplexed(environment) { return .fonts }
    let identity = version.map { TerminalIdentity(reply: $0) } ?? TerminalIdentity(environment: environment)
    return identity.map { ["vte", "foot", "alacritty"].contains($0.name) } == true ? .blended : .fonts
  }

  /// What a terminal draws from a version on.
  private struct Row {
    var name: String
    var since: [Int]
    var sets: GlyphSet
  }

  /// For each terminal its versions, newest first. A version that is not known counts as the oldest in the table: those
  /// are years old, and whoever asks the terminal learns it.
  private static let table: [Row] = [
    // kitty draws all of Unicode 13's blocks itself, since 0.40 octants.
    Row(name: "kitty", since: [0, 40], sets: .best), Row(name: "kitty", since: [0], sets: .legacy),
    // So does foot (`box-drawings-uses-font-glyphs=no` is its default), since 1.20 octants.
    Row(name: "foot", since: [1, 20], sets: .best), Row(name: "foot", since: [1], sets: .legacy),
    // Ghostty's sprite face; octants since 1.2.
    Row(name: "ghostty", since: [1, 2], sets: .best), Row(name: "ghostty", since: [0], sets: .legacy),
    // WezTerm's `custom_block_glyphs`, on by default, since 2021; releases have no octants.
    Row(name: "wezterm", since: [0], sets: .legacy),
    // GNOME Terminal, Tilix, xfce4-terminal and others: VTE's own drawing; octants since 0.78.
    Row(name: "vte", since: [0, 78], sets: .best), Row(name: "vte", since: [0, 62], sets: .legacy),
    // Alacritty's built-in font has sextants since 0.14, but no wedges.
    Row(name: "alacritty", since: [0, 14], sets: [.block, .sextant]),
    // Konsole, iTerm2, Windows Terminal, xterm, VS Code and mintty take what is beyond blocks from a font, with gaps.
  ]

  private static func sets(of identity: TerminalIdentity) -> GlyphSet? {
    // An unknown version: [] is before every other.
    let rows = table.filter { $0.name == identity.name }
    if identity.version.isEmpty, let oldest = rows.last, oldest.since.count == 1 { return oldest.sets }
    return rows.first { !identity.version.lexicographicallyPrecedes($0.since) }?.sets
  }
}
