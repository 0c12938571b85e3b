import Bitmaps
import Carousel
import CarouselViewing
import Decks
import Imaging
import Pictures
import Rendering
import Terminal

/// Pictures that open into the viewer and close into their places.
extension Session {
  /// How long pictures take to open and to close.
  private var transitionDuration: Duration {
    machine.settings.transition == .none ? .zero : .milliseconds(300)
  }

  /// The picture that can be drawn now, perhaps a stand-in; nil if there is none yet.
  func availablePicture(of location: Location) -> LoadedPicture? {
    loadedPicture(at: location) ?? library.preview(for: location)
  }

  /// The area of a slide in the carousel or the grid, in cells; nil if it is not in view, moves, or fills the window.
  private func sourceArea(of index: Int, at now: Timestamp) -> CellRect? {
    if let grid { return grid.thumbnailArea(of: index, at: now) }
    let frame = machine.frame(at: now)
    guard !frame.isMoving, frame.current == index else { return nil }
    let (area, box) = (slideArea, frame.layout.box(at: 0))
    let cells = box.scaled(by: SlideSize(width: Double(area.size.columns), height: Double(area.size.rows)))
    let shown = CellRect(
      column: area.column + Int(cells.x.rounded()), row: area.row + Int(cells.y.rounded()), columns: slot.columns,
      rows: slot.rows)
    return shown == CellRect(window) ? nil : shown
  }

  /// How a slide's picture fills its place in the carousel and the grid, and where it is in it.
  private func contentMode(of slide: Slide) -> SlideContentMode {
    SlideContentMode(appearance.fit(of: SlideLook(slide.own)), preferences.picture.content.alignment)
  }

  /// The transition in which a picture opens from its place.
  ///
  /// - Parameter isOpen: whether it is open already.
  /// - Returns: nil if there is no picture yet.
  func opening(of slide: PlacedSlide, isOpen: Bool = false, at now: Timestamp) -> ViewerMachine? {
    guard let picture = availablePicture(of: slide.slide.location) else { return nil }
    let units = zoomUnits(for: picture.naturalSize)
    let settings = ViewerMachine.Settings(duration: transitionDuration)
    var opening = ViewerMachine(
      viewport: units.viewport(window), content: SlideSize(picture.naturalSize), settings: settings, at: now)
    let area = isOpen ? nil : sourceArea(of: slide.index, at: now)
    let source = area.map { units.source($0, mode: contentMode(of: slide.slide)) }
    // A picture with no source area has nothing to grow from, and opens at once.
    if source == nil { opening.handle(.configure(ViewerMachine.Settings(duration: .zero)), at: now) }
    opening.handle(.open(from: source), at: now)
    opening.handle(.configure(settings), at: now)
    opening.handle(.tick, at: now)
    return opening
  }

  /// Advances the pictures that open and close.
  mutating func followTransitions(at now: Timestamp) {
    if viewer?.transition == nil, let slide = destination(at: now), slide.slide.location == viewer?.location {
      let opening = opening(of: slide, isOpen: true, at: now)
      viewer?.transition = opening
    }
    if let location = viewer?.location, let picture = availablePicture(of: location) {
      let viewport = zoomUnits(for: picture.naturalSize).viewport(window)
      viewer?.followTransition(of: picture.naturalSize, in: viewport, at: now)
    }
    closing = closing.flatMap { advanced($0, at: now) }
  }

  /// A closing picture at a timestamp; nil if it has returned.
  private func advanced(_ closing: ClosingPicture, at now: Timestamp) -> ClosingPicture? {
    var closing = closing
    if closing.hasStarted { return closing.advance(at: now) ? closing : nil }
    guard let slide = selected ?? destination(at: now), slide.slide.location == closing.location else { return nil }
    let area = sourceArea(of: slide.index, at: now) ?? (grid == nil ? CellRect(window) : nil)
    return closing.start(to: area, in: window, mode: contentMode(of: slide.slide), at: now) ? closing : nil
  }

  /// The picture that is about to leave the viewer; nil if there is none.
  func leavingPicture(at now: Timestamp) -> ClosingPicture? {
    guard let viewer, let transition = viewer.transition, let location = viewer.location,
      let picture = availablePicture(of: location)
    else { return nil }
    return ClosingPicture(
      transition, of: location, picture, sharp: viewer.sharp.region(of: location), orientation: viewer.zoom.orientation,
      units: zoomUnits(for: picture.naturalSize))
  }

  /// The picture that opens or closes; nil if there is none.
  func transition(at now: Timestamp) -> TransitionView? {
    if let view = closing?.view(at: now) { return view }
    guard let viewer, let frame = viewer.openingFrame(at: now) else { return nil }
    return leavingPicture(at: now)?.view(frame, over: viewer.backdrop.map { .earlier($0) } ?? .nothing)
  }

  /// Whether a picture opens or closes.
  func isInTransition(at now: Timestamp) -> Bool {
    if closing?.isVisible(at: now) == true { return true }
    guard let viewer, let location = viewer.location, viewer.openingFrame(at: now) != nil else { return false }
    return availablePicture(of: location) != nil
  }
}
