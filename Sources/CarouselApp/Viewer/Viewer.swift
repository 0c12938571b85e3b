import Bitmaps
import Carousel
package import CarouselViewing
import Decks
import Imaging
import Rendering
import Terminal

/// The viewer: one slide alone in the window, and its zoom.
package struct Viewer: Equatable, Sendable {
  /// The slide that keys act on; nil if there is none.
  var location: Location?
  /// The zoom of that slide. Its content is empty until the picture's size is known.
  package internal(set) var zoom: ZoomMachine
  /// Whether the zoom is still the previous slide's, because nothing is known about this slide's picture yet.
  var isNew = true
  /// The zooms of other slides that are still in view.
  var leaving: [Location: ZoomMachine] = [:]
  /// The transition in which the picture opens from its place; nil until there is a picture.
  var transition: ViewerMachine?
  /// The box in which the picture rests, as `transition` received it last.
  var contentBox: SlideBox?
  /// The window as it was before, while the picture opens over it.
  var backdrop: WindowView?
  /// The sharp part of the picture.
  var sharp = SharpView()
  /// The grid that the viewer was opened from and returns to; nil if there was none.
  var grid: Grid?
  /// The time of the last activity: the status text fades a while later.
  var activity: Timestamp
  /// When a click came that closes the viewer, unless it is the first of a double click.
  var click: Timestamp?

  /// A viewer that shows no slide yet.
  init(settings: ZoomMachine.Settings, at now: Timestamp) {
    activity = now
    zoom = ZoomMachine(
      viewport: SlideSize(width: 0, height: 0), content: SlideSize(width: 0, height: 0), settings: settings, at: now)
  }

  /// The maximum time between the clicks of a double click.
  static let doubleClick: Duration = .milliseconds(300)

  /// How long the status text stays, and how long it takes to fade.
  static let toolbarDuration: Duration = .seconds(3)
  static let fadeDuration: Duration = .milliseconds(400)

  /// The opacity of the status text, 0…1.
  ///
  /// - Parameter fades: whether it fades; otherwise it vanishes.
  func toolbarStrength(fades: Bool, at now: Timestamp) -> Double {
    let fading = activity.advanced(by: Viewer.toolbarDuration).duration(to: now)
    if fading < .zero { return 1 }
    return fades ? max(0, 1 - fading / Viewer.fadeDuration) : 0
  }

  /// When the status text next changes: `now` while it fades, nil once it is gone.
  func toolbarWake(fades: Bool, after now: Timestamp) -> Timestamp? {
    if toolbarStrength(fades: fades, at: now) == 0 { return nil }
    return max(now, activity.advanced(by: Viewer.toolbarDuration))
  }

  // MARK: - Opening

  /// Brings the transition up to date with the picture's size, the window and the zoom.
  mutating func followTransition(of natural: PixelSize, in viewport: SlideSize, at now: Timestamp) {
    guard var transition else { return }
    let size = zoom.orientation.size(of: SlideSize(natural))
    if transition.viewport != viewport {
      transition.handle(.resize(viewport), at: now)
      contentBox = nil
    }
    if transition.content != size { transition.handle(.content(size), at: now) }
    let box = zoom.frame(at: now).box
    if contentBox != box, transition.frame(at: now)?.isHeld == false {
      contentBox = box
      transition.handle(.place(box), at: now)
    }
    transition.handle(.tick, at: now)
    self.transition = transition
    if openingFrame(at: now) == nil { backdrop = nil }
  }

  /// The frame of the transition while the picture moves or is dragged; nil at rest.
  func openingFrame(at now: Timestamp) -> ViewerMachine.Frame? {
    transition?.frame(at: now).flatMap { $0.isMoving || $0.isHeld ? $0 : nil }
  }

  // MARK: - Clicks

  /// Ends the wait for the second click of a double click, if it is over; returns whether the first click closes the
  /// viewer.
  mutating func endsClick(at now: Timestamp) -> Bool {
    guard let click, click.advanced(by: Viewer.doubleClick) <= now else { return false }
    self.click = nil
    return !zoom.exceedsViewport
  }

  /// When the viewer is next due; nil if only an event can change it.
  ///
  /// - Parameter fades: whether the status text fades.
  func nextWake(fades: Bool, after now: Timestamp) -> Timestamp? {
    [
      zoom.nextWake(after: now).deadline(after: now, frameInterval: .zero), toolbarWake(fades: fades, after: now),
      click?.advanced(by: Viewer.doubleClick),
      transition?.nextWake(after: now).deadline(after: now, frameInterval: .zero),
    ].compactMap { $0 }.min()
  }

  // MARK: - Zooming

  /// The zoom factor of a key or a notch of the wheel: two of them double the zoom.
  static let step = 2.0.squareRoot()

  /// How far a key pans, as a share of the viewport.
  static let panShare = 0.2

  /// Goes to another slide. The previous one keeps its zoom while it is in view.
  mutating func show(_ location: Location?) {
    guard location != self.location else { return }
    if let old = self.location, !isNew { leaving[old] = zoom }
    self.location = location
    click = nil
    let kept = location.flatMap { leaving.removeValue(forKey: $0) }
    isNew = kept == nil
    if let kept { zoom = kept }
  }

  /// The zoom's events for the viewer's actions, given its viewport.
  static let events: [Action: @Sendable (SlideSize) -> ZoomMachine.Event] = [
    .zoomIn: { _ in .magnify(by: step) },
    .zoomOut: { _ in .magnify(by: 1 / step) },
    .actualSize: { _ in .zoomToActualSize() },
    .resetZoom: { _ in .reset },
    .panLeft: { .pan(by: SlidePoint(x: -panShare * $0.width, y: 0)) },
    .panRight: { .pan(by: SlidePoint(x: panShare * $0.width, y: 0)) },
    .panUp: { .pan(by: SlidePoint(x: 0, y: -panShare * $0.height)) },
    .panDown: { .pan(by: SlidePoint(x: 0, y: panShare * $0.height)) },
    .rotateLeft: { _ in .rotate(quarterTurns: -1) },
    .rotateRight: { _ in .rotate(quarterTurns: 1) },
    .flipAcross: { _ in .flip(.horizontal) },
    .flipDown: { _ in .flip(.vertical) },
  ]
}
