import CarouselValues
import CarouselViewing
import Decks

/// The zoom of the slide in the viewer, and those of other slides that are still in view.
struct SlideZooms: Equatable, Sendable {
  /// The slide that keys act on; nil if there is none.
  private(set) var location: Location?
  /// The zoom of that slide. Its content is empty until the picture's size is known.
  private(set) var current: ZoomMachine
  /// Whether the zoom is still the previous slide's, because nothing is known about this slide's picture yet.
  private var isNew = true
  private var others: [Location: ZoomMachine] = [:]
  /// Where pictures are placed, except by their width.
  private let alignment: SlideContentMode.Alignment

  private static let maximumDrawingZoom = 64.0

  init(settings: ZoomMachine.Settings, at now: Timestamp) {
    alignment = settings.contentMode.alignment
    current = ZoomMachine(
      viewport: SlideSize(width: 0, height: 0), content: SlideSize(width: 0, height: 0), settings: settings, at: now)
  }

  /// Brings the zooms up to date with the slides and what is known about the picture.
  ///
  /// - Parameters:
  ///   - location: the slide; nil if there is none.
  ///   - picture: its picture; nil if nothing is known about it.
  ///   - slidesInView: the slides that are at least partly visible.
  mutating func update(
    _ location: Location?, _ picture: ViewedPicture?, slidesInView: Set<Location>, at now: Timestamp
  ) {
    show(location)
    others = others.filter { slidesInView.contains($0.key) }
    for location in others.keys { others[location]?.handle(.tick, at: now) }
    current.handle(.tick, at: now)
    guard let picture else { return }
    SlideZooms.adapt(&current, to: picture, isNew: isNew, at: now)
    isNew = false
  }

  /// Goes to another slide. The previous one keeps its zoom while it is in view.
  private mutating func show(_ location: Location?) {
    guard location != self.location else { return }
    if let old = self.location, !isNew { others[old] = current }
    self.location = location
    let earlier = location.flatMap { others.removeValue(forKey: $0) }
    isNew = earlier == nil
    if let earlier { current = earlier }
  }

  /// Follows slides to their new locations.
  mutating func rename(_ renamed: [Location: Location]) {
    location = location.map { renamed[$0] ?? $0 }
    others = Dictionary(others.map { (renamed[$0] ?? $0, $1) }) { $1 }
  }

  /// Brings a zoom up to date with its slide and the window.
  ///
  /// - Parameter isNew: whether the zoom was another slide's before.
  private static func adapt(_ zoom: inout ZoomMachine, to picture: ViewedPicture, isNew: Bool, at now: Timestamp) {
    if zoom.viewport != picture.viewport { zoom.handle(.resize(picture.viewport), at: now) }
    var settings = zoom.settings
    settings.maximumZoom = picture.isDrawn ? maximumDrawingZoom : nil
    if !picture.enlarges, settings.contentMode.fit == .contain { settings.contentMode.fit = .shrink }
    if settings != zoom.settings { zoom.handle(.configure(settings), at: now) }
    if isNew {
      zoom.handle(.show(picture.size), at: now)
    } else if zoom.content != picture.size {
      zoom.handle(.replace(picture.size), at: now)
    }
  }

  /// Passes an event to the slide's zoom; returns what the zoom does not handle itself.
  @discardableResult
  mutating func handle(_ event: ZoomMachine.Event, at now: Timestamp) -> [ZoomMachine.Report] {
    current.handle(event, at: now)
  }

  /// The zoom factor of a key or a notch of the wheel: two of them double the zoom.
  static let step = 2.0.squareRoot()

  /// How far a key pans, as a share of the viewport.
  private static let panShare = 0.2

  /// How far a page key goes, as a share of the viewport: the last lines stay in view.
  private static let pageShare = 0.9

  /// The zoom's events for the viewer's actions, given its viewport.
  private static let events: [Action: @Sendable (SlideSize) -> ZoomMachine.Event] = [
    .zoomIn: { _ in .magnify(by: step) },
    .zoomOut: { _ in .magnify(by: 1 / step) },
    .actualSize: { _ in .zoomToActualSize() },
    .resetZoom: { _ in .reset },
    .panLeft: { .pan(by: SlidePoint(x: -panShare * $0.width, y: 0)) },
    .panRight: { .pan(by: SlidePoint(x: panShare * $0.width, y: 0)) },
    .panUp: { .pan(by: SlidePoint(x: 0, y: -panShare * $0.height)) },
    .panDown: { .pan(by: SlidePoint(x: 0, y: panShare * $0.height)) },
    .readOn: { .page(by: SlidePoint(x: 0, y: pageShare * $0.height)) },
    .readBack: { .page(by: SlidePoint(x: 0, y: -pageShare * $0.height)) },
    .rotateLeft: { _ in .rotate(quarterTurns: -1) },
    .rotateRight: { _ in .rotate(quarterTurns: 1) },
    .flipAcross: { _ in .flip(.horizontal) },
    .flipDown: { _ in .flip(.vertical) },
  ]

  /// The zoom's event for an action of the viewer; nil for any other.
  static func event(for action: Action, in viewport: SlideSize) -> ZoomMachine.Event? { events[action]?(viewport) }

  /// Cycles the fit: the whole picture, the whole window, or the whole width of the window, from the top unless another
  /// place was chosen. Returns its name.
  mutating func cycleFit(at now: Timestamp) -> String {
    var settings = current.settings
    let name: String
    switch settings.contentMode.fit {
    case .contain, .shrink: (settings.contentMode.fit, name) = (.cover, "fill")
    case .cover: (settings.contentMode.fit, name) = (.width, "width")
    case .width, .height, .stretch, .actualSize: (settings.contentMode.fit, name) = (.contain, "whole picture")
    }
    let readsDown = settings.contentMode.fit == .width && alignment == .center
    settings.contentMode.alignment = readsDown ? .top : alignment
    current.handle(.configure(settings), at: now)
    current.handle(.home, at: now)
    return name
  }

  /// The frame and the box, in cells, of a slide in view, as it was left or will be when it is shown; nil if it is drawn
  /// like any slide at rest.
  func zoomedFrame(
    of location: Location, _ picture: ViewedPicture, at now: Timestamp
  ) -> (frame: ZoomMachine.Frame, box: SlideBox)? {
    var zoom = current
    if location != self.location {
      let earlier = others[location]
      if let earlier { zoom = earlier }
      SlideZooms.adapt(&zoom, to: picture, isNew: earlier == nil, at: now)
    }
    let frame = zoom.frame(at: now)
    let isWhole =
      switch zoom.settings.contentMode.fit {
      case .contain, .shrink: true
      case .cover, .stretch, .width, .height, .actualSize: false
      }
    if isWhole, frame.orientation == .upright, abs(frame.zoom - 1) < 1e-9, !frame.isMoving { return nil }
    return frame.box.width > 0 ? (frame, picture.units.cells(frame.box)) : nil
  }
}
