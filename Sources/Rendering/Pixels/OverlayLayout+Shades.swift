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
  func shades(over slides: CellBuffer, in drawn: CellBuffer, style: SceneStyle) -> [Shade] {
    let others = shadesUnderPanel(over: slides, style: style)
    guard let panel = help?.area.clipped(to: drawn.size) else { return others }
    let uncovered = others.flatMap { shade in
      shade.area.parts { column, row in !panel.contains(column, row) }
        .map { Shade(area: $0, color: shade.color, opacity: shade.opacity) }
    }
    var backgrounds: [Color] = []
    for row in panel.rowRange {
      for column in panel.columnRange where !backgrounds.contains(drawn[column, row].background) {
        backgrounds.append(drawn[column, row].background)
      }
    }
    return uncovered
      + backgrounds.flatMap { color in
        panel.parts { column, row in drawn[column, row].background == color }
          .map { Shade(area: $0, color: LinearColor(color), opacity: 1) }
      }
  }

  /// The shades of the overlays that a panel covers.
  private func shadesUnderPanel(over slides: CellBuffer, style: SceneStyle) -> [Shade] {
    var shades: [Shade] = []
    if let bar {
      let scrim = Scrim.caption(style: style)
      let cover = scrim.maximumCover(of: bar.area, in: slides, style: style.slides)
      shades.append(Shade(area: bar.area, color: scrim.color, opacity: cover * bar.presence))
    }
    if let dots {
      let scrim = Scrim.dots(style: style)
      // Cells that the bar covers are not covered twice.
      let isOnBar = bar.map { $0.area.rowRange.contains(dots.row) } ?? false
      let rest = isOnBar ? 1 - (bar?.presence ?? 0) : 1
      let cover = scrim.maximumCover(of: dots.backing, in: slides, style: style.slides) * rest
      if cover > 0 { shades.append(Shade(area: dots.backing, color: scrim.color, opacity: cover)) }
    }
    if let status {
      let scrim = StatusPill.scrim(style: style)
      let cover = scrim.maximumCover(of: status.area, in: slides, style: style.slides)
      shades.append(Shade(area: status.area, color: scrim.color, opacity: cover * status.strength))
    }
    return shades
  }
}

extension Scrim {
  /// The opacity with which the inks are legible in every cell of an area, 0…1.
  fileprivate func maximumCover(of area: CellRect, in slides: CellBuffer, style: SlideStyle) -> Double {
    let area = area.clipped(to: slides.size)
    var maximum = min(max(0, alpha), 1)
    for row in area.rowRange {
      for column in area.columnRange {
        let light = Underlay.light(of: slides[column, row], style: style)
        maximum = max(maximum, cover(of: light, style: style))
      }
    }
    return maximum
  }
}
