import Terminal

/// What lies under an overlay: the light of drawn cells, and blending over it.
enum Underlay {
  /// The light of a whole cell: its two colours by how much of it the glyph covers.
  static func light(of cell: Cell, style: SceneStyle) -> Light {
    let back = Light(cell.background, assuming: style.backdrop.assumedLight, palette: style.palette)
    let coverage = coverage(of: cell.glyph)
    return coverage == 0
      ? back : back.mixed(with: Light(cell.foreground, assuming: .text, palette: style.palette), coverage)
  }

  /// A cell with `light` laid over it, `alpha` of it covering: the glyph stays and shows through.
  static func veiled(_ cell: Cell, by light: Light, alpha: Double, style: SceneStyle) -> Cell {
    if style.depth == .mono { return alpha > 0 ? .blank : cell }
    var result = cell
    let back = Light(cell.background, assuming: style.backdrop.assumedLight, palette: style.palette)
    result.background = veiled(back, by: light, alpha: alpha, style: style).color
    if cell.glyph != .blank {
      let front = Light(cell.foreground, assuming: .text, palette: style.palette)
      result.foreground = veiled(front, by: light, alpha: alpha, style: style).color
    }
    return result
  }

  /// The share from which on a veil covers everything, where there are too few colours for what is half transparent.
  private static let leastCover = 0.25

  /// Light with a veil laid over it, `alpha` of it covering.
  static func veiled(_ under: Light, by veil: Light, alpha: Double, style: SceneStyle) -> Light {
    switch style.depth {
    case .truecolor, .palette256: under.veiled(by: veil, alpha)
    // What is nearest to a mixture may be any of so few colours: to the grey of black over white, red.
    case .palette16, .palette8, .mono: alpha < leastCover ? under : veil
    }
  }

  /// The background for words or a line over a cell: black, so much of it covering what is there; the terminal's own where there
  /// are no colours.
  static func ground(over cell: Cell, alpha: Double, style: SceneStyle) -> Color {
    if style.depth == .mono { return .terminalDefault }
    return veiled(light(of: cell, style: style), by: .black, alpha: alpha, style: style).color
  }

  /// The background for a sign of some light over a cell, where there are colours: darker by a third than what is there, or
  /// by as much more as it takes to read the sign on it. A dark sign gets a light ground where it needs one.
  static func ground(for ink: Light, over cell: Cell, style: SceneStyle) -> Color {
    if style.depth == .mono { return .terminalDefault }
    let under = light(of: cell, style: style)
    var ground = veiled(under, by: .black, alpha: leastShade, style: style)
    let isInkDark = ink.contrast(to: .black) < ink.contrast(to: .white)
    if isInkDark { ground = under }
    var alpha = isInkDark ? 0 : leastShade
    while alpha < 1, ink.contrast(to: ground) < leastContrast {
      alpha = min(1, alpha + 1.0 / 64)
      ground = veiled(under, by: isInkDark ? .white : .black, alpha: alpha, style: style)
    }
    return ground.color
  }

  /// How much of what is below a light sign is taken away in any case.
  private static let leastShade = 0.3

  /// The contrast (WCAG 2.2) that signs have with their ground at least: that of white on the half-transparent black of the
  /// description bar over white. Any colour has one of √21 with black or with white.
  static let leastContrast: Float = 4

  /// A letter's light on what is behind it: between the two while it comes and goes, where there are colours for that.
  static func ink(_ ink: Light, on behind: Light, strength: Double, style: SceneStyle) -> Light {
    switch style.depth {
    case .truecolor, .palette256: behind.mixed(with: ink, strength)
    case .palette16, .palette8, .mono: strength < 0.5 ? behind : ink
    }
  }

  private static func coverage(of glyph: Glyph) -> Double {
    switch glyph {
    case .blank, .continuation: 0
    case .upperHalf, .lowerHalf, "▌": 0.5
    case .fullBlock: 1
    // Text, of which a common cell covers about so much.
    default: GlyphTable.coverage[glyph] ?? 0.3
    }
  }
}
