package import Carousel
package import Decks
import Imaging
import Pictures
package import Rendering
import System
import Terminal

/// All that the program knows: a value that takes events and timestamps. It has no terminal, no file and no clock.
///
/// `update` takes each event with its time. Then, in any order and as often as needed, `frame(at:)` is the window at a
/// moment, and `requests(at:)` what is needed from outside.
///
/// ```swift
/// session.update(.input(.key(.right)), at: now)
/// let frame = session.frame(at: now)
/// let requests = session.requests(at: now)
/// ```
package struct Session {
  package internal(set) var machine: CarouselMachine
  package internal(set) var deck = Deck()
  /// What was asked for on the command line.
  package let options: Options
  /// What of it keys have changed since.
  package internal(set) var preferences: Preferences
  /// The terminal, as far as it is known.
  package internal(set) var terminal: TerminalProfile
  package internal(set) var viewport: Viewport
  /// Whether the deck has been read to its end at least once.
  package internal(set) var isDeckComplete = false

  /// The slides that the user has marked.
  package internal(set) var marks = SlideMarks()

  /// What keys mean now.
  package internal(set) var mode = InputMode.carousel
  /// Keys that wait for the slides that they are about.
  var heldKeys: [Key] = []
  var status: TimedStatus?
  /// When slides began to be waited for.
  let beginning: Timestamp
  var gesture: MouseGesture?
  var wheel = WheelFlick()
  /// When a click of the mouse opened or closed the viewer.
  var lastViewerClick: Timestamp?
  var pictures = PictureStates()
  var downloads = DownloadStates()
  /// The same pictures in pixels, where the terminal shows them so.
  var pixelPictures = PixelPictures()
  /// Slides as they were drawn before the terminal called for another style: pixels are about to cover them, so drawing them anew
  /// can wait.
  var coveredContents: [Location: SlideContent] = [:]
  /// Whether the terminal reads them where we put them, so that they need not be compressed.
  var sharesImages = false
  /// What the viewer shows sharply, and what it wants to show so.
  var crisp: CrispPicture?
  var crispKey: PictureKey?
  /// The picture that goes from the viewer back to its place.
  var departure: Departure?
  var contents: ContentCache
  /// Where everything is in the last frame that was composed for the screen: a click means what the user saw there.
  package internal(set) var layout: OverlayLayout
  /// The art that was asked for, or that the terminal called for.
  private(set) var givenArt: ArtMode
  /// Whether pictures are shown in pixels where the terminal can, and not in an art mode that was chosen since.
  var prefersPixels = true
  /// Whether the art follows from the terminal: the key that changes it comes back to that.
  var isArtAutomatic: Bool
  /// What the terminal calls itself, once it has said so.
  private(set) var terminalVersion: String?
  /// What moves on the current slide.
  var playback: Playback?
  var playbackGeneration = Generation.first
  /// The last frame in pixels of an animation that has ended or begins again: it is shown while its slide leaves.
  var lastFrame: LastFrame?
  var animationCount: UInt64 = 0
  /// The animation of which the terminal shows a frame in pixels; nil: none.
  var shownAnimation: UInt64?
  /// The last reading of the sources that was requested; the first one was, before the session began.
  package internal(set) var reading = DeckReading(generation: .first)
  /// Whether that reading is still to come to its end.
  var isReading = true
  /// What is to be done outside, once.
  var commands: [IssuedCommand] = []
  var commandGeneration = Generation.first
  /// Whether the slides before the last are those of the next round already: see `reshuffle(at:)`.
  var isRoundPrepared = false

  /// How long nothing is said while no slide has been found yet: most are found sooner.
  static let searchDelay: Duration = .milliseconds(500)

  /// How long an arrow key counts as held after a press: a terminal reports no release, but repeats a held key.
  static let keyHold: Duration = .milliseconds(400)

  /// How long a message stays.
  package static let statusDuration: Duration = .milliseconds(1500)

  struct TimedStatus: Hashable, Sendable {
    var text: String
    var until: Timestamp
  }

  /// A session that has no slides yet.
  package init(options: Options, viewport: Viewport, terminal: TerminalProfile, at now: Timestamp) {
    self.options = options
    self.viewport = viewport
    self.terminal = terminal
    preferences = options.preferences
    beginning = now
    givenArt = preferences.picture.art
    isArtAutomatic = options.artOfTerminal != nil
    layout = OverlayLayout(emptyWindow: viewport.size)
    contents = ContentCache(window: viewport.size, style: SlideStyle(options.preferences.picture, on: terminal))
    machine = CarouselMachine(count: 0, settings: options.settings, at: now)
    layOut(at: now)
    adoptSlideStyle()
    if Session.isTooSmall(viewport.size) { machine.handle(.pause(.hidden), at: now) }
    if options.opensGrid { openGrid(at: now) }
  }

  /// The slides were read, for the first time or again; false where the reading is stale.
  mutating func adopt(_ update: DeckUpdate, at now: Timestamp) -> Bool {
    guard update.generation == reading.generation else { return false }
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
    if isComplete, !isDeckComplete, let missing = options.start.missing(in: deck) { say(missing, at: now) }
    isDeckComplete = isDeckComplete || isComplete
    // Slides on screen, and the one that a motion leads to, stay.
    let reload = CarouselMachine.Reload(count: deck.count, placing: machine.heldSlides(at: now)) { slide in
      slide < old.count ? deck.position(of: old[slide].location, near: slide) : nil
    }
    machine.handle(.reload(reload), at: now)
    reloadGrid(from: old, at: now)
    if isFirst, let start = options.start.position(in: deck, isComplete: isDeckComplete) {
      // Before anything was chosen by hand, the start that was asked for counts.
      if start != machine.current { machine.handle(.jump(to: start, animated: false), at: now) }
      grid?.machine.handle(.select(start), at: now)
    } else if let shown, shown < old.count, reload.places[shown] == nil, !machine.frame(at: now).isMoving,
      let survivor = deck.position(nearestTo: shown, of: old)
    {
      machine.handle(.jump(to: survivor, animated: false), at: now)
    }
    firstShown = machine.frame(at: now).current
    if !holdsKeys { releaseHeldKeys(at: now) }
    return true
  }

  /// The slide that the start put on screen, while the deck is still being read.
  var firstShown: Int?

  /// The terminal told something of itself: what is half transparent is composed over its own background, and its version
  /// tells what glyphs it draws.
  ///
  /// - Parameter depth: the colours that the screen has from now on.
  mutating func learn(_ facts: TerminalFacts, depth: ColorDepth) {
    let drawn = coverableContents
    let before = style.slides
    defer { if style.slides != before { coveredContents.merge(drawn) { old, _ in old } } }
    if let background = facts.background { terminal.background = LinearColor(background) }
    terminal.depth = depth
    sharesImages = !facts.imageMedia.isEmpty
    // Pictures are drawn with the terminal's own colours where those are all there are.
    switch depth {
    case .palette16, .palette8: terminal.palette = facts.knownPalette ?? .xterm
    case .truecolor, .palette256, .mono: terminal.palette = .xterm
    }
    guard let version = facts.version, version != terminalVersion else { return }
    // It may draw more than its environment promised.
    terminalVersion = version
    if let shades = options.shadesOfTerminal?(version) { terminal.shades = shades }
    guard let art = options.artOfTerminal?(version) else { return }
    if isArtAutomatic { preferences.picture.art = art }
    givenArt = art
  }

  /// How everything looks now.
  package var style: SceneStyle {
    SceneStyle(slides: SlideStyle(preferences.picture, on: terminal), overlays: preferences.overlays)
  }

  /// The cells of the window.
  var window: CellSize { viewport.size }

  /// A slide and where it stands in the deck.
  struct PlacedSlide: Hashable, Sendable {
    var index: Int
    var slide: Slide
  }

  /// The slide on which everything comes to rest if nothing more happens: where a motion leads, where a held slide would
  /// settle, else the current one. Nil when there are none.
  ///
  /// Keys that act on "the slide" mean this one: a swipe and Enter may arrive together, before a frame has moved.
  func destination(at now: Timestamp) -> PlacedSlide? {
    guard let index = machine.frame(at: now).destination, index < deck.count else { return nil }
    return PlacedSlide(index: index, slide: deck[index])
  }

  /// Smaller than this, nobody is looking.
  static func isTooSmall(_ size: CellSize) -> Bool { size.columns < 2 || size.rows < 1 }
}

/// The program's own reasons to hold auto-advance up.
extension PauseReason {
  /// The full-window viewer is open.
  package static let viewer: PauseReason = "viewer"
  /// The grid covers the slides.
  package static let grid: PauseReason = "grid"
  /// The picture in the viewer is zoomed.
  package static let zoom: PauseReason = "zoom"
  /// A panel that is read, such as the list of keys, covers the slides.
  package static let overlay: PauseReason = "overlay"
}
