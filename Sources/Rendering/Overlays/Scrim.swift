import Terminal

/// A layer between a picture and the text or marks on it that keeps them legible on any picture.
///
/// Scrims follow the terminal's theme: light text on a dark scrim if the terminal's background is dark, dark text on a
/// light scrim if it is light. Colors set by flags take precedence.
struct Scrim: Hashable, Sendable {
  let color: LinearColor
  /// The minimum opacity, 0…1.
  let alpha: Double
  /// The inks that must be legible on it: the opacity increases until they are. If empty, the opacity is exactly
  /// `alpha`.
  let inks: [LinearColor]

  /// The minimum contrast of text and marks with their backing (WCAG 2.2, level AA for text).
  static let minimumContrast: Float = 4.5

  /// The gray whose contrast with both black and white is √21.
  private static let middleGray = LinearColor(SIMD3(repeating: 0.179))

  /// A scrim for text in the theme's ink.
  static func text(alpha: Double, style: SlideStyle) -> Scrim {
    Scrim(color: style.themeScrim, alpha: alpha, inks: [style.themeInk])
  }

  /// The common scrim of all dots, with any colors.
  static func dots(style: SceneStyle) -> Scrim {
    let inks = [style.dotInk, style.currentDotInk]
    return Scrim(color: color(for: inks, style: style.slides), alpha: style.overlays.captionAlpha, inks: inks)
  }

  /// The scrim of the description bar.
  static func caption(style: SceneStyle) -> Scrim {
    if let background = style.overlays.captionBackground {
      return Scrim(
        color: LinearColor(background, palette: style.terminal.palette), alpha: style.overlays.captionAlpha, inks: [])
    }
    let inks = [style.captionInk]
    return Scrim(color: color(for: inks, style: style.slides), alpha: style.overlays.captionAlpha, inks: inks)
  }

  /// The theme's scrim if all inks are legible on it, else its opposite, else the gray between black and white; if none
  /// qualifies, the one with the best contrast.
  private static func color(for inks: [LinearColor], style: SlideStyle) -> LinearColor {
    let candidates = [style.themeScrim, style.themeInk, middleGray]
    func contrast(_ color: LinearColor) -> Float { inks.map { $0.contrast(to: color) }.min() ?? 0 }
    return candidates.first { contrast($0) >= minimumContrast }
      ?? candidates.max { contrast($0) < contrast($1) } ?? style.themeScrim
  }

  /// The opacity from which a scrim covers everything if there are too few colors for half-transparency.
  private static let minimumCover = 0.25

  /// The opacity over a cell of some light, 0…1: `minimum`, or as much more as the inks need to be legible.
  func cover(of under: LinearColor, atLeast minimum: Double? = nil, style: SlideStyle) -> Double {
    if style.terminal.hasHighContrast { return 1 }
    var cover = min(max(0, minimum ?? alpha), 1)
    switch style.terminal.depth {
    // The nearest of so few colors to a mixture may be anything: for the gray of black over white, red.
    case .palette16, .palette8, .mono:
      return cover >= Scrim.minimumCover || !isReadable(on: under, style: style) ? 1 : 0
    case .truecolor, .palette256: break
    }
    while cover < 1, !isReadable(on: under.covered(by: color, cover), style: style) { cover = min(1, cover + 1.0 / 64) }
    return cover
  }

  /// The backing of a mark on a cell of some light.
  func backing(over under: LinearColor, atLeast minimum: Double? = nil, style: SlideStyle) -> LinearColor {
    under.covered(by: color, cover(of: under, atLeast: minimum, style: style))
  }

  /// Whether all inks are legible on a backing, as the terminal shows it.
  func isReadable(on backing: LinearColor, style: SlideStyle) -> Bool {
    if inks.isEmpty { return true }
    let shown = style.shown(backing)
    return inks.allSatisfy { style.shown($0).contrast(to: shown) >= style.minimumContrast }
  }
}

extension SlideStyle {
  /// Whether the surroundings of the pictures are light: above this luminance, black has more contrast than white.
  var isOnLight: Bool { LinearColor(picture.backdrop.surround, assuming: terminal.background).luminance > 0.179 }

  /// The minimum contrast of text and marks with their backing: WCAG 2.2, level AA for text or, on request, AAA.
  var minimumContrast: Float { terminal.hasHighContrast ? 7 : Scrim.minimumContrast }

  /// The linear color of text and marks, unless flags set it.
  var themeInk: LinearColor { isOnLight ? .black : .white }
  /// The linear color of scrims, unless flags set it.
  var themeScrim: LinearColor { isOnLight ? .white : .black }

  /// A color as the terminal shows it: rounded to its palette if that has enough colors for blends.
  func shown(_ light: LinearColor) -> LinearColor {
    let color = light.color
    guard terminal.depth == .palette256, let (red, green, blue) = color.channels else { return LinearColor(color) }
    let index = NearestColors.shared(.xterm, at: .palette256).nearest(red: red, green: green, blue: blue)
    return LinearColor(Color(index: index))
  }

  /// The color nearest to a wanted one that is legible on a backing: mixed with black or white as far as necessary.
  func readable(_ wanted: LinearColor, on backing: LinearColor) -> LinearColor {
    let behind = shown(backing)
    // The white of eight-color palettes is a light gray.
    let white = terminal.depth == .palette8 ? LinearColor(Color(index: 7), palette: terminal.palette) : .white
    let limit = white.contrast(to: behind) >= LinearColor.black.contrast(to: behind) ? LinearColor.white : .black
    guard terminal.hasBlends else { return limit }
    var share = 0.0
    var ink = wanted
    while share < 1, shown(ink).contrast(to: behind) < minimumContrast {
      share = min(1, share + 1.0 / 32)
      ink = wanted.covered(by: limit, share)
    }
    return ink
  }
}

extension SceneStyle {
  var dotInk: LinearColor { ink(overlays.dotColor) }
  var currentDotInk: LinearColor { ink(overlays.currentDotColor) }

  /// The ink of the description: on a bar whose color a flag sets, the theme's ink if legible, else black or white,
  /// whichever has more contrast.
  var captionInk: LinearColor {
    guard overlays.captionColor == nil, let background = overlays.captionBackground else {
      return ink(overlays.captionColor)
    }
    let bar = LinearColor(background, palette: terminal.palette)
    if slides.themeInk.contrast(to: bar) >= Scrim.minimumContrast { return slides.themeInk }
    return LinearColor.white.contrast(to: bar) >= LinearColor.black.contrast(to: bar) ? .white : .black
  }

  /// A color set by a flag, else the theme's ink.
  private func ink(_ color: Color?) -> LinearColor {
    color.map { LinearColor($0, assuming: .text, palette: terminal.palette) } ?? slides.themeInk
  }
}
