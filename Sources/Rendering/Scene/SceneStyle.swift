package import Carousel
package import Terminal

/// How pictures are drawn in cells.
package struct PictureStyle: Hashable, Sendable {
  package var art: ArtMode
  /// How tones between few colours are drawn; nil: as is usual for their number.
  package var dithering: Dithering?
  /// Whether pictures have colours behind their glyphs; false: the terminal's own background is there.
  package var usesBackgrounds = true
  /// Whether a light background is drawn on as if it were dark, and a dark one as if it were light.
  package var isInverted = false
  /// What shows through and around pictures.
  package var backdrop = Backdrop.terminal(assumed: .black)
  /// How pictures fill their place in the window, and where they stand in it.
  package var content = SlideContentMode.contain

  /// A style with the defaults of the command line.
  package init(art: ArtMode) { self.art = art }
}

/// How the overlays look, and which are shown.
package struct OverlayStyle: Hashable, Sendable {
  /// Where the page dots are.
  package var pagePosition = PagePosition.bottomCenter
  /// The glyph of the pages that are not current; nil: one that the terminal has.
  package var dot: Glyph?
  /// The glyph of the current page; nil: one that the terminal has.
  package var currentDot: Glyph?
  /// The dots' colour; nil: light or dark, as the scrim calls for.
  package var dotColor: Color?
  /// The current page's dot's colour; nil: light or dark, as the scrim calls for.
  package var currentDotColor: Color?
  /// Whether the description bar is shown where there is something to say.
  package var showsCaptions = true
  /// The description's colour; nil: light or dark, as the bar calls for.
  package var captionColor: Color?
  /// The bar's colour; nil: dark, or light where the terminal's background is.
  package var captionBackground: Color?
  /// How much of the bar's background covers the picture: 0 nothing, 1 all.
  package var captionAlpha = 0.5
  /// Whether auto-advance's countdown is drawn.
  package var showsCountdown = false
  /// Whether there are dots where dots have a place; without them, `showsIndex` is alone there.
  package var showsDots = true
  /// Whether `3/12` stands beside the dots.
  package var showsIndex = false
  /// Whether there is a strip of the slides' captions.
  package var showsTabs = false

  /// A style with the defaults of the command line.
  package init() {}
}

/// What the terminal can show, and how: from its environment, then from its own answers.
package struct TerminalProfile: Hashable, Sendable {
  /// The colours that cells may have.
  package var depth: ColorDepth
  /// The terminal's named colours, where pictures are drawn with those.
  package var palette = TerminalPalette.xterm
  /// How the terminal shows the two colours of a shade.
  package var shades = ShadeMixing.fonts
  /// The light of the terminal's own background, as far as it is known.
  package var background = LinearColor.black
  /// Whether glyphs beyond ASCII may be used for overlays and cards.
  package var isUnicode: Bool
  /// Whether the terminal is the Linux console, whose fonts have code page 437's glyphs and few others.
  package var isConsole = false

  /// A terminal of which little is known.
  package init(depth: ColorDepth, isUnicode: Bool = true) {
    self.depth = depth
    self.isUnicode = isUnicode
  }

  /// Whether there are colours enough for what is half transparent.
  var hasBlends: Bool {
    switch depth {
    case .truecolor, .palette256: true
    case .palette16, .palette8, .mono: false
    }
  }
}

/// Everything that the cells of a slide depend on, whatever lies over it: equal styles draw equal cells.
package struct SlideStyle: Hashable, Sendable {
  package var picture: PictureStyle
  package var terminal: TerminalProfile

  /// The style of pictures on a terminal, whose own background is assumed where the backdrop leaves it.
  package init(_ picture: PictureStyle, on terminal: TerminalProfile) {
    self.picture = picture
    self.terminal = terminal
    if case .terminal = picture.backdrop { self.picture.backdrop = .terminal(assumed: terminal.background) }
  }

  /// Whether pictures in motion are drawn in half blocks, whose samples can be had at any place: where the terminal
  /// has them, and colours to blend.
  var movesByHalfBlocks: Bool { picture.art.needsUnicode && terminal.hasBlends }

  /// What the art mode must know of this style.
  package var options: ArtOptions {
    ArtOptions(
      depth: terminal.depth, assumedBackground: terminal.background, palette: terminal.palette,
      shades: terminal.shades, dithering: picture.dithering, usesBackgrounds: picture.usesBackgrounds,
      isInverted: picture.isInverted)
  }
}

/// How a scene looks: its slides and what lies over them.
package struct SceneStyle: Hashable, Sendable {
  package var slides: SlideStyle
  package var overlays: OverlayStyle

  /// How the slides' pictures are drawn.
  package var picture: PictureStyle {
    get { slides.picture }
    set { slides.picture = newValue }
  }

  /// The terminal that they are drawn on.
  package var terminal: TerminalProfile {
    get { slides.terminal }
    set { slides.terminal = newValue }
  }

  /// The style of some slides and overlays.
  package init(slides: SlideStyle, overlays: OverlayStyle) {
    self.slides = slides
    self.overlays = overlays
  }

  /// The defaults of the command line on a terminal of some colours.
  package init(art: ArtMode, depth: ColorDepth, isUnicode: Bool = true) {
    self.init(
      slides: SlideStyle(PictureStyle(art: art), on: TerminalProfile(depth: depth, isUnicode: isUnicode)),
      overlays: OverlayStyle())
  }
}

/// Where the page dots lie over the picture.
package enum PagePosition: String, CaseIterable, Hashable, Sendable {
  case topLeft = "top-left"
  case topCenter = "top-center"
  case topRight = "top-right"
  case bottomLeft = "bottom-left"
  case bottomCenter = "bottom-center"
  case bottomRight = "bottom-right"
  case hidden

  /// The next in the order in which a key cycles through them.
  package var following: PagePosition {
    let all = PagePosition.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }

  var isTop: Bool {
    switch self {
    case .topLeft, .topCenter, .topRight: true
    case .bottomLeft, .bottomCenter, .bottomRight, .hidden: false
    }
  }
}
