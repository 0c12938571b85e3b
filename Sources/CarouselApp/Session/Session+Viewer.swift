import Bitmaps
import Carousel
import CarouselValues
import CarouselViewing
import Decks
import Imaging
import Pictures
import Rendering
import Terminal

extension Session {
  mutating func openViewer(_ slide: PlacedSlide, at now: Snapshot) {
    var settings = ZoomMachine.Settings()
    settings.contentMode = preferences.picture.content
    settings.swipeAxis = preferences.layout.direction.axis
    settings.keepsZoom = options.keepsZoom
    if machine.settings.transition == .none { settings.duration = .zero }
    var viewer = Viewer(settings: settings, from: grid, at: now.time)
    if let picture = viewedPicture(of: slide.slide) {
      let source = sourceArea(of: slide.index, at: now).map {
        picture.units.source($0, mode: contentMode(of: slide.slide))
      }
      viewer.open(
        picture, from: source, over: { windowView(hiding: slide.slide.location, at: now) },
        duration: transitionDuration, at: now.time)
    }
    closing = nil
    if isGrid {
      goAtOnce(to: slide.index, at: now)
      machine.handle(.resume(.grid), at: now.time)
    }
    mode = InputMode(.viewer(viewer))
    machine.handle(.pause(.viewer), at: now.time)
  }

  /// Returns from the viewer to the carousel, or to the grid that it was opened from.
  ///
  /// - Parameter toGrid: whether it returns to the grid in any case.
  mutating func closeViewer(toGrid: Bool = false, at now: Snapshot) {
    abandonGesture(at: now)
    let grid = viewer?.grid
    closing = leavingPicture(at: now)
    mode = .carousel
    machine.handle(.resume(.viewer), at: now.time)
    machine.handle(.resume(.zoom), at: now.time)
    guard toGrid || grid != nil else { return }
    openGrid(at: now)
    guard var grid, let shown = self.grid?.machine.selection else { return }
    grid.return(to: shown, in: deck, at: now.time)
    self.grid = grid
  }

  /// Changes the exposure of the picture in the viewer by thirds of a stop.
  mutating func changeExposure(by thirds: Int, at now: Timestamp) {
    guard var viewer, let location = viewer.location else { return }
    let exposure = Exposure(thirds: viewer.exposures[location].thirds + thirds)
    viewer.exposures[location] = exposure
    self.viewer = viewer
    showMessage(exposure.name, at: now)
  }

  /// Has the viewer handle something, if it is open, and does what it asks for.
  ///
  /// - Parameter handle: receives the viewer, and the layout in which slides follow drags.
  mutating func withViewer(
    at now: Snapshot, _ handle: (inout Viewer, CarouselMachine.Layout) -> [Viewer.Intent]
  ) {
    guard var viewer else { return }
    let intents = handle(&viewer, machine.settings.layout)
    self.viewer = viewer
    for intent in intents {
      switch intent {
      case .close: closeViewer(at: now)
      case .pull(let pages):
        if now.frame.progress.value == 0 { machine.handle(.grab, at: now.time) }
        machine.handle(.drag(to: pages), at: now.time)
      case .release(let velocity): machine.handle(.release(velocity: velocity), at: now.time)
      case .move(let slides): machine.handle(.move(by: slides, holding: Session.keyHold), at: now.time)
      }
    }
  }

  /// Brings the viewer up to date with the carousel, the window and what is known about the picture.
  ///
  /// - Returns: the part of the picture that is needed sharply; nil if there is none.
  mutating func updateViewer(at now: Snapshot) -> PictureKey? {
    guard var viewer else { return nil }
    let slide = slide(in: viewer, at: now)
    let slidesInView = Set(slides.slides(now.slidesInView).map(\.location))
    viewer.update(
      slide?.location, slide.flatMap(viewedPicture), slidesInView: slidesInView, duration: transitionDuration,
      at: now.time)
    viewer.updateSharpPart(slide.flatMap { sharpPart(of: $0, in: viewer, at: now.time) }, at: now.time)
    self.viewer = viewer
    machine.handle(viewer.zoom.isZoomed ? .pause(.zoom) : .resume(.zoom), at: now.time)
    return viewer.sharp.key
  }

  /// The slide that the viewer shows: during a drag the one that is dragged, wherever it would settle.
  private func slide(in viewer: Viewer, at now: Snapshot) -> Slide? {
    (viewer.zoom.frame(at: now.time).isHeld ? slides[now.frame.current] : now.destination)?.slide
  }

