import Terminal

/// The glyphs that a terminal most likely draws correctly: without gaps between cells, and not as missing-glyph boxes.
///
/// Every monospaced font has halves, quadrants and eighths. Newer glyphs look right where the terminal draws them
/// itself; most fonts lack them, and those of the others seldom fit the cell.
package enum GlyphSupport {
  /// The glyph sets for a terminal.
  ///
  /// - Parameters:
  ///   - environment: The environment variables of the process.
  ///   - version: The terminal's reply to a version query (XTVERSION), such as `kitty(0.40.1)`; nil if unknown.
  ///   - isUTF8: Whether the locale is UTF-8.
  package static func sets(environment: [String: String], version: String? = nil, isUTF8: Bool) -> GlyphSet {
    guard isUTF8 else { return .ascii }
    let term = environment["TERM"] ?? ""
    // The console's font is only sure to have CP437's glyphs: halves, but no quadrants.
    if term == "linux" { return .half }
    let reported = version.map { TerminalIdentity(reply: $0) }
    // Other terminals are made of Alacritty's library, and draw glyphs in their own way.
    let isOther = reported?.name == "alacritty_terminal" && environment["TERM_PROGRAM"] != nil
    if let reported, !isOther, let known = sets(of: reported) { return known }
    // tmux and screen pass on glyphs, but not the name of the terminal that draws them, and their width tables lag
    // behind. The environment may describe a different terminal than the attached one.
    if TerminalIdentity.isMultiplexed(environment) { return .block }
    return TerminalIdentity(environment: environment).flatMap { sets(of: $0) } ?? .block
  }

  /// How a terminal, identified by its version reply or else by the environment, shows shades.
  ///
  /// The Linux console's fonts are bitmaps, which stipple. VTE, foot (`box-drawing-solid-shades`) and Alacritty fill the
  /// cell with a half-transparent color; the others draw a stipple or the font's glyph.
  package static func shades(environment: [String: String], version: String? = nil) -> ShadeMixing {
    let term = environment["TERM"] ?? ""
    if term == "linux" { return .stippled }
    if TerminalIdentity.isMultiplexed(environment) { return .fonts }
    let identity = version.map { TerminalIdentity(reply: $0) } ?? TerminalIdentity(environment: environment)
    let blending = ["vte", "foot", "alacritty", "alacritty_terminal"]
    return identity.map { blending.contains($0.name) } == true ? .blended : .fonts
  }

  /// The sets that a terminal draws since a version.
  private struct Row {
    var name: String
    var since: [Int]
    var sets: GlyphSet
  }

  /// The versions of each terminal, newest first. If the oldest row of a terminal has only a major version, an unknown
  /// version counts as that one: it is years old, and a version query tells newer ones apart.
  private static let table: [Row] = [
    // kitty draws all of Unicode 13's block symbols itself, and octants since 0.40.
    Row(name: "kitty", since: [0, 40], sets: .best), Row(name: "kitty", since: [0], sets: .legacy),
    // So does foot (`box-drawings-uses-font-glyphs=no` is its default), with octants since 1.20.
    Row(name: "foot", since: [1, 20], sets: .best), Row(name: "foot", since: [1], sets: .legacy),
    // Ghostty's sprite face, with octants since 1.2.
    Row(name: "ghostty", since: [1, 2], sets: .best), Row(name: "ghostty", since: [0], sets: .legacy),
    // WezTerm's `custom_block_glyphs`, on by default since 2021; releases have no octants.
    Row(name: "wezterm", since: [0], sets: .legacy),
    // GNOME Terminal, Tilix, xfce4-terminal and others use VTE's drawing, with octants since 0.78.
    Row(name: "vte", since: [0, 78], sets: .best), Row(name: "vte", since: [0, 62], sets: .legacy),
    // Alacritty's built-in font has sextants since 0.14, whose library is 0.24, but no wedges.
    Row(name: "alacritty_terminal", since: [0, 24], sets: [.block, .sextant]),
    // Konsole, iTerm2, Windows Terminal, xterm, VS Code and mintty draw newer glyphs from a font, with gaps.
  ]

  private static func sets(of identity: TerminalIdentity) -> GlyphSet? {
    // An unknown version is [], which precedes every other.
    let rows = table.filter { $0.name == identity.name }
    if identity.version.isEmpty, let oldest = rows.last, oldest.since.count == 1 { return oldest.sets }
    return rows.first { !identity.version.lexicographicallyPrecedes($0.since) }?.sets
  }
}
