import Imaging
package import Terminal

/// What an art mode must know beside the samples.
package struct ArtOptions: Hashable, Sendable {
  /// The colours that the cells may have.
  package var depth: ColorDepth
  /// The light of the terminal's own background, where samples are nothing.
  package var assumedBackground: LinearColor
  /// The terminal's named colours, where the depth is one of a palette.
  package var palette: TerminalPalette
  /// How the terminal shows the two colours of a shade.
  package var shades: ShadeMixing
  /// How what lies between the colours is drawn.
  package var dithering: Dithering
  /// Whether cells have a colour behind their glyphs; false: the terminal's own background is there.
  package var usesBackgrounds: Bool
  /// Whether a light background is drawn on as if it were dark, and a dark one as if it were light.
  package var isInverted: Bool
  /// How tones are stretched where one colour draws them all; nil: by the canvas's own.
  package var stretch: ToneStretch?

  /// Options; nil: the usual dithering at this depth.
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
    self.dithering = dithering ?? .usual(at: depth)
    self.usesBackgrounds = usesBackgrounds
    self.isInverted = isInverted
  }
}

extension ArtOptions {
  /// Whether glyphs are darker than what is behind them, so that the picture's dark parts are drawn, not its light ones.
  ///
  /// The middle is where CIE lightness is 50.
  var inksDark: Bool { (assumedBackground.luminance > 0.184) != isInverted }

  /// What is behind glyphs that have no background of their own.
  var inkBackground: LinearColor { isInverted ? (inksDark ? .white : .black) : assumedBackground }

  /// How tones are stretched on a canvas.
  func stretch(for canvas: Canvas) -> ToneStretch { stretch ?? ToneStretch(canvas) }

  /// The palette to reduce to; nil: none.
  var table: PaletteTable? { PaletteTable.shared(palette, at: depth, shades: shades) }

  /// Cells of any colours in those that the terminal has.
  func reduced(_ cells: [Cell]) -> [Cell] { table?.reduced(cells) ?? cells }
}