  /// The part of a zoomed picture at rest that is in view; nil if the whole picture is sharp.
  private func sharpPart(of slide: Slide, in viewer: Viewer, at now: Timestamp) -> PictureKey? {
    // The frames of an animation are stretched instead.
    guard let viewed = viewedPicture(of: slide), let picture = loadedPicture(of: slide),
      firstFrame(of: picture) == nil,
      let (frame, box) = viewer.zooms.zoomedFrame(of: slide.location, viewed, at: now), !frame.isMoving, !frame.isHeld,
      let placement = ZoomedPicture.RestingPlacement(
        of: box, in: window, samplesPerCell: preferences.picture.art.samplesPerCell)
    else { return nil }
    var key = library.key(for: required(slide))
    key.shape.region = placement.region.stored(frame.orientation.orientation)
    return key
  }

  /// Whether the viewer's status text fades; otherwise it vanishes.
  var fadesToolbar: Bool { machine.settings.transition != .none }

  /// The picture that can be drawn now, perhaps a stand-in; nil if there is none yet.
  private func availablePicture(of slide: Slide) -> LoadedPicture? {
    loadedPicture(of: slide) ?? library.pictures.previews[slide.location]
  }

  /// A slide's picture as the viewer needs it; nil if nothing is known about it.
  private func viewedPicture(of slide: Slide) -> ViewedPicture? {
    availablePicture(of: slide).map { picture in
      ViewedPicture(
        picture.naturalSize, isDrawn: picture.isDrawn, enlarges: options.upscales,
        units: appearance.zoomUnits(for: picture.naturalSize, upscales: options.upscales), in: window)
    }
  }

  /// The frame and the box, in cells, of a zoomed picture; nil if it is drawn like any slide at rest, or the viewer is
  /// closed.
  func zoomedFrame(of location: Location, at now: Timestamp) -> (frame: ZoomMachine.Frame, box: SlideBox)? {
    guard let viewer, let picture = viewedPicture(of: Slide(location)) else { return nil }
    return viewer.zooms.zoomedFrame(of: location, picture, at: now)
  }

  // MARK: - Pictures that open and close

  /// How long pictures take to open and to close.
  private var transitionDuration: Duration {
    machine.settings.transition == .none ? .zero : .milliseconds(300)
  }

  /// The area of a slide in the carousel or the grid, in cells; nil if it is not in view, moves, or fills the window.
  private func sourceArea(of index: Int, at now: Snapshot) -> CellRect? {
    if let grid { return grid.thumbnailArea(of: index, at: now.time) }
    guard !now.frame.isMoving, now.frame.current == index else { return nil }
    let (area, box) = (slideArea, now.frame.layout.box(at: 0))
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
  mutating func updateClosing(at now: Snapshot) { closing = closing.flatMap { advanced($0, at: now) } }

  /// A closing picture at a timestamp; nil if it has returned.
  private func advanced(_ closing: ClosingPicture, at now: Snapshot) -> ClosingPicture? {
    var closing = closing
    if closing.hasStarted { return closing.advance(at: now.time) ? closing : nil }
    guard let slide = selected ?? now.destination, slide.slide.location == closing.location else { return nil }
    let area = sourceArea(of: slide.index, at: now) ?? (isGrid ? nil : CellRect(window))
    return closing.start(to: area, in: window, mode: contentMode(of: slide.slide), at: now.time) ? closing : nil
  }

  /// The picture that is about to leave the viewer; nil if there is none.
  private func leavingPicture(at now: Snapshot) -> ClosingPicture? {
    guard let viewer, let location = viewer.location, let picture = availablePicture(of: Slide(location)) else {
      return nil
    }
    let own = slide(in: viewer, at: now).flatMap { $0.location == location ? SlideLook($0.own) : nil }
    return viewer.closing(
      picture, over: own?.backdrop,
      units: appearance.zoomUnits(for: picture.naturalSize, upscales: options.upscales))
  }

  /// The picture that opens or closes; nil if there is none.
  func transition(at now: Snapshot) -> TransitionView? {
    if let view = closing?.view(at: now.time) { return view }
    guard let viewer, let frame = viewer.openingFrame(at: now.time) else { return nil }
    return leavingPicture(at: now)?.view(frame, over: viewer.backdrop.map { .earlier($0) } ?? .nothing)
  }

  /// Whether a picture opens or closes.
  func isInTransition(at now: Timestamp) -> Bool {
    if closing?.isVisible(at: now) == true { return true }
    guard let viewer, let location = viewer.location, viewer.openingFrame(at: now) != nil else { return false }
    return availablePicture(of: Slide(location)) != nil
  }
}
