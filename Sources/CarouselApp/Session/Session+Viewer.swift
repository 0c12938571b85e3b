import Bitmaps
import Carousel
import CarouselViewing
import Decks
import Imaging
import Pictures
import Rendering
import Terminal

extension Session {
  /// Opens the viewer at a slide.
  mutating func openViewer(_ slide: PlacedSlide, at now: Timestamp) {
    var settings = ZoomMachine.Settings()
    settings.contentMode = preferences.picture.content
    settings.swipeAxis = preferences.layout.direction.axis
    settings.keepsZoom = options.keepsZoom
    if machine.settings.transition == .none { settings.duration = .zero }
    var viewer = Viewer(settings: settings, from: grid, at: now)
    if let subject = viewerSubject(at: slide.slide.location) {
      let source = sourceArea(of: slide.index, at: now).map {
        subject.units.source($0, mode: contentMode(of: slide.slide))
      }
      viewer.open(
        subject, from: source, over: { windowView(hiding: slide.slide.location, at: now) },
        duration: transitionDuration,
        at: now)
    }
    closing = nil
    if isGrid {
      if machine.frame(at: now).destination != slide.index {
        machine.handle(.jump(to: slide.index, animated: false), at: now)
      }
      machine.handle(.resume(.grid), at: now)
    }
    mode = InputMode(.viewer(viewer))
    machine.handle(.pause(.viewer), at: now)
  }

  /// Returns from the viewer to the carousel, or to the grid that it was opened from.
  ///
  /// - Parameter toGrid: whether it returns to the grid in any case.
  mutating func closeViewer(toGrid: Bool = false, at now: Timestamp) {
    abandonGesture(at: now)
    let grid = viewer?.grid
    closing = leavingPicture(at: now)
    mode = .carousel
    machine.handle(.resume(.viewer), at: now)
    machine.handle(.resume(.zoom), at: now)
    guard toGrid || grid != nil else { return }
    openGrid(at: now)
    guard var grid, let shown = self.grid?.machine.selection else { return }
    grid.return(to: shown, in: deck, at: now)
    self.grid = grid
  }

  /// Has the viewer handle something, if it is open, and does what it asks for.
  ///
  /// - Parameter handle: receives the viewer, and the layout in which slides follow drags.
  mutating func withViewer(
    at now: Timestamp, _ handle: (inout Viewer, CarouselMachine.Layout) -> [Viewer.Intent]
  ) {
    guard var viewer else { return }
    let intents = handle(&viewer, machine.settings.layout)
    self.viewer = viewer
    for intent in intents {
      switch intent {
      case .close: closeViewer(at: now)
      case .pull(let pages):
        if machine.frame(at: now).progress.value == 0 { machine.handle(.grab, at: now) }
        machine.handle(.drag(to: pages), at: now)
      case .release(let velocity): machine.handle(.release(velocity: velocity), at: now)
      case .move(let slides): machine.handle(.move(by: slides, holding: Session.keyHold), at: now)
      }
    }
  }

  /// Brings the viewer up to date with the carousel, the window and what is known about the picture.
  ///
  /// - Returns: the part of the picture that is needed sharply; nil if there is none.
  mutating func followViewer(at now: Timestamp) -> PictureKey? {
    guard var viewer else { return nil }
    let location = slide(in: viewer, at: now)?.location
    let slidesInView = Set(slides.locations(slotsInView(machine.frame(at: now))))
    viewer.follow(
      location, location.flatMap { viewerSubject(at: $0) }, slidesInView: slidesInView,
      duration: transitionDuration, at: now)
    let part = location.flatMap { sharpPart(of: $0, in: viewer, at: now) }
    viewer.followSharpPart(part, at: now)
    self.viewer = viewer
    machine.handle(viewer.zoom.isZoomed ? .pause(.zoom) : .resume(.zoom), at: now)
    return viewer.sharpKey
  }

  /// The slide that the viewer shows: during a drag the one that is dragged, wherever it would settle.
  private func slide(in viewer: Viewer, at now: Timestamp) -> Slide? {
    let frame = machine.frame(at: now)
    return slides[viewer.zoom.frame(at: now).isHeld ? frame.current : frame.destination]?.slide
  }

  /// The part of a zoomed picture at rest that is in view; nil if the whole picture is sharp.
  private func sharpPart(of location: Location, in viewer: Viewer, at now: Timestamp) -> PictureKey? {
    // The frames of an animation are stretched instead.
    guard let subject = viewerSubject(at: location), let picture = loadedPicture(at: location),
      firstFrame(of: picture) == nil,
      let (frame, box) = viewer.zoomedFrame(of: location, subject, at: now), !frame.isMoving, !frame.isHeld,
      let placement = ZoomedPicture.RestingPlacement(
        of: box, in: window, samplesPerCell: preferences.picture.art.samplesPerCell)
    else { return nil }
    var key = key(for: location)
    key.shape.region = placement.region.stored(frame.orientation.orientation)
    return key
  }

  /// Whether the viewer's status text fades; otherwise it vanishes.
  var fadesToolbar: Bool { machine.settings.transition != .none }

  /// The picture that can be drawn now, perhaps a stand-in; nil if there is none yet.
  private func availablePicture(of location: Location) -> LoadedPicture? {
    loadedPicture(at: location) ?? library.preview(for: location)
  }

  /// A slide's picture as the viewer needs it; nil if nothing is known about it.
  private func viewerSubject(at location: Location) -> Viewer.Subject? {
    availablePicture(of: location).map { picture in
      Viewer.Subject(
        picture.naturalSize, isDrawn: picture.isDrawn, enlarges: options.upscales,
        units: appearance.zoomUnits(for: picture.naturalSize, upscales: options.upscales), in: window)
    }
  }

  /// The frame and the box, in cells, of a zoomed picture; nil if it is drawn like any slide at rest, or the viewer is
  /// closed.
  func zoomedFrame(of location: Location, at now: Timestamp) -> (frame: ZoomMachine.Frame, box: SlideBox)? {
    guard let viewer, let subject = viewerSubject(at: location) else { return nil }
    return viewer.zoomedFrame(of: location, subject, at: now)
  }

  // MARK: - Pictures that open and close

  /// How long pictures take to open and to close.
  private var transitionDuration: Duration {
    machine.settings.transition == .none ? .zero : .milliseconds(300)
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

  /// Advances the picture that has left the viewer.
  mutating func followClosing(at now: Timestamp) { closing = closing.flatMap { advanced($0, at: now) } }

  /// A closing picture at a timestamp; nil if it has returned.
  private func advanced(_ closing: ClosingPicture, at now: Timestamp) -> ClosingPicture? {
    var closing = closing
    if closing.hasStarted { return closing.advance(at: now) ? closing : nil }
    guard let slide = selected ?? destination(at: now), slide.slide.location == closing.location else { return nil }
    let area = sourceArea(of: slide.index, at: now) ?? (isGrid ? nil : CellRect(window))
    return closing.start(to: area, in: window, mode: contentMode(of: slide.slide), at: now) ? closing : nil
  }

  /// The picture that is about to leave the viewer; nil if there is none.
  private func leavingPicture(at now: Timestamp) -> ClosingPicture? {
    guard let viewer, let location = viewer.location, let picture = availablePicture(of: location) else { return nil }
    let own = slide(in: viewer, at: now).flatMap { $0.location == location ? SlideLook($0.own) : nil }
    return viewer.closing(
      picture, over: own?.backdrop,
      units: appearance.zoomUnits(for: picture.naturalSize, upscales: options.upscales))
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
