import Bitmaps
import Carousel
import CarouselValues
import CarouselViewing
import Imaging
import Pictures
import Rendering
import Terminal

/// What decides how slides look: the preferences, the window, and what is known about the terminal.
struct Appearance: Sendable {
  /// The preferences: at first those of the options, then as keys have changed them.
  private(set) var preferences: Preferences
  private(set) var viewport: Viewport
  /// Whether a key has chosen a fit for all slides, also for those that have their own.
  private var ignoresSlidesFits = false
  /// Whether a key has chosen a change mode for all slides, also for those that have their own.
  var ignoresSlidesTransitions = false
  private(set) var terminal: TerminalProfile
  /// The terminal's named colors unless it reports others: those of a console, which the kernel knows, or xterm's.
  private let assumedPalette: TerminalPalette
  /// Whether the terminal reads images directly from where we store them, so that they need not be compressed.
  private(set) var hasLocalImageTransfer = false
  /// Whether the terminal reports the release of keys.
  private(set) var reportsKeyReleases = false
  /// Whether the terminal takes pictures for its clipboard.
  private(set) var takesClipboardData = false
  /// The version that the terminal has reported; nil until then.
  private(set) var terminalVersion: String?
  private var art = ArtSelection.pixels
  /// The art mode that was requested, or that was chosen for the terminal.
  private var requestedArt: ArtMode

  init(_ preferences: Preferences, viewport: Viewport, terminal: TerminalProfile) {
    (self.preferences, self.viewport, self.terminal) = (preferences, viewport, terminal)
    assumedPalette = terminal.palette
    requestedArt = preferences.picture.art
  }

  /// The size of the window, in cells.
  var window: CellSize { viewport.size }

  /// Whether the window is too small to show anything.
  var isTooSmall: Bool { window.columns < 2 || window.rows < 1 }

  /// A cell's size in pixels; nil if slides are drawn in cells.
  var pixelCell: CellPixels? { art == .pixels ? viewport.pixels : nil }

  /// The current style of slides and overlays.
  var style: SceneStyle {
    SceneStyle(slides: SlideStyle(preferences.picture, on: terminal), overlays: preferences.overlays)
  }

  /// The area in which slides move: the window, without the tabs unless one slide is shown alone.
  func slideArea(isViewing: Bool) -> CellRect { isViewing ? CellRect(window) : preferences.slideArea(in: window) }

  /// The layout of slides for a change mode.
  func layout(for mode: TransitionSettings, isViewing: Bool) -> CarouselMachine.Layout {
    isViewing
      ? preferences.layout.alone : preferences.layout.layout(in: slideArea(isViewing: false).size, for: mode)
  }

  /// How a slide fills its place: as a deck sets it, until a key has chosen a fit for all slides.
  func fit(of look: SlideLook) -> SlideContentMode.Fit {
    (ignoresSlidesFits ? nil : look.fit) ?? preferences.picture.content.fit
  }

  /// The shape in which pictures in a slot must be loaded; in the viewer, the whole picture.
  func shape(in slot: CellSize, fit: SlideContentMode.Fit, isViewing: Bool, upscales: Bool) -> PictureShape {
    var style = preferences.picture
    style.content.fit = fit
    if isViewing, style.content.fit != .shrink { style.content.fit = .contain }
    return Viewport(size: slot, cellAspect: viewport.cellAspect).shape(for: style, upscales: upscales)
  }

  /// The units in which the viewer zooms a picture: half cells if it is shown at its actual size, or is small and must
  /// not be enlarged; otherwise the terminal's pixels if pictures are shown in pixels, or the art mode's samples.
  func zoomUnits(for natural: PixelSize, upscales: Bool) -> ZoomUnits {
    let fit = preferences.picture.content.fit
    let isSmall = natural.width <= window.columns && natural.height <= window.rows * 2
    let byHalfCells = fit == .actualSize || (isSmall && (fit == .shrink || !upscales))
    let samples = pixelCell?.height ?? preferences.picture.art.samplesPerCell.height
    return ZoomUnits(perRow: byHalfCells ? 2 : samples, cellAspect: viewport.cellAspect)
  }

  // MARK: - Changes

  /// Adopts another window.
  mutating func resize(to viewport: Viewport) { self.viewport = viewport }

  /// Adopts preferences that differ from earlier ones. The art mode stays.
  mutating func apply(_ new: Preferences, replacing old: Preferences) {
    func adopt<Value: Equatable>(_ property: WritableKeyPath<Preferences, Value>) {
      if new[keyPath: property] != old[keyPath: property] { preferences[keyPath: property] = new[keyPath: property] }
    }
    adopt(\.overlays)
    adopt(\.layout)
    adopt(\.animate)
    adopt(\.gridColumns)
    adopt(\.picture.content)
    adopt(\.picture.backdrop)
    adopt(\.picture.dithering)
    adopt(\.picture.usesBackgrounds)
    adopt(\.picture.isInverted)
  }

