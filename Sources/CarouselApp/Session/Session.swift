package import Carousel
import CarouselViewing
package import Decks
import Imaging
import Pictures
package import Rendering
import System
import Terminal

/// The program's state: a value that takes events and timestamps. It has no terminal, no files and no clock.
///
/// `update` applies an event at its timestamp. Then, in any order and as often as needed, `view(at:)` returns what the
/// window shows at a timestamp, and `requests(at:)` what is needed from outside.
///
/// ```swift
/// session.update(.input(.key(.right)), at: now)
/// let view = session.view(at: now)
/// let requests = session.requests(at: now)
/// ```
package struct Session {
  package internal(set) var machine: CarouselMachine
  package internal(set) var deck = Deck()
  /// The options of the command line.
  package let options: Options
  /// The preferences: at first those of the options, then as keys have changed them.
  package internal(set) var preferences: Preferences
  /// What is known about the terminal.
  package internal(set) var terminal: TerminalProfile
  package internal(set) var viewport: Viewport
  /// Whether the deck has been read completely at least once.
  package internal(set) var isDeckComplete = false

  /// The slides that the user has marked.
  package internal(set) var marks = SlideMarks()

  /// The input mode, which decides what keys mean.
  package internal(set) var mode = InputMode.carousel
  /// Keys that are held until there are slides for them.
  var heldKeys: [Key] = []
  var status: TimedStatus?
  /// The first row of the facts about the slide that is shown; nil if they are hidden.
  var factsRow: Int?
  /// When the session began to wait for slides.
  let beginning: Timestamp
  var gesture: MouseGesture?
  var wheel = WheelFlick()
  /// When a mouse click last opened the viewer.
  var lastViewerClick: Timestamp?
  var pictures = PictureStates()
  var downloads = DownloadStates()
  /// The slides' pictures in pixels, if the terminal shows pixels.
  var pixelPictures = PixelPictures()
  /// Slides that were drawn before the terminal called for another style: pixels are about to cover them, so redrawing
  /// them can wait.
  var coveredSlides = CoveredSlides()
  /// Whether the terminal reads images directly from where we store them, so that they need not be compressed.
  var sharesImages = false
  /// The part of a picture that the viewer shows sharply, and the key of the part to show.
  var sharpRegion: SharpRegion?
  var sharpKey: PictureKey?
  /// The picture that returns from the viewer to its place.
  var departure: Departure?
  /// The art mode that was requested, or that was chosen for the terminal.
  private(set) var givenArt: ArtMode
  /// Whether pictures are shown in pixels if the terminal can, instead of in an art mode that was chosen since.
  var prefersPixels = true
  /// Whether the art mode is chosen for the terminal; cycling through the modes comes back to that.
  var isArtAutomatic: Bool
  /// The version that the terminal has reported; nil until then.
  private(set) var terminalVersion: String?
  /// The animation on the current slide; nil if there is none.
  var playback: Playback?
  var playbackGeneration = Generation.first
  /// The last frame in pixels of an animation that has ended or restarts: it is shown while its slide leaves.
  var lastFrame: LastFrame?
  var animationCount: UInt64 = 0
  /// The last reading of the sources that was requested; the first one was requested before the session began.
  package internal(set) var reading = DeckReading(generation: .first)
  /// Whether that reading has not finished yet.
  var isReading = true
  /// Whether a slide's picture has been shown, so that failures no longer end the program.
  var hasShownPicture = false
  /// Commands to be performed outside, once.
  var commands: [IssuedCommand] = []
  var commandGeneration = Generation.first
  /// Whether the slides before the last already belong to the next round: see `reshuffle(at:)`.
  var isRoundPrepared = false

  /// How long the session waits for the first slide before it shows a message: most are found sooner.
  static let searchDelay: Duration = .milliseconds(500)

  /// How long an arrow key counts as held after a press: a terminal reports no release, but repeats a held key.
  static let keyHold: Duration = .milliseconds(400)

  /// How long a message is shown.
  package static let statusDuration: Duration = .milliseconds(1500)

  struct TimedStatus: Hashable, Sendable {
    var text: String
    var until: Timestamp
  }

  /// A session without slides.
  package init(options: Options, viewport: Viewport, terminal: TerminalProfile, at now: Timestamp) {
    self.options = options
    self.viewport = viewport
    self.terminal = terminal
    preferences = options.preferences
    beginning = now
    givenArt = preferences.picture.art
    isArtAutomatic = options.artOfTerminal != nil
    machine = CarouselMachine(count: 0, settings: options.settings, at: now)
    layOut(at: now)
    if Session.isTooSmall(viewport.size) { machine.handle(.pause(.hidden), at: now) }
    if options.opensGrid { openGrid(at: now) }
  }

  /// Adopts a deck that was read, for the first time or again, unless it is stale.
  mutating func adopt(_ update: DeckUpdate, at now: Timestamp) {
    guard update.generation == reading.generation else { return }
    let (deck, isComplete) = (update.deck, update.isComplete)
    if isComplete {
      isReading = false
      if update.generation == .first, deck.count == 0, self.deck.count == 0, !options.watches { issue(.noSlides) }
    }
    let shown = machine.frame(at: now).current
    let old = self.deck
    self.deck = deck
    isRoundPrepared = false
    let isFirst = old.count == 0 || (!isDeckComplete && shown == firstShown)
    if isComplete, !isDeckComplete {
      if deck.isFallback { say("no pictures here: demo deck", for: Session.failureDuration, at: now) }
      if let missing = options.start.missing(in: deck) { say(missing, at: now) }
    }
    isDeckComplete = isDeckComplete || isComplete
    // The slides on screen and the destination of a motion stay.
    let reload = Reload(count: deck.count, placing: machine.heldSlides(at: now)) { slide in
      slide < old.count ? deck.position(of: old[slide].location, near: slide) : nil
    }
    machine.handle(.reload(reload), at: now)
    reloadGrid(from: old, at: now)
    if isFirst, let start = options.start.position(in: deck, isComplete: isDeckComplete) {
      // Until the user has chosen a slide, the requested start counts.
      if start != machine.current { machine.handle(.jump(to: start, animated: false), at: now) }
      grid?.select(start, at: now)
    } else if let shown, shown < old.count, reload.newIndices[shown] == nil, !machine.frame(at: now).isMoving,
      let survivor = deck.position(nearestTo: shown, of: old)
    {
      machine.handle(.jump(to: survivor, animated: false), at: now)
    }
    firstShown = machine.frame(at: now).current
    if !holdsKeys { releaseHeldKeys(at: now) }
  }

  /// The slide that the requested start put on screen, while the deck is still being read.
  var firstShown: Int?

  /// Adopts what the terminal has reported: its background, over which half-transparent pictures are composed, and its
  /// version, which determines the glyphs that it draws.
  ///
  /// - Parameter depth: the screen's colour depth from now on.
  mutating func learn(_ facts: TerminalFacts, depth: ColorDepth) {
    let coverable = coverableSlides
    let before = style.slides
    defer { if style.slides != before { coveredSlides = coveredSlides.union(coverable, in: slot) } }
    if let background = facts.background { terminal.background = LinearColor(background) }
    terminal.depth = depth
    sharesImages = !facts.imageMedia.isEmpty
    // With 8 or 16 colours, pictures are drawn in the terminal's own palette.
    switch depth {
    case .palette16, .palette8: terminal.palette = facts.knownPalette ?? .xterm
    case .truecolor, .palette256, .mono: terminal.palette = .xterm
    }
    guard let version = facts.version, version != terminalVersion else { return }
    // It may support more than its environment promised.
    terminalVersion = version
    if let shades = options.shadesOfTerminal?(version) { terminal.shades = shades }
    guard let art = options.artOfTerminal?(version) else { return }
    if isArtAutomatic { preferences.picture.art = art }
    givenArt = art
  }

  /// The current style of slides and overlays.
  package var style: SceneStyle {
    SceneStyle(slides: SlideStyle(preferences.picture, on: terminal), overlays: preferences.overlays)
  }

  /// The size of the window, in cells.
  var window: CellSize { viewport.size }

  /// A slide and its position in the deck.
  struct PlacedSlide: Hashable, Sendable {
    var index: Int
    var slide: Slide
  }

  /// The slide on which the carousel comes to rest if nothing else happens: the destination of a motion, the slide on
  /// which a drag would settle, or the current one. Nil if there are no slides.
  ///
  /// Keys that act on "the slide" mean this one: a swipe and Enter may arrive together, before a frame has moved.
  func destination(at now: Timestamp) -> PlacedSlide? {
    guard let index = machine.frame(at: now).destination, index < deck.count else { return nil }
    return PlacedSlide(index: index, slide: deck[index])
  }

  /// Whether a window is too small to show anything.
  static func isTooSmall(_ size: CellSize) -> Bool { size.columns < 2 || size.rows < 1 }
}

/// The program's own reasons to pause auto-advance.
extension PauseReason {
  /// The full-window viewer is open.
  package static let viewer: PauseReason = "viewer"
  /// The grid covers the slides.
  package static let grid: PauseReason = "grid"
  /// The picture in the viewer is zoomed.
  package static let zoom: PauseReason = "zoom"
  /// A panel, such as the list of keys, covers the slides.
  package static let overlay: PauseReason = "overlay"
}
