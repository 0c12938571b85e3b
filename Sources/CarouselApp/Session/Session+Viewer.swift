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
    let opening = opening(of: slide, at: now)
    let isMoving = opening?.frame(at: now)?.isMoving == true
    var settings = ZoomMachine.Settings()
    settings.contentMode = preferences.picture.content
    settings.swipeAxis = preferences.layout.direction.axis
    settings.keepsZoom = options.keepsZoom
    if machine.settings.transition == .none { settings.duration = .zero }
    var viewer = Viewer(settings: settings, at: now)
    viewer.grid = grid
    viewer.transition = opening
    viewer.backdrop = isMoving ? windowView(hiding: slide.slide.location, at: now) : nil
    closing = nil
    if grid != nil {
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

  /// Brings the viewer up to date with the carousel, the window and what is known about the picture.
  ///
  /// - Returns: the part of the picture that is needed sharply; nil if there is none.
  mutating func followViewer(at now: Timestamp) -> PictureKey? {
    guard var viewer else { return nil }
    let frame = machine.frame(at: now)
    // During a drag, the viewer shows the slide that is dragged, wherever it would settle.
    let location = slides[viewer.zoom.frame(at: now).isHeld ? frame.current : frame.destination]?.slide.location
    if location != viewer.location { viewer.activity = now }
    viewer.show(location)
    let inView = Set(slides.locations(slotsInView(frame)))
    viewer.leaving = viewer.leaving.filter { inView.contains($0.key) }
    viewer.zoom.handle(.tick, at: now)
    if let location = viewer.location, adapt(&viewer.zoom, to: location, isNew: viewer.isNew, at: now) {
      viewer.isNew = false
    }
    for location in viewer.leaving.keys { viewer.leaving[location]?.handle(.tick, at: now) }
    self.viewer = viewer
    machine.handle(viewer.zoom.isZoomed ? .pause(.zoom) : .resume(.zoom), at: now)
    let wanted = viewer.location.flatMap { sharpKey(of: $0, at: now) }
    viewer.sharp.follow(wanted, of: viewer.location, isSteady: viewer.zoom.frame(at: now).isSteady)
    self.viewer = viewer
    return viewer.sharp.key
  }

  /// The part of a zoomed picture at rest that is in view; nil if the whole picture is sharp.
  private func sharpKey(of location: Location, at now: Timestamp) -> PictureKey? {
    // The frames of an animation are stretched instead.
    guard let (frame, box) = zoomedFrame(of: location, at: now), !frame.isMoving, !frame.isHeld,
      let picture = loadedPicture(at: location), firstFrame(of: picture) == nil,
      let placement = ZoomedPicture.RestingPlacement(
        of: box, in: window, samplesPerCell: preferences.picture.art.samplesPerCell)
    else { return nil }
    var key = key(for: location)
    key.shape.region = placement.region.stored(frame.orientation.orientation)
    return key
  }

  /// Whether the viewer's status text fades; otherwise it vanishes.
  var fadesToolbar: Bool { machine.settings.transition != .none }

  /// The size of a slide's picture, and whether it is drawn from shapes; nil if it is not known.
  private func naturalSize(of location: Location) -> (size: PixelSize, isDrawn: Bool)? {
    availablePicture(of: location).map { ($0.naturalSize, $0.isDrawn) }
  }

  /// The units in which a picture is zoomed.
  func zoomUnits(for natural: PixelSize) -> ZoomUnits {
    appearance.zoomUnits(for: natural, upscales: options.upscales)
  }

  /// Brings a zoom up to date with its slide and the window; returns false if the picture's size is not known.
  ///
  /// - Parameter isNew: whether the zoom was another slide's before.
  @discardableResult
  private func adapt(
    _ zoom: inout ZoomMachine, to location: Location, isNew: Bool = false, at now: Timestamp
  ) -> Bool {
    guard let (natural, isDrawn) = naturalSize(of: location) else { return false }
    let size = SlideSize(natural)
    let viewport = zoomUnits(for: natural).viewport(window)
    if zoom.viewport != viewport { zoom.handle(.resize(viewport), at: now) }
    var settings = zoom.settings
    // A drawing has no pixels of its own, and is sharp at any zoom.
    settings.maximumZoom = isDrawn ? Session.maximumDrawingZoom : nil
    if !options.upscales, settings.contentMode.fit == .contain { settings.contentMode.fit = .shrink }
    if settings != zoom.settings { zoom.handle(.configure(settings), at: now) }
    if isNew {
      zoom.handle(.show(size), at: now)
    } else if zoom.content != size {
      zoom.handle(.replace(size), at: now)
    }
    return true
  }

  /// The maximum zoom of drawings.
  private static let maximumDrawingZoom = 64.0

  /// The zoom of a slide in view: as it was left, or as it will be when the slide is shown. Nil if the viewer is
  /// closed.
  func zoom(of location: Location, at now: Timestamp) -> ZoomMachine? {
    guard let viewer else { return nil }
    if location == viewer.location { return viewer.zoom }
    let kept = viewer.leaving[location]
    var zoom = kept ?? viewer.zoom
    adapt(&zoom, to: location, isNew: kept == nil, at: now)
    return zoom
  }

  /// The frame and the box, in cells, of a zoomed picture; nil if it is drawn like any slide at rest.
  func zoomedFrame(of location: Location, at now: Timestamp) -> (frame: ZoomMachine.Frame, box: SlideBox)? {
    guard let zoom = zoom(of: location, at: now), let (natural, _) = naturalSize(of: location) else { return nil }
    let frame = zoom.frame(at: now)
    let isWhole =
      switch zoom.settings.contentMode.fit {
      case .contain, .shrink: true
      case .cover, .stretch, .width, .height, .actualSize: false
      }
    if isWhole, frame.orientation == .upright, abs(frame.zoom - 1) < 1e-9, !frame.isMoving { return nil }
    return frame.box.width > 0 ? (frame, zoomUnits(for: natural).cells(frame.box)) : nil
  }

  // MARK: - Keys

  /// Performs an action of the viewer's zoom, if the viewer is open.
  mutating func zoom(by action: Action, at now: Timestamp) {
    guard var viewer, let event = Viewer.events[action]?(viewer.zoom.viewport) else { return }
    let reports = viewer.zoom.handle(event, at: now)
    self.viewer = viewer
    apply(reports, at: now)
  }

  /// Cycles the fit: the whole picture, the whole window, or the whole width of the window.
  mutating func cycleViewerFit(at now: Timestamp) {
    guard var viewer else { return }
    var settings = viewer.zoom.settings
    let name: String
    switch settings.contentMode.fit {
    case .contain, .shrink: (settings.contentMode.fit, name) = (.cover, "fill")
    case .cover: (settings.contentMode.fit, name) = (.width, "width")
    case .width, .height, .stretch, .actualSize: (settings.contentMode.fit, name) = (.contain, "whole picture")
    }
    viewer.zoom.handle(.configure(settings), at: now)
    viewer.zoom.handle(.zoom(to: 1), at: now)
    self.viewer = viewer
    showMessage("fit: \(name)", at: now)
  }

  /// Passes on to the carousel what a zoom does not handle itself.
  mutating func apply(_ reports: [ZoomMachine.Report], at now: Timestamp) {
    for report in reports {
      switch report {
      case .pull(let distance):
        if machine.frame(at: now).progress.value == 0 { machine.handle(.grab, at: now) }
        machine.handle(.drag(to: pages(ofUnits: distance)), at: now)
      case .release(let velocity): machine.handle(.release(velocity: pages(ofUnits: velocity)), at: now)
      case .leave(let edge): leave(through: edge, at: now)
      }
    }
  }

  /// Converts a distance along the swipe axis into pages.
  private func pages(ofUnits units: Double) -> Double {
    guard let size = viewer?.zoom.viewport, size.width > 0, size.height > 0 else { return 0 }
    return machine.settings.layout.pages(forTranslation: SlidePoint(x: units / size.width, y: units / size.height))
  }

  /// Goes to the slide beyond an edge, if slides lie in that direction.
  private mutating func leave(through edge: ZoomMachine.Edge, at now: Timestamp) {
    let layout = machine.settings.layout
    let way =
      switch (layout.axis, edge) {
      case (.horizontal, .left), (.vertical, .top): -1
      case (.horizontal, .right), (.vertical, .bottom): 1
      case (.horizontal, .top), (.horizontal, .bottom), (.vertical, .left), (.vertical, .right): 0
      }
    guard way != 0 else { return }
    machine.handle(.move(by: layout.isMirrored ? -way : way, holding: Session.keyHold), at: now)
  }
}
