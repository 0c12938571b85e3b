import Terminal

extension OverlayLayout {
  /// A layer between pictures in pixels and the text or marks on them: one color with a uniform opacity.
  struct Shade {
    var area: CellRect
    var color: LinearColor
    /// The opacity, 0…1.
    var opacity: Double
  }

  /// The overlays' shades. They take the place of the backgrounds of cells, which are not visible over pictures.
  ///
  /// A panel lies over all other overlays. Terminals differ in which of two shades is in front, so the others are left
  /// out under it, and it has one shade for each area of equal background, such as that of its selected row.
  ///
  /// - Parameters:
  ///   - slides: The cells under the overlays.
  ///   - drawn: The same cells with the overlays.
  ///   - blending: How the terminal blends images.
  func shades(
    over slides: CellBuffer, in drawn: CellBuffer, style: SceneStyle, blending: ImageBlending
  ) -> [Shade] {
    let others = shadesUnderPanel(over: slides, style: style, blending)
    guard let panel = help?.area.clipped(to: drawn.size) else { return others }
    let uncovered = others.flatMap { shade in
      shade.area.parts { column, row in !panel.contains(column, row) }
        .map { Shade(area: $0, color: shade.color, opacity: shade.opacity) }
    }
    // The encoder draws a full block as a background.
    func background(_ column: Int, _ row: Int) -> Color {
      let cell = drawn[column, row]
      return cell.glyph == .fullBlock ? cell.foreground : cell.background
    }
    var backgrounds: [Color] = []
    for row in panel.rowRange {
      for column in panel.columnRange where !backgrounds.contains(background(column, row)) {
        backgrounds.append(background(column, row))
      }
    }
    return uncovered
      + backgrounds.flatMap { color in
        panel.parts { background($0, $1) == color }
          .map { Shade(area: $0, color: LinearColor(color), opacity: 1) }
      }
  }

  /// The shades of the overlays that a panel covers.
  private func shadesUnderPanel(
    over slides: CellBuffer, style: SceneStyle, _ blending: ImageBlending
  ) -> [Shade] {
    var shades: [Shade] = []
    func opacity(of scrim: Scrim, over area: CellRect) -> Double {
      scrim.opacity(of: area, in: slides, style: style.slides, blending)
    }
    if let bar {
      let scrim = Scrim.caption(style: style)
      shades.append(
        Shade(area: bar.area, color: scrim.color, opacity: opacity(of: scrim, over: bar.area) * bar.presence))
    }
    if let dots {
      let scrim = Scrim.dots(style: style)
      // Cells that the bar covers are not covered twice.
      let isOnBar = bar.map { $0.area.rowRange.contains(dots.row) } ?? false
      let rest = isOnBar ? 1 - (bar?.presence ?? 0) : 1
      let cover = opacity(of: scrim, over: dots.backing) * rest
      if cover > 0 { shades.append(Shade(area: dots.backing, color: scrim.color, opacity: cover)) }
    }
    if let status {
      let scrim = StatusPill.scrim(style: style)
      shades.append(
        Shade(area: status.area, color: scrim.color, opacity: opacity(of: scrim, over: status.area) * status.strength))
    }
    return shades
  }
}

extension Scrim {
  /// The opacity, 0…1, of an image over an area: with it the inks are legible on both colors of every cell. Where the
  /// picture differs most from the scrim, it has the luminance of cells that the scrim covers.
  fileprivate func opacity(
    of area: CellRect, in slides: CellBuffer, style: SlideStyle, _ blending: ImageBlending
  ) -> Double {
    let area = area.clipped(to: slides.size)
    let lights = Set(
      area.rowRange.flatMap { row in
        area.columnRange.flatMap { Underlay.lights(of: slides[$0, row], style: style) }
      })
    let luminance = color.luminance
    let farthest = lights.max { abs($0.luminance - luminance) < abs($1.luminance - luminance) }
    var maximum = blending == .linear ? 0 : min(max(0, alpha), 1)
    for light in lights {
      let cover = cover(of: light, style: style)
      if blending != .linear { maximum = max(maximum, cover) }
      // Elsewhere, only what legibility takes.
      guard blending != .encoded, cover > alpha || light == farthest else { continue }
      let covered = light.covered(by: color, cover).luminance
      let (change, whole) = (covered - light.luminance, luminance - light.luminance)
      maximum = max(maximum, whole == 0 ? cover : min(1, Double(change / whole)))
    }
    return maximum
  }
}
