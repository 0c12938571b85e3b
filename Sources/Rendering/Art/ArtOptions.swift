package import Terminal

/// What an art mode needs besides the samples.
package struct ArtOptions: Hashable, Sendable {
  /// The color depth of the cells.
  package var depth: ColorDepth
  /// The terminal's own background in linear light, shown where samples are empty.
  package var assumedBackground: LinearColor
  /// The terminal's named colors, if the depth is that of a palette.
  package var palette: TerminalPalette
  /// How the terminal shows the two colors of a shade.
  package var shades: ShadeMixing
  /// How colors between those of the palette are drawn.
  package var dithering: Dithering
  /// Whether cells have a background color; if not, the terminal's own background shows behind glyphs.
  package var usesBackgrounds: Bool
  /// Whether a light background is treated as dark, and a dark one as light.
  package var isInverted: Bool
  /// How tones are stretched where one color draws them all; nil to derive it from the canvas.
  package var stretch: ToneStretch?

  /// Creates options; nil selects the usual dithering at this depth.
  package init(
    depth: ColorDepth, assumedBackground: LinearColor = .black, palette: TerminalPalette = .xterm,
    shades: ShadeMixing = .fonts,
    dithering: Dithering? = nil,
    usesBackgrounds: Bool = true, isInverted: Bool = false
  ) {
    self.depth = depth
    self.assumedBackground = assumedBackground
    self.palette = palette
    self.shades = shades
    self.dithering = dithering ?? .default(at: depth)
    self.usesBackgrounds = usesBackgrounds
    self.isInverted = isInverted
  }

  /// Whether glyphs are darker than their background, so that a picture's dark parts are drawn instead of its light
  /// ones.
  ///
  /// The threshold is the luminance of CIE lightness 50.
  var inksDark: Bool { (assumedBackground.luminance > 0.184) != isInverted }

  /// The color behind glyphs without a background.
  var inkBackground: LinearColor { isInverted ? (inksDark ? .white : .black) : assumedBackground }

  func stretch(for canvas: Canvas, workers: RowWorkers = .alone) -> ToneStretch {
    stretch ?? ToneStretch(canvas, inksDark: inksDark, workers: workers)
  }

  /// The palette to reduce to; nil if there is none.
  var table: PaletteTable? { PaletteTable.shared(palette, at: depth, shades: shades.assumed(at: depth)) }

  /// Reduces cells of any colors to the colors of the terminal.
  func reduced(_ cells: [Cell]) -> [Cell] { table?.reduced(cells) ?? cells }
}
