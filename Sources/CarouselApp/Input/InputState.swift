import Carousel
import CarouselValues
import Decks
import Terminal

/// What the session remembers of earlier keys and mouse events.
struct InputState: Sendable {
  /// The gesture under way; nil if no button is pressed.
  private(set) var gesture: MouseGesture?
  /// Keys in a row that begin a binding; nil if there are none.
  private(set) var sequence: KeySequence?
  /// The text that was last searched for; empty if none was.
  var searched = ""
  /// Whether the event that is being handled is a key.
  var isKeyPressed = false
  /// When a key that has swiped counts as released, unless that is reported before; nil if none is held.
  private(set) var keyHoldEnd: Timestamp?
  /// Whether the terminal's window has the focus, as far as the terminal reports it.
  var hasFocus = true
  /// The user's clicks and answers, as clients see them.
  var activity = RemoteActivity()
  private var typedAhead = TypedAheadKeys()
  private var wheel = WheelFlick()
  /// When a mouse click last opened the viewer.
  private var lastViewerClick: Timestamp?

  /// The maximum time between the clicks of a double click: the defaults of GTK and of Windows are 400 and 500 ms.
  private static let doubleClick: Duration = .milliseconds(500)

  /// How long a key counts as held that is not repeated: its release may be lost.
  private static let longestHold: Duration = .seconds(30)

  /// How long the rest of several keys in a row is awaited: the default of vim and of readline-like programs.
  static let sequenceDelay: Duration = .seconds(1)

  /// Keys in a row that begin a binding.
  struct KeySequence: Sendable {
    var strokes: [KeyStroke]
    /// When the rest is no longer awaited.
    var end: Timestamp
  }

  // MARK: - Keys

  /// Awaits the rest of several keys in a row.
  mutating func beginSequence(_ strokes: [KeyStroke], at now: Timestamp) {
    sequence = KeySequence(strokes: strokes, end: now.advanced(by: InputState.sequenceDelay))
  }

  /// No longer awaits the rest of several keys; returns those pressed so far, nil if there are none.
  @discardableResult
  mutating func endSequence() -> [KeyStroke]? {
    defer { sequence = nil }
    return sequence?.strokes
  }

  /// Records a key, or several in a row; returns false if they must wait until there are slides.
  ///
  /// - Parameters:
  ///   - action: what the keys do; nil if they are not bound.
  ///   - slides: the slides so far.
  mutating func accepts(_ strokes: [KeyStroke], for action: Action?, slides: DeckState) -> Bool {
    !typedAhead.hold(strokes, for: action, count: slides.deck.count, isComplete: slides.isComplete)
  }

  /// Removes and returns the keys that have waited for slides, once there are slides.
  mutating func keysThatWaited(for slides: DeckState) -> [KeyStroke] {
    TypedAheadKeys.mustWait(for: slides.deck.count, isComplete: slides.isComplete) ? [] : typedAhead.removeAll()
  }

  /// Records that a key has swiped, until it is released.
  mutating func holdKey(at now: Timestamp) { keyHoldEnd = now.advanced(by: InputState.longestHold) }

  /// Records that it is released.
  mutating func releaseKey() { keyHoldEnd = nil }

  // MARK: - Gestures

  mutating func begin(_ gesture: MouseGesture) { self.gesture = gesture }

  /// Records that a key or the wheel was used: the release of the button is then not a click.
  mutating func interruptGesture() { gesture?.isInterrupted = true }

  /// Has the gesture move something else from now on.
  mutating func retargetGesture(to target: MouseGesture.Target) { gesture?.target = target }

  /// Records that the pointer was dragged; returns an event for the slides, nil if there is none.
  mutating func drag(to mouse: MouseEvent, at now: Timestamp) -> CarouselMachine.Event? {
    gesture?.move(to: mouse, at: now)
  }

  mutating func endGesture() -> MouseGesture? {
    defer { gesture = nil }
    return gesture
  }

  // MARK: - Clicks and the wheel

  /// Handles a turn of the wheel; returns whether it swipes.
  mutating func turnWheel(_ direction: WheelFlick.Direction, at now: Timestamp) -> Bool {
    interruptGesture()
    return wheel.beginsSwipe(direction, at: now)
  }

  mutating func clickOpenedViewer(at now: Timestamp) { lastViewerClick = now }

  /// Whether a click is the second of the double click that opened the viewer, and must not undo the first.
  func isSecondClick(at now: Timestamp) -> Bool {
    lastViewerClick.map { $0.duration(to: now) < InputState.doubleClick } ?? false
  }
}

/// Keys that are typed ahead, before there are slides: `tui --pick pics`, Return, →, Return may all arrive at once.
///
/// A large folder shows its first slide before the others are known. A swipe would have nowhere to go, and Enter after
/// it would act on the wrong slide: from the first such key on, keys wait until there are slides. Keys that leave never
/// wait.
struct TypedAheadKeys: Sendable {
  private var keys: [KeyStroke] = []

  /// The maximum number of keys; later ones are dropped.
  private static let limit = 256

  /// Whether keys about slides must wait for them.
  static func mustWait(for count: Int, isComplete: Bool) -> Bool { !isComplete && count < 2 }

  /// Keeps a key, or several in a row, for later; returns false if they must be handled now.
  ///
  /// - Parameters:
  ///   - action: what the keys do; nil if they are not bound.
  ///   - count: the number of slides so far.
  mutating func hold(_ strokes: [KeyStroke], for action: Action?, count: Int, isComplete: Bool) -> Bool {
    guard TypedAheadKeys.mustWait(for: count, isComplete: isComplete) else { return false }
    let isAboutOtherSlides = action.map { $0 == .click ? count == 0 : $0.concernsOtherSlides } ?? false
    guard action?.leaves != true, !keys.isEmpty || isAboutOtherSlides else { return false }
    if keys.count < TypedAheadKeys.limit { keys += strokes }
    return true
  }

  /// Removes and returns the keys, in order.
  mutating func removeAll() -> [KeyStroke] {
    defer { keys = [] }
    return keys
  }
}

extension Action {
  /// Whether it goes to another slide than the current one.
  fileprivate var concernsOtherSlides: Bool { [.previous, .next, .last, .goToSlide].contains(self) }

  /// Whether it leaves the program, the viewer, the grid, or the typing of a number.
  fileprivate var leaves: Bool { [.quit, .back, .cancelDigits].contains(self) }
}
