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
    result.background = back.veiled(by: light, alpha).color
    if cell.glyph != .blank {
      result.foreground = Light(cell.foreground, assuming: .text, palette: style.palette).veiled(by: light, alpha).color
    }
    return result
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
