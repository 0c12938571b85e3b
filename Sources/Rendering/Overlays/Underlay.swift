import Terminal

/// What lies under an overlay: the light of drawn cells, and blending over it.
enum Underlay {
  /// The light of a whole cell: its two colours by how much of it the glyph covers.
  static func light(of cell: Cell, style: SlideStyle) -> LinearColor {
    let back = LinearColor(
      cell.background, assuming: style.picture.backdrop.assumedLight, palette: style.terminal.palette)
    let coverage = coverage(of: cell.glyph)
    if coverage == 0 { return back }
    let front = LinearColor(cell.foreground, assuming: .text, palette: style.terminal.palette)
    if let quarters = ShadeMixing.quarters(of: cell.glyph) {
      return style.terminal.shades.light(front, over: back, quarters: quarters)
    }
    return back.mixed(with: front, coverage)
  }

  /// The colour for the rest of a cell in which a thin mark takes the glyph's place: the cell's mean, or, where there are too few
  /// colours for means, the one of its two that covers more.
  static func rest(of cell: Cell, style: SlideStyle) -> Color {
    if cell.glyph == .blank { return cell.background }
    switch style.terminal.depth {
    case .truecolor, .palette256: return light(of: cell, style: style).color
    case .palette16, .palette8: return coverage(of: cell.glyph) > 0.5 ? cell.foreground : cell.background
    case .mono: return .terminalDefault
    }
  }

  /// A cell with a scrim over it, `cover` of it covered: the glyph stays and shows through.
  static func covered(_ cell: Cell, by scrim: LinearColor, cover: Double, style: SlideStyle) -> Cell {
    if style.terminal.depth == .mono { return cover > 0 ? .blank : cell }
    if cover <= 0 { return cell }
    if cover >= 1 { return Cell(.blank, background: scrim.color) }
    var result = cell
    let back = LinearColor(
      cell.background, assuming: style.picture.backdrop.assumedLight, palette: style.terminal.palette)
    result.background = back.covered(by: scrim, cover).color
    if cell.glyph != .blank {
      let front = LinearColor(cell.foreground, assuming: .text, palette: style.terminal.palette)
      result.foreground = front.covered(by: scrim, cover).color
    }
    return result
  }

  /// A letter's light on what is behind it: between the two while it comes and goes, where there are colours for that.
  static func ink(_ ink: LinearColor, on behind: LinearColor, strength: Double, style: SlideStyle) -> LinearColor {
    switch style.terminal.depth {
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

extension CellBuffer {
  /// Lays words' backing over a rectangle, which becomes blank.
  mutating func lay(_ scrim: Scrim, over area: CellRect, style: SlideStyle) {
    for row in area.rowRange {
      for column in area.columnRange {
        if style.terminal.depth == .mono {
          self[column, row] = .blank
        } else {
          let under = Underlay.light(of: self[column, row], style: style)
          self[column, row] = Cell(.blank, background: scrim.backing(over: under, style: style).color)
        }
      }
    }
  }
}
