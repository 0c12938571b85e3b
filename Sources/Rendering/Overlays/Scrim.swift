import Terminal

/// What is laid between a picture and the words or marks on it, so that they can be read on any picture.
///
/// Scrims follow the terminal: light words on a dark scrim where its background is dark, dark words on a light one where it
/// is light. Colours that flags set come first.
struct Scrim: Hashable, Sendable {
  /// The light that covers the picture.
  let color: LinearColor
  /// How much of the picture it covers at least, 0…1.
  let alpha: Double
  /// What has to be readable on it: where it is not, more is covered. None: exactly `alpha` is covered.
  let inks: [LinearColor]

  /// The contrast (WCAG 2.2, level AA for text) that words and marks have with their backing at least.
  static let minimumContrast: Float = 4.5

  /// The grey with which black and white have the same contrast, √21.
  private static let middleGrey = LinearColor(SIMD3(repeating: 0.179))

  /// A scrim for words in the theme's ink.
  static func words(alpha: Double, style: SlideStyle) -> Scrim {
    Scrim(color: style.themeScrim, alpha: alpha, inks: [style.themeInk])
  }

  /// One scrim for all dots, whatever their colours.
  static func dots(style: SceneStyle) -> Scrim {
    let inks = [style.dotInk, style.currentDotInk]
    return Scrim(color: color(for: inks, style: style.slides), alpha: style.overlays.captionAlpha, inks: inks)
  }

  /// The description bar's.
  static func caption(style: SceneStyle) -> Scrim {
    if let background = style.overlays.captionBackground {
      return Scrim(
        color: LinearColor(background, palette: style.terminal.palette), alpha: style.overlays.captionAlpha, inks: [])
    }
    let inks = [style.captionInk]
    return Scrim(color: color(for: inks, style: style.slides), alpha: style.overlays.captionAlpha, inks: inks)
  }

  /// The theme's scrim where all inks are readable on it, else the opposite, else the grey between black and white.
  private static func color(for inks: [LinearColor], style: SlideStyle) -> LinearColor {
    let candidates = [style.themeScrim, style.themeInk, middleGrey]
    func contrast(_ color: LinearColor) -> Float { inks.map { $0.contrast(to: color) }.min() ?? 0 }
    return candidates.first { contrast($0) >= minimumContrast }
      ?? candidates.max { contrast($0) < contrast($1) } ?? style.themeScrim
  }

  /// The share from which on a scrim covers everything, where there are too few colours for what is half transparent.
  private static let minimumCover = 0.25

  /// How much of a cell of some light is covered, 0…1: `least`, or as much more as it takes to read the inks.
  func cover(of under: LinearColor, atLeast least: Double? = nil, style: SlideStyle) -> Double {
    var cover = min(max(0, least ?? alpha), 1)
    switch style.terminal.depth {
    // What is nearest to a mixture may be any of so few colours: to the grey of black over white, red.
    case .palette16, .palette8, .mono:
      return cover >= Scrim.minimumCover || !isReadable(on: under, style: style) ? 1 : 0
    case .truecolor, .palette256: break
    }
    while cover < 1, !isReadable(on: under.covered(by: color, cover), style: style) { cover = min(1, cover + 1.0 / 64) }
    return cover
  }

  /// The backing of a mark on a cell of some light.
  func backing(over under: LinearColor, atLeast least: Double? = nil, style: SlideStyle) -> LinearColor {
    under.covered(by: color, cover(of: under, atLeast: least, style: style))
  }

  /// Whether all inks are readable on some light, as the terminal shows it.
  func isReadable(on backing: LinearColor, style: SlideStyle) -> Bool {
    if inks.isEmpty { return true }
    let shown = style.shown(backing)
    return inks.allSatisfy { style.shown($0).contrast(to: shown) >= Scrim.minimumContrast }
  }
}

extension SlideStyle {
  /// Whether what surrounds the pictures is light. From this luminance on black is read better than white.
  var isOnLight: Bool { LinearColor(picture.backdrop.surround, assuming: terminal.background).luminance > 0.179 }

  /// The light of words and marks that no flag sets.
  var themeInk: LinearColor { isOnLight ? .black : .white }
  /// The light of scrims that no flag sets.
  var themeScrim: LinearColor { isOnLight ? .white : .black }

  /// A light as the terminal shows it: rounded to its colours, where these are enough for blends.
  func shown(_ light: LinearColor) -> LinearColor {
    let color = light.color
    guard terminal.depth == .palette256, let (red, green, blue) = color.channels else { return LinearColor(color) }
    let index = NearestColors.shared(.xterm, at: .palette256).nearest(red: red, green: green, blue: blue)
    return LinearColor(Color(index: index))
  }

  /// The nearest light to a wanted one that is readable on a backing: mixed with black or white as far as it takes.
  func readable(_ wanted: LinearColor, on backing: LinearColor) -> LinearColor {
    let behind = shown(backing)
    // The white of eight colours is a light grey.
    let white = terminal.depth == .palette8 ? LinearColor(Color(index: 7), palette: terminal.palette) : .white
    let limit = white.contrast(to: behind) >= LinearColor.black.contrast(to: behind) ? LinearColor.white : .black
    guard terminal.hasBlends else { return limit }
    var share = 0.0
    var ink = wanted
    while share < 1, shown(ink).contrast(to: behind) < Scrim.minimumContrast {
      share = min(1, share + 1.0 / 32)
      ink = wanted.covered(by: limit, share)
    }
    return ink
  }
}

extension SceneStyle {
  var dotInk: LinearColor { ink(overlays.dotColor) }
  var currentDotInk: LinearColor { ink(overlays.currentDotColor) }

  /// The description's: on a bar whose colour a flag sets, whichever of black and white is read better.
  var captionInk: LinearColor {
    guard overlays.captionColor == nil, let background = overlays.captionBackground else {
      return ink(overlays.captionColor)
    }
    let bar = LinearColor(background, palette: terminal.palette)
    if slides.themeInk.contrast(to: bar) >= Scrim.minimumContrast { return slides.themeInk }
    return LinearColor.white.contrast(to: bar) >= LinearColor.black.contrast(to: bar) ? .white : .black
  }

  /// A colour that a flag sets, else the theme's ink.
  private func ink(_ color: Color?) -> LinearColor {
    color.map { LinearColor($0, assuming: .text, palette: terminal.palette) } ?? slides.themeInk
  }
}
