package import Carousel
package import Loading
package import Rendering
import Terminal

/// What was asked for on the command line, as far as the session is concerned.
package struct SessionOptions: Sendable {
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

  package var settings: CarouselMachine.Settings
  package var style: SceneStyle
  package var captions: CaptionFormat
  package var click: ClickAction
  package var start: Start
  /// Whether pictures smaller than the window are enlarged.
  package var upscales: Bool
  /// The width of a cell over its height.
  package var cellAspect: Double
  /// A picture to show while a slide is loading.
  package var placeholder: Path?
  /// When animated pictures move.
  package var animate: AnimateMode
  /// Whether films play, or show their posters only.
  package var playsVideos: Bool
  /// Whether a slide that moves by itself gives way when it has been played once, instead of after the interval.
  package var waitsForPlayback: Bool
  /// The names of what is shown, for the card that stands where there are no slides.
  package var sources = ""
  /// Whether slides may come by themselves where there are none.
  package var watches = false
  /// How the art follows from what the terminal calls itself; nil: it was chosen by hand.
  package var artOfTerminal: (@Sendable (_ version: String) -> ArtMode)?
  /// How a terminal that calls itself so shows shades.
  package var shadesOfTerminal: (@Sendable (_ version: String) -> ShadeMixing)?

  /// Options; the defaults of product.md where not given.
  package init(
    settings: CarouselMachine.Settings = CarouselMachine.Settings(), style: SceneStyle,
    captions: CaptionFormat = .deckCaption,
    click: ClickAction = .view, start: Start = .number(1), upscales: Bool = true, cellAspect: Double = 0.5,
    placeholder: Path? = nil, animate: AnimateMode = .always, waitsForPlayback: Bool = false,
    playsVideos: Bool = true
  ) {
    self.settings = settings
    self.style = style
    self.captions = captions
    self.click = click
    self.start = start
    self.upscales = upscales
    self.cellAspect = cellAspect
    self.placeholder = placeholder
    self.animate = animate
    self.waitsForPlayback = waitsForPlayback
    self.playsVideos = playsVideos
  }
}
