import Terminal

/// The cells under an overlay: their light, and blending over it.
enum Underlay {
  /// The mean light of a cell: its two colors weighted by the glyph's coverage.
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

  /// The colors that are visible in a cell.
  static func lights(of cell: Cell, style: SlideStyle) -> [LinearColor] {
    let palette = style.terminal.palette
    let back = LinearColor(cell.background, assuming: style.picture.backdrop.assumedLight, palette: palette)
    let front = LinearColor(cell.foreground, assuming: .text, palette: palette)
    return cell.glyph == .blank ? [back] : cell.glyph == .fullBlock ? [front] : [back, front]
  }

  /// The background of a cell whose glyph is replaced by a thin mark: the cell's mean or, if there are too few colors
  /// for that, whichever of its two colors covers more.
  static func rest(of cell: Cell, style: SlideStyle) -> Color {
    if cell.glyph == .blank { return cell.background }
    switch style.terminal.depth {
    case .truecolor, .palette256: return light(of: cell, style: style).color
    case .palette16, .palette8: return coverage(of: cell.glyph) > 0.5 ? cell.foreground : cell.background
    case .mono: return .terminalDefault
    }
  }

  /// A cell under a scrim with the opacity `cover`: the glyph stays and shows through.
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

  /// A letter's color on its backing: mixed with the backing during a fade, if there are enough colors.
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
    // Text: the approximate coverage of a typical character.
    default: GlyphTable.coverage[glyph] ?? 0.3
    }
  }
}

extension CellBuffer {
  /// Replaces a rectangle with blank cells on a scrim, as the backing of text.
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
