package import Carousel
package import CarouselValues
package import Decks
import Imaging
import Pictures
package import Rendering
import System
package import Terminal

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
///
/// Each part keeps its own state and knows no other part: what it needs of another is an argument.
package struct Session {
  /// The options of the command line and the configuration file.
  package internal(set) var options: Options
  package internal(set) var machine: CarouselMachine
  var slides: DeckState
  /// The slides that the user has marked.
  package internal(set) var marks = SlideMarks()
  var appearance: Appearance
  /// The input mode, which decides what keys mean.
  package internal(set) var mode = InputMode.carousel
  /// The picture that returns from the viewer to its place; nil if there is none.
  var closing: ClosingPicture?
  var overlays: OverlayState
  var input = InputState()
  var library = PictureLibrary()
  var playback = PlaybackState()
  var commands = CommandQueue()

  /// How long an arrow key counts as held after a press where the terminal reports no releases: it repeats a held key.
  static let keyHold: Duration = .milliseconds(400)

  /// A session without slides.
  package init(options: Options, viewport: Viewport, terminal: TerminalProfile, at now: Timestamp) {
    self.options = options
    appearance = Appearance(options.preferences, viewport: viewport, terminal: terminal)
    slides = DeckState(at: now)
    overlays = OverlayState(corner: options.showsFacts ? .facts(firstRow: 0) : nil)
    machine = CarouselMachine(count: 0, settings: options.settings, at: now)
    layOut(at: now)
    if appearance.isTooSmall { machine.handle(.pause(.hidden), at: now) }
    if options.opensGrid { openGrid(at: snapshot(at: now)) }
  }

  // MARK: - What the parts know

  package var deck: Deck { slides.deck }

  /// The preferences: at first those of the options, then as keys have changed them.
  package var preferences: Preferences { appearance.preferences }

  package var viewport: Viewport { appearance.viewport }

  /// What is known about the terminal.
  package var terminal: TerminalProfile { appearance.terminal }

  /// The current style of slides and overlays.
  package var style: SceneStyle { appearance.style }

  /// The size of the window, in cells.
  var window: CellSize { appearance.window }

  /// The viewer, even if something covers it; nil if it is closed.
  var viewer: Viewer? {
    get { mode.viewer }
    set { mode.viewer = newValue }
  }

  /// Whether the viewer is open, even if something covers it.
  var isViewing: Bool { mode.isViewing }

  /// Whether the grid is open, even if something covers it.
  var isGrid: Bool { mode.isGrid }

  /// The grid, even if something covers it; nil if it is closed.
  var grid: Grid? {
    get { mode.grid }
    set { mode.grid = newValue }
  }

  /// The grid's selection; nil if there is none, or the grid is closed.
  var selected: PlacedSlide? { slides[grid?.selection] }

  // MARK: - Layout

  /// The size of one slide, in cells: the window, unless its neighbors or tabs show beside it, or it is in the grid.
  package var slot: CellSize { mode.thumbnail ?? machine.settings.layout.slot(in: slideArea.size) }

  var drawnSlot: CellSize { deck.count == 0 ? slideArea.size : slot }

  /// The area in which slides move: the window, without the tabs.
  var slideArea: CellRect { appearance.slideArea(isViewing: isViewing) }

  /// Brings the carousel's layout up to date with the window, the preferences, the change mode and the viewer.
  ///
  /// - Parameter mode: another change mode; nil: the present one.
  mutating func layOut(_ mode: TransitionSettings? = nil, at now: Timestamp) {
    var settings = machine.settings
    if let mode { settings.transition = mode }
    settings.layout = appearance.layout(for: settings.transition, isViewing: isViewing)
    if settings != machine.settings { machine.handle(.configure(settings), at: now) }
  }

  // MARK: - Pictures

  /// A slide's picture in the shape in which it must be loaded now. The viewer shows every picture whole.
  func required(_ slide: Slide) -> RequiredPicture {
    let look = SlideLook(slide.own)
    let fit = isViewing ? preferences.picture.content.fit : appearance.fit(of: look)
    var required = RequiredPicture(
      location: slide.location,
      shape: appearance.shape(in: slot, fit: fit, isViewing: isViewing, upscales: options.upscales),
      isThumbnail: isGrid, backdrop: look.backdrop, fit: fit)
    if let viewer { required.shape.exposure = viewer.exposures[slide.location] }
    if required.backdrop == nil {
      required.backdrop = library.loaded(required)?.contrastingBackdrop(
        insteadOf: preferences.picture.backdrop, on: appearance.terminal.background)
    }
    return required
  }

  /// The pictures of the slides at some positions.
  func required(_ indices: some Sequence<Int>) -> [RequiredPicture] { slides.slides(indices).map(required) }

  /// A slide's picture; nil if it is not loaded in the current shape.
  func loadedPicture(of slide: Slide) -> LoadedPicture? { library.loaded(required(slide)) }

  // MARK: - Messages and commands

  /// Shows a message in the corner for a time.
  mutating func showMessage(_ text: String, for duration: Duration = OverlayState.messageDuration, at now: Timestamp) {
    overlays.show(text, for: duration, at: now)
  }

  /// Shows a message on the desktop, if the user wants that and looks elsewhere.
  mutating func notify(_ text: String) {
    if options.notifies, !input.hasFocus { issue(.notify(DesktopNotification(text))) }
  }

  /// Issues a command to be performed outside.
  mutating func issue(_ command: Command) { commands.issue(command) }
}

/// The program's own reasons to pause auto-advance.
extension PauseReason {
  /// The full-window viewer is open.
  package static let viewer: PauseReason = "viewer"
  /// The grid covers the slides.
  package static let grid: PauseReason = "grid"
  /// The picture in the viewer is zoomed.
  package static let zoom: PauseReason = "zoom"
  /// A key that swipes is held.
  package static let key: PauseReason = "key"
  /// A panel, such as the list of keys, covers the slides.
  package static let overlay: PauseReason = "overlay"
}
