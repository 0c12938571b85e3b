package import Terminal

/// How a scene looks: what its owner may set.
package struct SceneStyle: Hashable, Sendable {
  /// How pictures are drawn in cells.
  package var art: ArtMode
  /// The colours that cells may have.
  package var depth: ColorDepth
  /// The terminal's named colours, where pictures are drawn with those.
  package var palette: TerminalPalette
  /// How the terminal shows the two colours of a shade.
  package var shades: ShadeMixing
  /// How what lies between the colours is drawn; nil: as is usual for their number.
  package var dithering: Dithering?
  /// Whether pictures have colours behind their glyphs; false: the terminal's own background is there.
  package var usesBackgrounds: Bool
  /// Whether a light background is drawn on as if it were dark, and a dark one as if it were light.
  package var isInverted: Bool
  /// The light of the terminal's own background, as far as it is known.
  package var terminalBackground: Light
  /// What shows through and around pictures.
  package var backdrop: Backdrop
  /// Whether glyphs beyond ASCII may be used for overlays and cards.
  package var isUnicode: Bool
  /// Whether the terminal is the Linux console, whose fonts have code page 437's glyphs and few others.
  package var isConsole = false
  /// Where the page dots are.
  package var pagePosition: PagePosition
  /// The glyph of the pages that are not current; nil: one that the terminal has.
  package var dot: Glyph?
  /// The glyph of the current page; nil: one that the terminal has.
  package var currentDot: Glyph?
  /// The dots' colour; nil: light or dark, as the scrim calls for.
  package var dotColor: Color?
  /// The current page's dot's colour; nil: light or dark, as the scrim calls for.
  package var currentDotColor: Color?
  /// Whether the description bar is shown where there is something to say.
  package var showsCaptions: Bool
  /// The description's colour; nil: light or dark, as the bar calls for.
  package var captionColor: Color?
  /// The bar's colour; nil: dark, or light where the terminal's background is.
  package var captionBackground: Color?
  /// How much of the bar's background covers the picture: 0 nothing, 1 all.
  package var captionAlpha: Double
  /// Whether auto-advance's countdown is drawn.
  package var showsCountdown: Bool

  /// The defaults of product.md.
  package init(art: ArtMode, depth: ColorDepth, isUnicode: Bool = true) {
    self.art = art
    self.depth = depth
    self.isUnicode = isUnicode
    palette = .xterm
    shades = .fonts
    usesBackgrounds = true
    isInverted = false
    terminalBackground = .black
    backdrop = .terminal(assumed: .black)
    pagePosition = .bottomCenter
    showsCaptions = true
    captionAlpha = 0.5
    showsCountdown = false
  }

  /// Whether there are colours enough for what is half transparent.
  var hasBlends: Bool {
    switch depth {
    case .truecolor, .palette256: true
    case .palette16, .palette8, .mono: false
    }
  }

  /// What the art mode must know of this style.
  package var options: ArtOptions {
    ArtOptions(
      depth: depth, assumedBackground: terminalBackground, palette: palette, shades: shades, dithering: dithering,
      usesBackgrounds: usesBackgrounds, isInverted: isInverted)
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
