import Carousel
import CarouselViewing
import Decks
import Bitmaps
import Imaging
import Pictures
import Rendering
import Terminal

/// A picture on its way back to its place, while the carousel or the grid is already usable.
struct Departure: Sendable {
  var machine: ViewerMachine
  /// The location of the picture.
  let location: Location
  let sources: [ZoomedPicture.Source]
  let serials: [UInt64]
  let orientation: ContentOrientation
  let units: ZoomUnits

  /// The picture in a frame of its transition.
  func view(_ frame: ViewerMachine.Frame, over beneath: TransitionView.Beneath) -> TransitionView {
    let picture = ZoomedPicture(
      sources: sources, orientation: orientation, box: units.cells(frame.box), isMoving: true)
    return TransitionView(
      picture: GrowingPicture(
        picture: picture, clip: units.cells(frame.clip), darkness: frame.darkness, opacity: frame.opacity),
      serials: serials, beneath: beneath)
  }
}

extension Session {
  /// How long pictures take to open and to close.
  private static let growthDuration: Duration = .milliseconds(300)

  /// The picture that can be drawn now, perhaps a stand-in; nil if there is none yet.
  func availablePicture(of location: Location) -> LoadedPicture? {
    if case .loaded(let picture) = pictures.state(of: key(for: location)) { return picture }
    return pictures.standIns[location]
  }

  /// The area of a slide in the carousel or the grid, in cells; nil if it is not in view, moves, or fills the window.
  func sourceArea(of index: Int, at now: Timestamp) -> CellRect? {
    if let grid {
      guard let place = grid.place(of: index),
        let cell = grid.machine.frame(at: now).cells.first(where: { $0.slide == place })
      else { return nil }
      var area = grid.area(of: cell.box)
      if grid.hasNames { area.size.rows -= 1 }
      return area.size.rows > 0 ? area : nil
    }
    let frame = machine.frame(at: now)
    guard !frame.isMoving, frame.current == index else { return nil }
    let (area, box) = (slideArea, frame.layout.box(at: 0))
    let cells = box.scaled(by: SlideSize(width: Double(area.size.columns), height: Double(area.size.rows)))
    let place = CellRect(
      column: area.column + Int(cells.x.rounded()), row: area.row + Int(cells.y.rounded()), columns: slot.columns,
      rows: slot.rows)
    return place == CellRect(window) ? nil : place
  }

  /// Starts to open a picture from its place, over what is on the screen now.
  ///
  /// - Parameter isOpen: whether it is open already.
  /// - Returns: nil if there is no picture yet.
  func growth(of slide: PlacedSlide, isOpen: Bool = false, at now: Timestamp) -> ViewerMachine? {
    guard let picture = availablePicture(of: slide.slide.location) else { return nil }
    let units = zoomUnits(for: picture.naturalSize)
    let settings = ViewerMachine.Settings(
      duration: machine.settings.transition == .none ? .zero : Session.growthDuration)
    var growth = ViewerMachine(
      viewport: units.viewport(window), content: SlideSize(picture.naturalSize),
      settings: settings, at: now)
    let area = isOpen ? nil : sourceArea(of: slide.index, at: now)
    let source = area.map { units.source($0, mode: preferences.picture.content) }
    // A picture with no source area has nothing to grow from, and opens at once.
    if source == nil { growth.handle(.configure(ViewerMachine.Settings(duration: .zero)), at: now) }
    growth.handle(.open(from: source), at: now)
    growth.handle(.configure(settings), at: now)
    growth.handle(.tick, at: now)
    return growth
  }

