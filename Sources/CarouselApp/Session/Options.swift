package import Carousel
package import Decks
import Imaging
package import Pictures
package import Rendering
package import System
package import Terminal

/// What was asked for on the command line, as far as the session is concerned. It does not change while the program runs.
package struct Options: Sendable {
  /// What a click on the picture, or Enter, does.
  package enum ClickAction: Hashable, Sendable {
    /// Opens the picture full-window.
    case view
    /// Runs a shell command with the slide as its first argument.
    case command(String)
    /// Runs one beside the carousel, which stays on the screen.
    case backgroundCommand(String)
    /// Leaves, naming the slide.
    case pick
  }

  /// The slide to begin with.
  package enum Start: Hashable, Sendable {
    /// A number from 1; counted from the end when negative.
    case number(Int)
    /// The bytes of a file's name, path or URL.
    case name([UInt8])

    /// Where it is in a deck; nil where it is not there, or not yet.
    package func position(in deck: Deck, isComplete: Bool = true) -> Int? {
      switch self {
      case .number(let number) where number > 0:
        number <= deck.count ? number - 1 : isComplete ? max(0, deck.count - 1) : nil
      case .number(let number): number < 0 && isComplete ? max(0, deck.count + number) : nil
      case .name(let name): deck.position(named: name)
      }
    }

    /// What to say where a deck, read to its end, has no slide of that name, or not so many.
    package func missing(in deck: Deck) -> String? {
      switch self {
      case .number(let number):
        guard deck.count > 0, number.magnitude > UInt(deck.count) else { return nil }
        return "no slide \(number); the last is \(deck.count)"
      case .name(let name):
        guard deck.count > 0, position(in: deck) == nil else { return nil }
        return "no slide \(SafeText.visible(name))"
      }
    }
  }

  /// The carousel's settings to begin with.
  package var settings: CarouselMachine.Settings
  /// The preferences to begin with.
  package var preferences: Preferences
  package var captions: CaptionFormat
  package var click: ClickAction
  package var start: Start
  /// Whether pictures smaller than the window are enlarged.
  package var upscales: Bool
  /// Whether the next slide in the viewer is shown at the same zoom and place.
  package var keepsZoom = false
  /// Whether it begins with the grid.
  package var opensGrid = false
  /// A picture to show while a slide is loading.
  package var placeholder: Path?
  /// Whether films play, or show their posters only.
  package var playsVideos: Bool
  /// Whether a slide that moves by itself gives way when it has been played once, instead of after the interval.
  package var waitsForPlayback: Bool
  /// The names of what is shown, for the card that stands where there are no slides.
  package var sources = ""
  /// The user's own commands for slides.
  package var actions: [UserAction] = []
  /// The programs of the desktop, for the menu.
  package var desktop = DesktopPrograms()
  /// Whether the terminal takes texts for its clipboard: consoles and terminals of old would print them.
  package var copiesText = false
  /// Which key does what.
  package var keys = KeyBindings.standard
  /// Whether slides may come by themselves where there are none.
  package var watches = false
  /// How the art follows from what the terminal calls itself; nil: it was chosen by hand.
  package var artOfTerminal: (@Sendable (_ version: String) -> ArtMode)?
  /// How a terminal that calls itself so shows shades.
  package var shadesOfTerminal: (@Sendable (_ version: String) -> ShadeMixing)?

  /// Options; the defaults of the command line where not given.
  package init(
    settings: CarouselMachine.Settings = CarouselMachine.Settings(), preferences: Preferences,
    captions: CaptionFormat = .deckCaption, click: ClickAction = .view, start: Start = .number(1),
    upscales: Bool = true, placeholder: Path? = nil, waitsForPlayback: Bool = false, playsVideos: Bool = true
  ) {
    self.settings = settings
    self.preferences = preferences
    self.captions = captions
    self.click = click
    self.start = start
    self.upscales = upscales
    self.placeholder = placeholder
    self.waitsForPlayback = waitsForPlayback
    self.playsVideos = playsVideos
  }

  /// The shape in which pictures are wanted that fill a window.
  package func shape(in viewport: Viewport) -> PictureShape {
    viewport.shape(for: preferences.picture, upscales: upscales)
  }

  /// The shape in which the slides of a carousel in a window are wanted to begin with.
  package func slideShape(in viewport: Viewport) -> PictureShape {
    let area = preferences.slideArea(in: viewport.size).size
    let layout = preferences.layout.layout(in: area, for: settings.mode)
    return shape(in: Viewport(size: layout.slot(in: area), cellAspect: viewport.cellAspect))
  }

  /// The shape of a slide's picture in the pixels of a window; nil: it is not shown in pixels.
  package func slidePixelShape(in viewport: Viewport) -> PictureShape? {
    guard upscales, !opensGrid, let cell = viewport.pixels, cell.isUsable(in: viewport.size) else { return nil }
    let area = preferences.slideArea(in: viewport.size).size
    let slot = preferences.layout.layout(in: area, for: settings.mode).slot(in: area)
    return slideShape(in: viewport).inPixels(
      of: PixelSize(width: slot.columns * cell.width, height: slot.rows * cell.height))
  }
}

