package import Carousel
package import Decks
import Imaging
package import Rendering
package import Terminal

/// All that the program knows, told events and the time, asked for frames and for what it needs: synchronous, and
/// without a terminal, a file or a clock of its own.
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
  var shelf = PictureShelf()
  var downloads = DownloadShelf()
  var contents = ContentCache()
  /// Where everything is in the last frame that was composed: a click means what the user saw there.
  package internal(set) var layout: OverlayLayout
  /// The art that was asked for, or that the terminal called for.
  private(set) var givenArt: ArtMode
  /// Whether the art follows from the terminal: the key that changes it comes back to that.
  var isArtAutomatic: Bool
  /// What the terminal calls itself, once it has said so.
  private var terminalVersion: String?
  /// What moves on the current slide.
  var playback: Playback?
  var playbacks = 0
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
    machine = CarouselMachine(count: 0, settings: options.settings, at: now)
    layOut(at: now)
    if Session.isTooSmall(viewport.size) { machine.handle(.pause(.hidden), at: now) }
  }

  /// The slides were read, for the first time or again.
  ///
  /// - Parameter isComplete: false for the first slides of a deck that is still being read.
  /// - Returns: what keys call for that were typed before there was a slide for them.
  @discardableResult
  package mutating func deckArrived(_ deck: Deck, isComplete: Bool, at now: Timestamp) -> [Effect] {
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
    if isFirst, let start = options.start.position(in: deck, isComplete: isDeckComplete) {
      // Before anything was chosen by hand, the start that was asked for counts.
      if start != machine.current { machine.handle(.jump(to: start, animated: false), at: now) }
    } else if let shown, shown < old.count, reload.places[shown] == nil, !machine.frame(at: now).isMoving,
      let survivor = deck.position(nearestTo: shown, of: old)
    {
      machine.handle(.jump(to: survivor, animated: false), at: now)
    }
    firstShown = machine.frame(at: now).current
    return heldKeys.isEmpty || holdsKeys ? [] : releaseHeldKeys(at: now)
  }

  /// The slide that the start put on screen, while the deck is still being read.
  var firstShown: Int?

  /// The window has another size.
  package mutating func resized(to size: CellSize, cellAspect: Double, at now: Timestamp) {
    viewport = Viewport(size: size, cellAspect: cellAspect)
    // The pointer's columns are no longer those of the window.
    abandonGesture(at: now)
    layOut(at: now)
    machine.handle(Session.isTooSmall(size) ? .pause(.hidden) : .resume(.hidden), at: now)
  }

  /// The terminal told something of itself: what is half transparent is composed over its own background, and its version
  /// tells what glyphs it draws.
  ///
  /// - Parameter depth: the colours that the screen has from now on.
  package mutating func learn(_ facts: TerminalFacts, depth: ColorDepth) {
    if let background = facts.background { terminal.background = Light(background) }
    terminal.depth = depth
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

  /// The modes that a key cycles through: one that was put together on the command line is among them.
  var artModes: [ArtMode] {
    let modes = ArtMode.all.filter { terminal.isUnicode || !$0.needsUnicode }
    return modes.contains(givenArt) ? modes : modes + [givenArt]
  }

  /// The program was stopped, or runs again.
  package mutating func suspended(_ isSuspended: Bool, at now: Timestamp) {
    machine.handle(isSuspended || Session.isTooSmall(window) ? .pause(.hidden) : .resume(.hidden), at: now)
  }

  /// Time passed.
  package mutating func tick(at now: Timestamp) {
    machine.handle(.tick, at: now)
    if let gesture, gesture.end <= now { abandonGesture(at: now) }
    if let status, status.until <= now { self.status = nil }
    reshuffle(at: now)
    followPlayback(at: now)
  }

  /// Says something in the corner for a moment.
  package mutating func say(_ text: String, for duration: Duration = Session.statusDuration, at now: Timestamp) {
    status = TimedStatus(text: text, until: now.advanced(by: duration))
  }

  /// When something is due; `now` itself while something moves; nil: sleep.
  package func nextWake(after now: Timestamp) -> Timestamp? {
    let search = beginning.advanced(by: Session.searchDelay)
    var dues = [
      deck.count == 0 && !isDeckComplete && now < search ? search : nil,
      machine.nextWake(after: now).moment(after: now, frameInterval: .zero),
      status?.until,
      gesture?.end,
      shelf.nextDue(after: now), playback?.nextWake(after: now),
      downloads.nextWords(after: now), downloads.nextRequest(after: now),
    ]
    if preferences.overlays.showsCountdown, let interval = machine.settings.interval,
      machine.frame(at: now).countdown != nil
    {
      dues.append(now.advanced(by: max(.milliseconds(50), interval / max(1, window.columns))))
    }
    return dues.compactMap { $0 }.min()
  }

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
  private static func isTooSmall(_ size: CellSize) -> Bool { size.columns < 2 || size.rows < 1 }
}
