package import CarouselValues
package import Terminal

/// How pictures are drawn in cells.
package struct PictureStyle: Hashable, Sendable {
  package var art: ArtMode
  /// How tones between few colors are drawn; nil selects the usual method for the color depth.
  package var dithering: Dithering?
  /// Whether pictures have colors behind their glyphs; if not, the terminal's own background shows there.
  package var usesBackgrounds = true
  /// Whether a light background is treated as dark, and a dark one as light.
  package var isInverted = false
  /// The background behind transparent parts and around pictures.
  package var backdrop = Backdrop.terminal(assumed: .black)
  /// How pictures fill their area of the window, and how they are aligned in it.
  package var content = SlideContentMode.contain

  /// Creates a style with the defaults of the command line.
  package init(art: ArtMode) { self.art = art }
}

/// How the overlays look, and which are shown.
package struct OverlayStyle: Hashable, Sendable {
  /// The position of the page dots.
  package var pagePosition = PagePosition.bottomCenter
  /// The glyph of pages other than the current one; nil selects one that the terminal has.
  package var dot: Glyph?
  /// The glyph of the current page; nil selects one that the terminal has.
  package var currentDot: Glyph?
  /// The dots' color; nil selects light or dark to suit the scrim.
  package var dotColor: Color?
  /// The color of the current page's dot; nil selects light or dark to suit the scrim.
  package var currentDotColor: Color?
  /// Whether the description bar is shown for slides with a description.
  package var showsCaptions = true
  /// The description's color; nil selects light or dark to suit the bar.
  package var captionColor: Color?
  /// The bar's color; nil selects dark, or light if the terminal's background is light.
  package var captionBackground: Color?
  /// The opacity of the bar's background, 0…1.
  package var captionAlpha = 0.5
  /// Whether the countdown of auto-advance is drawn.
  package var showsCountdown = false
  /// Whether dots are shown; without them, only the number of `showsIndex` is at their position.
  package var showsDots = true
  /// Whether a number such as `3/12` is shown beside the dots.
  package var showsIndex = false
  /// Whether a strip of the slides' captions is shown.
  package var showsTabs = false

  /// Creates a style with the defaults of the command line.
  package init() {}
}

/// The terminal's capabilities, from its environment and then from its replies to queries.
package struct TerminalProfile: Hashable, Sendable {
  /// The color depth of cells.
  package var depth: ColorDepth
  /// The terminal's named colors, if pictures are drawn with them.
  package var palette = TerminalPalette.xterm
  /// How the terminal shows the two colors of a shade.
  package var shades = ShadeMixing.fonts
  /// The terminal's own background in linear light, or black until it is known.
  package var background = LinearColor.black
  /// Whether glyphs beyond ASCII may be used for overlays and cards.
  package var isUnicode: Bool
  /// Whether overlays are opaque, with more contrast than usual.
  package var hasHighContrast = false
  /// Whether the terminal is the Linux console, whose fonts have code page 437's glyphs and few others.
  package var isConsole = false

  /// Creates a profile with defaults for everything else.
  package init(depth: ColorDepth, isUnicode: Bool = true) {
    self.depth = depth
    self.isUnicode = isUnicode
  }

  /// Whether there are enough colors for half-transparency.
  var hasBlends: Bool {
    switch depth {
    case .truecolor, .palette256: true
    case .palette16, .palette8, .mono: false
    }
  }
}

/// Everything that the cells of a slide depend on, apart from overlays: equal styles draw equal cells.
package struct SlideStyle: Hashable, Sendable {
  package var picture: PictureStyle
  package var terminal: TerminalProfile

  /// Creates the style of pictures on a terminal, whose own background is assumed where the backdrop leaves it.
  package init(_ picture: PictureStyle, on terminal: TerminalProfile) {
    self.picture = picture
    self.terminal = terminal
    if case .terminal = picture.backdrop { self.picture.backdrop = .terminal(assumed: terminal.background) }
  }

  /// Whether moving pictures are drawn in half blocks, which can be sampled at any position: if the terminal supports
  /// them and has enough colors to blend.
  var movesByHalfBlocks: Bool { picture.art.needsUnicode && terminal.hasBlends }

  /// The options for the art mode.
  package var options: ArtOptions {
    ArtOptions(
      depth: terminal.depth, assumedBackground: terminal.background,
      palette: terminal.palette.adapted(at: terminal.depth),
      shades: terminal.shades, dithering: picture.dithering, usesBackgrounds: picture.usesBackgrounds,
      isInverted: picture.isInverted)
  }

  /// Prepares what drawing pictures needs, such as tables of glyphs, while the caller waits for the first one: another thread, if one
  /// pays, draws a cell.
  package func prepare() {
    RowWorkers.shared.async { [picture, options] in
      var canvas = Canvas(cells: CellSize(columns: 1, rows: 1), samplesPerCell: picture.art.samplesPerCell)
      for index in canvas.samples.indices { canvas.samples[index] = SIMD4(repeating: .max) }
      _ = picture.art.draw(canvas, options)
    }
  }
}

/// How a scene looks: its slides and the overlays.
package struct SceneStyle: Hashable, Sendable {
  package var slides: SlideStyle
  package var overlays: OverlayStyle

  /// How the slides' pictures are drawn.
  package var picture: PictureStyle {
    get { slides.picture }
    set { slides.picture = newValue }
  }

  /// The terminal that the scene is drawn on.
  package var terminal: TerminalProfile {
    get { slides.terminal }
    set { slides.terminal = newValue }
  }

  /// Creates the style of slides and overlays.
  package init(slides: SlideStyle, overlays: OverlayStyle) {
    self.slides = slides
    self.overlays = overlays
  }

  /// Creates a style with the defaults of the command line for a terminal with some color depth.
  package init(art: ArtMode, depth: ColorDepth, isUnicode: Bool = true) {
    self.init(
      slides: SlideStyle(PictureStyle(art: art), on: TerminalProfile(depth: depth, isUnicode: isUnicode)),
      overlays: OverlayStyle())
  }
}

/// The position of the page dots over the picture.
package enum PagePosition: String, CaseIterable, Hashable, Sendable {
  case topLeft = "top-left"
  case topCenter = "top-center"
  case topRight = "top-right"
  case bottomLeft = "bottom-left"
  case bottomCenter = "bottom-center"
  case bottomRight = "bottom-right"
  case hidden

  var isTop: Bool {
    switch self {
    case .topLeft, .topCenter, .topRight: true
    case .bottomLeft, .bottomCenter, .bottomRight, .hidden: false
    }
  }
}