/// What keys change while the program runs; it begins as the command line asked.
package struct Preferences: Hashable, Sendable {
  package var picture: PictureStyle
  package var overlays = OverlayStyle()
  /// Where slides stand.
  package var layout = SlideLayout()
  /// When animated pictures move.
  package var animate = AnimateMode.always
  /// How many slides stand beside each other in the grid; nil: three, or two of up to four.
  package var gridColumns: Int?

  /// The defaults of the command line, with an art mode.
  package init(art: ArtMode) { picture = PictureStyle(art: art) }

  /// Where slides are in a window: what tabs leave of it.
  package func slideArea(in window: CellSize) -> CellRect {
    overlays.showsTabs ? TabStrip.slideArea(in: window, axis: layout.direction.axis) : CellRect(window)
  }
}

/// The window that pictures are fitted to: its cells and their shape.
package struct Viewport: Hashable, Sendable {
  package var size: CellSize
  /// The width of a cell over its height.
  package var cellAspect: Double
  /// A cell's size in pixels, where pictures are shown in pixels; nil: they are drawn in cells.
  package var pixels: CellPixels?
  /// How they are shown in pixels.
  package var pixelProtocol: PixelProtocol
  /// Whether frames of animations are, too.
  package var animatesPixels: Bool

  /// A window; its cells are half as wide as high where their shape is not known.
  package init(
    size: CellSize, cellAspect: Double = CellPixels.usualAspect, pixels: CellPixels? = nil,
    by pixelProtocol: PixelProtocol = .kitty, animatesPixels: Bool = false
  ) {
    self.size = size
    self.cellAspect = cellAspect
    self.pixels = pixels
    self.pixelProtocol = pixelProtocol
    self.animatesPixels = animatesPixels
  }

  /// The shape in which pictures are wanted for it: fitted to half cells, with the art's samples in each.
  ///
  /// - Parameter upscales: whether pictures that are smaller are enlarged.
  package func shape(for picture: PictureStyle, upscales: Bool) -> PictureShape {
    let content = picture.content
    let scaling = content.fit.scaling
    return PictureShape(
      fit: Fit(
        box: PixelSize(width: max(1, size.columns), height: max(1, size.rows * 2)), sampleAspect: cellAspect * 2,
        upscales: upscales && content.fit != .shrink, scaling: scaling,
        anchor: scaling.mayExceed ? content.anchor : .center),
      samples: picture.art.samplesPerHalfCell)
  }
}

/// How samples are fitted: names that the content mode has, too.
private typealias SampleFit = Fit

extension SlideContentMode.Fit {
  /// The scaling of samples.
  fileprivate var scaling: SampleFit.Scaling {
    switch self {
    case .contain, .shrink: .contain
    case .cover: .cover
    case .stretch: .stretch
    case .width: .width
    case .height: .height
    case .actualSize: .actualSize
    }
  }

  /// The name on the command line and in the status.
  package var name: String { self == .actualSize ? "none" : rawValue }

  /// The fit that a key changes to.
  package var following: SlideContentMode.Fit {
    let all = SlideContentMode.Fit.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}

extension SlideContentMode {
  /// Which part of a picture that exceeds its place is seen: a half of what is free, as it is of a place twice as large.
  fileprivate var anchor: SampleFit.Anchor {
    let box = SlideContentMode(.actualSize, alignment).box(forWidth: 1, height: 1, inWidth: 2, height: 2)
    return SampleFit.Anchor(x: box.x, y: box.y)
  }
}

/// When animated pictures move.
package enum AnimateMode: String, CaseIterable, Hashable, Sendable {
  /// Whenever they are on screen as the current slide.
  case always
  /// Only while no slide moves.
  case atRest = "at-rest"
  /// Only by hand, a frame at a time.
  case never

  /// The next in the order in which a key cycles through them.
  var following: AnimateMode {
    switch self {
    case .always: .atRest
    case .atRest: .never
    case .never: .always
    }
  }
}