  /// Updates the pictures that open and close.
  mutating func followGrowth(at now: Timestamp) {
    if viewer?.growth == nil, let slide = destination(at: now), slide.slide.location == viewer?.location {
      let growth = growth(of: slide, isOpen: true, at: now)
      viewer?.growth = growth
    }
    if var viewer, var growth = viewer.growth, let location = viewer.location,
      let picture = availablePicture(of: location)
    {
      let size = viewer.zoom.orientation.size(of: SlideSize(picture.naturalSize))
      let viewport = zoomUnits(for: picture.naturalSize).viewport(window)
      if growth.viewport != viewport {
        growth.handle(.resize(viewport), at: now)
        viewer.place = nil
      }
      if growth.content != size { growth.handle(.content(size), at: now) }
      let place = viewer.zoom.frame(at: now).box
      if viewer.place != place, growth.frame(at: now)?.isHeld == false {
        viewer.place = place
        growth.handle(.place(place), at: now)
      }
      growth.handle(.tick, at: now)
      viewer.growth = growth
      if growth.frame(at: now).map({ !$0.isMoving && !$0.isHeld }) ?? true { viewer.backdrop = nil }
      self.viewer = viewer
    }
    if var departure {
      departure.machine.handle(.tick, at: now)
      self.departure = departure.machine.frame(at: now) == nil ? nil : departure
    }
  }

  /// The picture that is about to leave the viewer; nil if there is none.
  func departing(at now: Timestamp) -> Departure? {
    guard let viewer, let growth = viewer.growth, let location = viewer.location,
      let picture = availablePicture(of: location)
    else { return nil }
    var sources = [ZoomedPicture.Source(bitmap: picture.bitmap, part: SlideBox(picture.part))]
    var serials = [picture.serial]
    if let sharpRegion, sharpRegion.location == location {
      sources.append(sharpRegion.source)
      serials.append(sharpRegion.picture.serial)
    }
    return Departure(
      machine: growth, location: location, sources: sources, serials: serials, orientation: viewer.zoom.orientation,
      units: zoomUnits(for: picture.naturalSize))
  }

  /// Starts to close a picture to its slide's current place.
  mutating func depart(_ departure: Departure?, at now: Timestamp) {
    guard var departure, let slide = selected ?? destination(at: now), slide.slide.location == departure.location else {
      return
    }
    let area = sourceArea(of: slide.index, at: now) ?? (grid == nil ? CellRect(window) : nil)
    let source = area.map { departure.units.source($0, mode: preferences.picture.content) }
    // A picture that is already in its place need not move.
    if area == CellRect(window), let frame = departure.machine.frame(at: now), frame.darkness == 1,
      frame.box.width <= departure.units.viewport(window).width * 1.01
    {
      return
    }
    departure.machine.handle(.source(source), at: now)
    departure.machine.handle(.close, at: now)
    self.departure = departure.machine.frame(at: now) == nil ? nil : departure
  }

  /// The picture that opens or closes; nil if there is none.
  func transition(at now: Timestamp) -> TransitionView? {
    if let departure, let frame = departure.machine.frame(at: now) { return departure.view(frame, over: .window) }
    guard let viewer, let frame = viewer.growth?.frame(at: now), frame.isMoving || frame.isHeld else { return nil }
    return departing(at: now)?.view(frame, over: viewer.backdrop.map { .earlier($0) } ?? .nothing)
  }

  /// Whether a picture opens or closes.
  func isInTransition(at now: Timestamp) -> Bool {
    if departure?.machine.frame(at: now) != nil { return true }
    guard let viewer, let location = viewer.location, let frame = viewer.growth?.frame(at: now) else { return false }
    return (frame.isMoving || frame.isHeld) && availablePicture(of: location) != nil
  }

  /// When the next frame of an opening or closing picture is due; nil if there is none.
  func growthWake(after now: Timestamp) -> Timestamp? {
    [viewer?.growth, departure?.machine].compactMap { $0 }
      .compactMap { $0.nextWake(after: now).deadline(after: now, frameInterval: .zero) }.min()
  }
}

extension SlideBox {
  init(_ part: PicturePart) { self.init(x: part.x, y: part.y, width: part.width, height: part.height) }
}

extension SlideSize {
  init(_ size: PixelSize) { self.init(width: Double(size.width), height: Double(size.height)) }
}

extension ZoomUnits {
  /// An area in cells as the source of a viewer's transition.
  fileprivate func source(_ area: CellRect, mode: SlideContentMode) -> ViewerMachine.Source {
    ViewerMachine.Source(
      box: SlideBox(
        x: Double(area.column) * perColumn, y: Double(area.row) * perRow, width: Double(area.size.columns) * perColumn,
        height: Double(area.size.rows) * perRow), contentMode: mode)
  }
}
