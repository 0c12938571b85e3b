import Bitmaps
package import Carousel
import CarouselValues
import CarouselViewing
package import Decks
import Imaging
package import Pictures
package import Rendering
package import System
package import Terminal

/// The command-line options that the session needs. They do not change while the program runs.
package struct Options: Sendable {
  /// What a click on the picture, or Enter, does.
  package enum ClickAction: Hashable, Sendable {
    /// Opens the picture in the full window.
    case view
    /// Runs a shell command with the slide as its first argument.
    case command(String)
    /// Runs a shell command in the background, while the carousel stays on the screen.
    case backgroundCommand(String)
    /// Quits and outputs the slide.
    case pick
  }

  /// The slide to begin with.
  package enum Start: Hashable, Sendable {
    /// A number from 1; negative numbers count from the end.
    case number(Int)
    /// The bytes of a file's name, path or URL.
    case name([UInt8])

    /// The position in a deck; nil if the slide is not there, or not yet.
    package func position(in deck: Deck, isComplete: Bool = true) -> Int? {
      switch self {
      case .number(let number) where number > 0:
        number <= deck.count ? number - 1 : isComplete ? max(0, deck.count - 1) : nil
      case .number(let number): number < 0 && isComplete ? max(0, deck.count + number) : nil
      case .name(let name): deck.position(named: name)
      }
    }

    /// The message if a complete deck has no slide with that name or number; nil if it has one, or is empty.
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

  /// The carousel's initial settings.
  package var settings: CarouselMachine.Settings
  /// The initial preferences.
  package var preferences: Preferences
  package var captions = CaptionFormat.deckCaption
  package var click = ClickAction.view
  package var start = Start.number(1)
  /// Whether pictures smaller than the window are enlarged.
  package var upscales = true
  /// Whether the viewer keeps zoom and position when it goes to the next slide.
  package var keepsZoom = false
  /// Whether the program starts with the grid.
  package var opensGrid = false
  /// Whether the program starts with the facts about the slide.
  package var showsFacts = false
  /// A picture to show while a slide is loading.
  package var placeholder: Path?
  /// Whether slides may have their own transitions; false if nothing is to move.
  package var usesSlidesTransitions = true
  /// Whether videos play; otherwise only their posters are shown.
  package var playsVideos = true
  /// Whether an animated slide advances when it has been played once, instead of after the interval.
  package var waitsForPlayback = false
  /// The names of the sources, for the card that is shown if there are no slides.
  package var sources = ""
  /// The order of the pictures in folders at first; nil: by name.
  package var sort: SlideSort?
  /// The user-defined commands for slides.
  package var actions: [UserAction] = []
  /// The desktop's programs, for the menu.
  package var desktop = DesktopPrograms()
  /// Whether the terminal accepts text for its clipboard; consoles and old terminals would print it.
  package var copiesText = false
  /// The maximum number of bytes of a picture for the terminal's clipboard.
  package var clipboardBytes = 16 << 20
  /// The folder to which a key copies slides that are to be kept; nil: the key asks for one.
  package var keepFolder: Path?
  /// Whether that key then goes to the next slide.
  package var goesOnAfterKeeping = false
  /// Whether files go to the trash without a question.
  package var trashesAtOnce = false
  /// The user's home folder, which `~` stands for; nil if there is none.
  package var home: Path?
  /// Whether the terminal's window has the slide's number and name as its title.
  package var showsTitle = false
  /// Whether the terminal shows messages on the desktop while its window does not have the focus.
  package var notifies = false
  /// The key bindings.
  package var keys = KeyBindings.standard
  /// Whether the newest file is shown when watched sources change.
  package var follows = false
  /// Whether the sources are watched, so that slides may appear later.
  package var watches = false
  /// Returns the art mode for the version that a terminal reports; nil if the user chose an art mode.
  package var artOfTerminal: (@Sendable (_ version: String) -> ArtMode)?
  /// Returns how a terminal that reports a version shows shades.
  package var shadesOfTerminal: (@Sendable (_ version: String) -> ShadeMixing)?

  /// Options, with the defaults of the command line.
  package init(settings: CarouselMachine.Settings = CarouselMachine.Settings(), preferences: Preferences) {
    (self.settings, self.preferences) = (settings, preferences)
  }

  /// These options, with what a deck sets for a slide.
  package func having(_ look: SlideLook) -> Options {
    var options = self
    options.preferences.picture = preferences.picture.having(look)
    return options
  }

  /// The shape in which pictures that fill a window must be loaded.
  package func shape(in viewport: Viewport) -> PictureShape {
    viewport.shape(for: preferences.picture, upscales: upscales)
  }

  /// The shape in which a carousel's slides must be loaded at first.
  package func slideShape(in viewport: Viewport) -> PictureShape {
    shape(in: Viewport(size: slot(in: viewport.size), cellAspect: viewport.cellAspect))
  }

  /// The size of a slide in a window at first.
  func slot(in window: CellSize) -> CellSize {
    let area = preferences.slideArea(in: window).size
    return preferences.layout.layout(in: area, for: settings.transition).slot(in: area)
  }
}

/// The settings that keys change while the program runs; at first, those of the command line.
package struct Preferences: Hashable, Sendable {
  package var picture: PictureStyle
  package var overlays = OverlayStyle()
  /// Where slides are placed.
  package var layout = SlideLayout()
  /// When animated pictures play.
  package var animate = AnimateMode.always
  /// The number of columns in the grid; nil: a number for the window and the slides.
  package var gridColumns: Int?

  /// The defaults of the command line, with an art mode.
  package init(art: ArtMode) { picture = PictureStyle(art: art) }

  /// The area of the slides in a window: the window, without the tabs.
  package func slideArea(in window: CellSize) -> CellRect {
    overlays.showsTabs ? TabStrip.slideArea(in: window, axis: layout.direction.axis) : CellRect(window)
  }
}

/// The window that pictures are fitted to: its size in cells, and their shape.
package struct Viewport: Hashable, Sendable {
  package var size: CellSize
  /// The width of a cell over its height.
  package var cellAspect: Double
  /// A cell's size in pixels; nil if pictures are drawn in cells.
  package var pixels: CellPixels?
  /// The protocol for pictures in pixels.
  package var pixelProtocol = PixelProtocol.kitty
  /// Whether frames of animations are also shown in pixels.
  package var animatesPixels = false

  /// A window; by default, its cells are half as wide as high.
  package init(size: CellSize, cellAspect: Double = CellPixels.defaultAspect) {
    (self.size, self.cellAspect) = (size, cellAspect)
  }

  /// The shape in which pictures for this window must be loaded: fitted to half cells, with the art mode's samples in
  /// each.
  ///
  /// - Parameter upscales: whether pictures that are smaller than the window are enlarged.
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

/// The fit of samples, as distinct from the content mode's `Fit`.
private typealias SampleFit = Fit

extension SlideContentMode.Fit {
  /// The corresponding scaling of samples.
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
}

extension SlideContentMode {
  /// The anchor point that selects the visible part of an oversized picture, as a share of the excess: the position of
  /// a unit box in a space of twice its size, of which one unit is free.
  fileprivate var anchor: SampleFit.Anchor {
    let box = SlideContentMode(.actualSize, alignment).box(
      for: SlideSize(width: 1, height: 1), in: SlideSize(width: 2, height: 2))
    return SampleFit.Anchor(x: box.x, y: box.y)
  }
}

/// When animated pictures play.
package enum AnimateMode: String, CaseIterable, Hashable, Sendable {
  /// Whenever they are the current slide on screen.
  case always
  /// Only while no slide moves.
  case atRest = "at-rest"
  /// Only frame by frame, with a key.
  case never
}

extension CaseIterable where Self: Equatable, AllCases == [Self] {
  /// The next case in the cycle of a key.
  var following: Self {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}