  /// Adopts what the terminal has reported: its background, over which half-transparent pictures are composed, and its
  /// version, which determines the glyphs that it draws.
  ///
  /// - Parameter depth: the screen's color depth from now on.
  mutating func apply(_ facts: TerminalFacts, depth: ColorDepth, options: Options) {
    if let background = facts.background { terminal.background = LinearColor(background) }
    terminal.depth = depth
    reportsKeyReleases = facts.features.contains(.keyboardProtocol)
    hasLocalImageTransfer = facts.readsSharedMemory
    takesClipboardData = facts.knownModes.contains(5522)
    // With 8 or 16 colors, pictures are drawn in the terminal's own palette.
    switch depth {
    case .palette16, .palette8: terminal.palette = facts.knownPalette ?? assumedPalette
    case .truecolor, .palette256, .mono: terminal.palette = .xterm
    }
    guard let version = facts.version, version != terminalVersion else { return }
    // It may support more than its environment promised.
    terminalVersion = version
    if let shades = options.shadesOfTerminal?(version) { terminal.shades = shades }
    guard let art = options.artOfTerminal?(version) else { return }
    requestedArt = art
    if self.art.followsRequest { preferences.picture.art = art }
  }

  /// Draws pictures in the next art mode; returns its name.
  ///
  /// - Parameter isAutomatic: whether the requested mode is chosen for the terminal.
  mutating func cycleArt(isAutomatic: Bool) -> String {
    let modes = ArtMode.all.filter { terminal.isUnicode || !$0.needsUnicode }
    art = art.following(requested: requestedArt, among: modes, showsPixels: viewport.pixels != nil)
    preferences.picture.art = art.art(requested: requestedArt)
    let name = pixelCell == nil ? preferences.picture.art.name : "pixels"
    return art == .pixels && isAutomatic ? "auto (\(name))" : name
  }

  /// Shows pictures in the next fit; returns its name.
  mutating func cycleFit() -> String {
    ignoresSlidesFits = true
    preferences.picture.content.fit = preferences.picture.content.fit.following
    return preferences.picture.content.fit.name
  }

  /// Shows a checkerboard behind transparent pictures or, if it is shown, what the options say; returns "on" or "off".
  mutating func toggleCheckerboard(over chosen: Preferences) -> String {
    let isOn = preferences.picture.backdrop != .checkerboard
    let other = chosen.picture.backdrop == .checkerboard ? Backdrop.terminal(assumed: .black) : chosen.picture.backdrop
    preferences.picture.backdrop = isOn ? .checkerboard : other
    return isOn ? "on" : "off"
  }

  /// Plays animations in the next mode; returns its name.
  mutating func cycleAnimations() -> String {
    preferences.animate = preferences.animate.following
    return preferences.animate.rawValue
  }

  /// Moves the dots; returns the name of their position.
  mutating func cyclePagePosition() -> String {
    preferences.overlays.pagePosition = preferences.overlays.pagePosition.following
    return preferences.overlays.pagePosition.rawValue
  }

  /// Shows or hides the description; returns whether it is shown.
  mutating func toggleCaptions() -> Bool {
    preferences.overlays.showsCaptions.toggle()
    return preferences.overlays.showsCaptions
  }

  /// Shows the grid in a number of columns.
  mutating func setGridColumns(_ columns: Int) {
    preferences.gridColumns = min(max(1, columns), GridMachine.Layout.maximumColumns)
  }
}

/// How pictures are drawn: in the terminal's pixels or in an art mode.
enum ArtSelection: Hashable, Sendable {
  /// In pixels if the terminal shows them, otherwise in the requested art mode.
  case pixels
  /// In the art mode that was requested, or that was chosen for the terminal.
  case requested
  /// In another art mode that the user has chosen.
  case chosen(ArtMode)

  /// The art mode of pictures in cells.
  func art(requested: ArtMode) -> ArtMode {
    switch self {
    case .pixels, .requested: requested
    case .chosen(let art): art
    }
  }

  /// Whether another requested art mode applies to pictures on screen.
  var followsRequest: Bool {
    switch self {
    case .pixels, .requested: true
    case .chosen: false
    }
  }

  /// The selection that follows in the cycle of a key: the modes in order; pixels, if the terminal shows them, come
  /// before the requested mode.
  func following(requested: ArtMode, among modes: [ArtMode], showsPixels: Bool) -> ArtSelection {
    if self == .pixels, showsPixels { return .requested }
    let modes = modes.contains(requested) ? modes : modes + [requested]
    let position = modes.firstIndex(of: art(requested: requested)) ?? modes.count - 1
    let next = modes[(position + 1) % modes.count]
    // If the terminal turns out to show pixels later, the mode chosen here stays.
    return next == requested ? .pixels : .chosen(next)
  }
}
