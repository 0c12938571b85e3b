package import Carousel
import Decks
import Imaging
import Rendering
import Terminal

/// The viewer: one slide alone in the window, and how closely it is looked at.
package struct Viewer: Equatable, Sendable {
  /// The slide that keys act on; nil: there is none.
  var location: Location?
  /// How closely that slide is looked at. Its content is empty until the picture's size is known.
  package internal(set) var zoom: ZoomMachine
  /// Whether the zoom is still that of the slide before, for nothing is known yet of this one's picture.
  var isNew = true
  /// How closely other slides were looked at that are still in view.
  var leaving: [Location: ZoomMachine] = [:]
  /// Whether the facts about the picture are shown.
  var showsFacts = false
  /// How the picture grows out of its place; nil: nothing was known of it when the viewer was opened.
  var growth: ViewerMachine?
  /// Where the picture rests, as `growth` knows it.
  var place: SlideBox?
  /// What was on the screen before, while the picture grows over it.
  var backdrop: CellBuffer?
  /// The grid that it was opened from, and closes to.
  var grid: Grid?
  /// When somebody last did something: the words in the corner fade a while later.
  var activity: Timestamp
  /// When a click came that closes the viewer unless it is the first of two.
  var click: Timestamp?

  /// A viewer of no slide yet.
  init(settings: ZoomMachine.Settings, at now: Timestamp) {
    activity = now
    zoom = ZoomMachine(
      viewport: SlideSize(width: 0, height: 0), content: SlideSize(width: 0, height: 0), settings: settings, at: now)
  }

  /// A second click within this time makes a double click of the first.
  static let doubleClick: Duration = .milliseconds(300)

  /// How long the words in the corner stay, and how long they take to fade.
  static let toolbarDuration: Duration = .seconds(3)
  static let fadeDuration: Duration = .milliseconds(400)

  /// How visible the words in the corner are, 0…1.
  ///
  /// - Parameter fades: whether they fade; otherwise they vanish.
  func toolbarStrength(fades: Bool, at now: Timestamp) -> Double {
    let fading = activity.advanced(by: Viewer.toolbarDuration).duration(to: now)
    if fading < .zero { return 1 }
    return fades ? max(0, 1 - fading / Viewer.fadeDuration) : 0
  }

  /// When the words in the corner next look different; `now` while they fade, nil once they are gone.
  func toolbarWake(fades: Bool, after now: Timestamp) -> Timestamp? {
    if toolbarStrength(fades: fades, at: now) == 0 { return nil }
    return max(now, activity.advanced(by: Viewer.toolbarDuration))
  }

  /// How much closer a key or a notch of the wheel looks: two make a doubling.
  static let step = 2.0.squareRoot()

  /// How far a key pans, as a share of the viewport.
  static let panShare = 0.2

  /// Goes to another slide. The one before keeps its zoom while it is in view.
  mutating func show(_ location: Location?) {
    guard location != self.location else { return }
    if let old = self.location, !isNew { leaving[old] = zoom }
    self.location = location
    click = nil
    let kept = location.flatMap { leaving.removeValue(forKey: $0) }
    isNew = kept == nil
    if let kept { zoom = kept }
  }

  /// What the viewer's keys have a zoom do on a viewport.
  static let events: [Action: @Sendable (SlideSize) -> ZoomMachine.Event] = [
    .zoomIn: { _ in .magnify(by: step) },
    .zoomOut: { _ in .magnify(by: 1 / step) },
    .actualSize: { _ in .zoomToActualSize() },
    .resetZoom: { _ in .reset },
    .panLeft: { .pan(x: -panShare * $0.width, y: 0) },
    .panRight: { .pan(x: panShare * $0.width, y: 0) },
    .panUp: { .pan(x: 0, y: -panShare * $0.height) },
    .panDown: { .pan(x: 0, y: panShare * $0.height) },
    .rotateLeft: { _ in .rotate(quarterTurns: -1) },
    .rotateRight: { _ in .rotate(quarterTurns: 1) },
    .flipAcross: { _ in .flip(.horizontal) },
    .flipDown: { _ in .flip(.vertical) },
  ]
}

/// The units of a zoom's viewport: as wide as high on the screen, and 1:1 where a pixel of the picture is one of them.
struct ZoomUnits: Equatable {
  /// Units in a column and in a row of cells.
  var perColumn: Double
  var perRow: Double

  /// - Parameters:
  ///   - perRow: units in the height of a cell.
  ///   - cellAspect: the width of a cell over its height.
  init(perRow: Int, cellAspect: Double) {
    self.perRow = Double(perRow)
    perColumn = self.perRow * cellAspect
  }

  /// A window's extent.
  func viewport(_ window: CellSize) -> SlideSize {
    SlideSize(width: Double(window.columns) * perColumn, height: Double(window.rows) * perRow)
  }

  /// A box in cells.
  func cells(_ box: SlideBox) -> SlideBox { box.scaled(byX: 1 / perColumn, y: 1 / perRow) }
}

extension ContentOrientation {
  /// How a bitmap that is not turned is turned so.
  var orientation: Orientation {
    switch (isMirrored, quarterTurns) {
    case (false, 1): .quarterTurn
    case (false, 2): .halfTurn
    case (false, 3): .threeQuarterTurn
    case (true, 0): .mirrored
    case (true, 1): .transversed
    case (true, 2): .flipped
    case (true, 3): .transposed
    default: .upright
    }
  }
}
