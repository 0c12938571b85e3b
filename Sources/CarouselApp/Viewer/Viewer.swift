import Bitmaps
import Carousel
import CarouselValues
package import CarouselViewing
import Decks
import Imaging
import Pictures
import Rendering
import Terminal

/// The viewer: one slide alone in the window, and its zoom.
package struct Viewer: Equatable, Sendable {
  private(set) var zooms: SlideZooms
  var exposures = SlideExposures()
  /// How the picture opens; nil until there is a picture.
  private var opening: OpeningPicture?
  /// The window as it was before, while the picture opens over it.
  private(set) var backdrop: WindowView?
  /// The part of the picture that is needed sharply.
  private(set) var sharp = SharpView()
  /// The grid that the viewer was opened from and returns to; nil if there was none.
  private(set) var grid: Grid?
  /// The opacity of the status text.
  private(set) var toolbar: ToolbarFade
  /// When a click came that closes the viewer, unless it is the first of a double click.
  private var click: Timestamp?

  /// What an event asks for.
  enum Intent: Hashable {
    /// Return to where the viewer was opened.
    case close
    /// The slides follow a drag that leads beyond the picture's edge.
    case pull(pages: Double)
    /// The slides come to rest after such a drag, which ended at this velocity.
    case release(pagesPerSecond: Double)
    /// Go to the slide this number of slides away.
    case move(by: Int)
  }

  /// A viewer that shows no slide yet.
  ///
  /// - Parameter grid: the grid to which it returns; nil: the carousel.
  init(settings: ZoomMachine.Settings, from grid: Grid? = nil, at now: Timestamp) {
    (toolbar, self.grid) = (ToolbarFade(at: now), grid)
    zooms = SlideZooms(settings: settings, at: now)
  }

  /// The slide that keys act on; nil if there is none.
  var location: Location? { zooms.location }

  /// The zoom of that slide. Its content is empty until the picture's size is known.
  package var zoom: ZoomMachine { zooms.current }

  /// Adapts the grid to which the viewer returns, if there is one.
  mutating func reloadGrid(_ reloaded: (Grid) -> Grid) { grid = grid.map(reloaded) }

  // MARK: - The picture

  /// Has the picture open from its place over the window as it is.
  ///
  /// - Parameters:
  ///   - source: its place; nil: the picture is open at once.
  ///   - window: returns the window without the picture.
  mutating func open(
    _ picture: ViewedPicture, from source: ViewerMachine.Source?, over window: () -> WindowView, duration: Duration,
    at now: Timestamp
  ) {
    let opening = OpeningPicture(picture, from: source, duration: duration, at: now)
    self.opening = opening
    if opening.frame(at: now)?.isMoving == true { backdrop = window() }
  }

  /// Brings the viewer up to date with the carousel, the window and what is known about the picture.
  ///
  /// - Parameters:
  ///   - location: the slide; nil if there is none.
  ///   - picture: its picture; nil if nothing is known about it.
  ///   - slidesInView: the slides that are at least partly visible.
  ///   - duration: how long pictures take to close.
  mutating func update(
    _ location: Location?, _ picture: ViewedPicture?, slidesInView: Set<Location>, duration: Duration, at now: Timestamp
  ) {
    if location != self.location {
      noteActivity(at: now)
      click = nil
    }
    zooms.update(location, picture, slidesInView: slidesInView, at: now)
    exposures.keep(only: slidesInView)
    guard let picture else { return }
    var opening = opening ?? OpeningPicture(picture, from: nil, duration: duration, at: now)
    opening.update(picture, zoomedAs: zoom, at: now)
    self.opening = opening
    if opening.frame(at: now) == nil { backdrop = nil }
  }

  /// Follows slides to their new locations.
  mutating func rename(_ renamed: [Location: Location]) {
    zooms.rename(renamed)
    exposures.rename(renamed)
  }

  /// The frame of the picture while it opens or is dragged down; nil at rest.
  func openingFrame(at now: Timestamp) -> ViewerMachine.Frame? { opening?.frame(at: now) }

  /// The picture as it leaves the viewer; nil if it was never shown.
  ///
  /// - Parameter backdrop: the slide's own background; nil if it has none.
  func closing(_ picture: LoadedPicture, over backdrop: Backdrop?, units: ZoomUnits) -> ClosingPicture? {
    guard let opening, let location else { return nil }
    return ClosingPicture(
      opening.machine, of: location, picture, sharp: sharp.region(of: location), over: backdrop,
      orientation: zoom.orientation, units: units)
  }

  // MARK: - Sharp parts

  /// Requests the part of the picture in view once the picture has come to rest; nil: the whole picture is sharp.
  mutating func updateSharpPart(_ part: PictureKey?, at now: Timestamp) {
    sharp.update(part, of: location, isSteady: zoom.frame(at: now).isSteady)
  }

  /// Adopts a picture, if it is the part that is needed.
  mutating func arrived(_ request: PictureKey, _ picture: LoadedPicture) { sharp.arrived(request, picture) }

  // MARK: - Keys

  /// Performs an action of the zoom; others have no effect.
  mutating func perform(_ action: Action, in layout: CarouselMachine.Layout, at now: Timestamp) -> [Intent] {
    if action == .resetZoom, let location { exposures[location] = .none }
    return SlideZooms.event(for: action, in: zoom.viewport).map { handle($0, in: layout, at: now) } ?? []
  }

  /// Cycles the fit: the whole picture, the whole window, or the whole width of the window. Returns its name.
  mutating func cycleFit(at now: Timestamp) -> String { zooms.cycleFit(at: now) }

  /// Passes an event to the zoom; what it does not handle itself is asked of the carousel.
  private mutating func handle(
    _ event: ZoomMachine.Event, in layout: CarouselMachine.Layout, at now: Timestamp
  ) -> [Intent] {
    zooms.handle(event, at: now).map { report in
      switch report {
      case .pull(let distance): .pull(pages: pages(ofUnits: distance, in: layout))
      case .release(let velocity): .release(pagesPerSecond: pages(ofUnits: velocity, in: layout))
      case .leave(let edge): .move(by: Viewer.step(beyond: edge, in: layout))
      }
    }
  }

  /// Converts a distance along the swipe axis into pages.
  private func pages(ofUnits units: Double, in layout: CarouselMachine.Layout) -> Double {
    let size = zoom.viewport
    guard size.width > 0, size.height > 0 else { return 0 }
    return layout.pages(forTranslation: SlidePoint(x: units / size.width, y: units / size.height))
  }

  /// The way to the slide beyond an edge: along the slides' axis the one that lies there, across it in reading order.
  private static func step(beyond edge: ZoomMachine.Edge, in layout: CarouselMachine.Layout) -> Int {
    switch (layout.axis, edge) {
    case (.horizontal, .left), (.vertical, .top): layout.isMirrored ? 1 : -1
    case (.horizontal, .right), (.vertical, .bottom): layout.isMirrored ? -1 : 1
    case (.horizontal, .top), (.vertical, .left): -1
    case (.horizontal, .bottom), (.vertical, .right): 1
    }
  }

  // MARK: - Mouse

  /// The pointer's place in a window, in columns and rows.
  struct Pointer {
    let place: (columns: Double, rows: Double)
    let window: CellSize

    init(_ mouse: MouseEvent, in window: CellSize) {
      (place, self.window) = ((mouse.x, mouse.y), window)
    }
  }

  /// Grabs the picture if it is larger than the window; returns whether it is.
  mutating func grab(_ pointer: Pointer, at now: Timestamp) -> Bool {
    guard zoom.exceedsViewport, let point = point(pointer) else { return false }
    zooms.handle(.grab(at: point), at: now)
    return true
  }

  /// Drags the picture that was grabbed.
  mutating func drag(to pointer: Pointer, in layout: CarouselMachine.Layout, at now: Timestamp) -> [Intent] {
    point(pointer).map { handle(.drag(to: $0), in: layout, at: now) } ?? []
  }

  /// Releases the picture that was grabbed, at a velocity in columns and rows a second.
  mutating func release(
    velocity: (columns: Double, rows: Double) = (0, 0), in window: CellSize, _ layout: CarouselMachine.Layout,
    at now: Timestamp
  ) -> [Intent] {
    handle(.release(velocity: units(velocity, in: window)), in: layout, at: now)
  }

  /// Whether a drag down can move the picture out of the viewer.
  var canBeDismissed: Bool { opening != nil }

  /// Begins to drag the picture down.
  mutating func beginDismissal(at pointer: Pointer, at now: Timestamp) {
    if let start = point(pointer) { opening?.handle(.grab(at: start), at: now) }
  }

  /// Drags the picture down or up again.
  mutating func dismiss(to pointer: Pointer, at now: Timestamp) {
    if let point = point(pointer) { opening?.handle(.drag(to: point), at: now) }
  }

  /// Releases a picture that was dragged down, at a velocity in columns and rows a second: it closes or springs back.
  mutating func endDismissal(
    velocity: (columns: Double, rows: Double), in window: CellSize, at now: Timestamp
  ) -> [Intent] {
    let velocity = units(velocity, in: window)
    let reports = opening?.handle(.release(velocity: velocity), at: now) ?? []
    return reports.contains(.willClose) ? [.close] : []
  }

  /// Has a picture that was dragged down spring back.
  mutating func cancelDismissal(at now: Timestamp) {
    opening?.handle(.release(velocity: SlidePoint(x: 0, y: -1e6)), at: now)
  }

  /// Zooms in or out around the pointer, as for a notch of the wheel.
  mutating func magnify(_ zoomsIn: Bool, at pointer: Pointer, in layout: CarouselMachine.Layout, at now: Timestamp)
    -> [Intent]
  {
    handle(.magnify(by: zoomsIn ? SlideZooms.step : 1 / SlideZooms.step, at: point(pointer)), in: layout, at: now)
  }

  /// Handles a click: the second of a double click toggles the zoom.
  mutating func handleClick(at pointer: Pointer, in layout: CarouselMachine.Layout, at now: Timestamp) -> [Intent] {
    guard click != nil else {
      click = now
      return []
    }
    click = nil
    return handle(.toggleZoom(at: point(pointer)), in: layout, at: now)
  }

  /// A position in the zoom's viewport; nil if the window is empty.
  private func point(_ pointer: Pointer) -> SlidePoint? {
    guard pointer.window.count > 0 else { return nil }
    return units(pointer.place, in: pointer.window)
  }

  /// Columns and rows in the units of the zoom's viewport.
  private func units(_ cells: (columns: Double, rows: Double), in window: CellSize) -> SlidePoint {
    guard window.count > 0 else { return .zero }
    let size = zoom.viewport
    return SlidePoint(
      x: cells.columns / Double(window.columns) * size.width, y: cells.rows / Double(window.rows) * size.height)
  }

  // MARK: - Time

  /// The maximum time between the clicks of a double click.
  private static let doubleClick: Duration = .milliseconds(300)

  /// Records that the user has done something, or that the window has changed.
  mutating func noteActivity(at now: Timestamp) { toolbar = ToolbarFade(at: now) }

  /// Ends the wait for the second click of a double click, if it is over; returns whether the first click closes the
  /// viewer, as it does unless the picture is zoomed.
  mutating func endClick(at now: Timestamp) -> Bool {
    guard let click, click.advanced(by: Viewer.doubleClick) <= now else { return false }
    self.click = nil
    return !zoom.exceedsViewport
  }

  /// When the viewer is next due; nil if only an event can change it.
  func nextWake(fades: Bool, after now: Timestamp) -> Timestamp? {
    [
      zoom.nextWake(after: now).deadline(after: now, frameInterval: .zero), toolbar.nextWake(fades: fades, after: now),
      click?.advanced(by: Viewer.doubleClick), opening?.nextWake(after: now),
    ].compactMap { $0 }.min()
  }
}
