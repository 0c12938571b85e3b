import Bitmaps
import CarouselValues
import CarouselViewing
import Decks
import Pictures
import Rendering
import Terminal

/// A picture that has left the viewer and returns to its place, while the carousel or the grid is already usable.
struct ClosingPicture: Sendable {
  private var machine: ViewerMachine
  let location: Location
  private let sources: [ZoomedPicture.Source]
  private let serials: [UInt64]
  private let backdrop: Backdrop?
  private let orientation: ContentOrientation
  private let units: ZoomUnits
  /// Whether the place to which it returns is known.
  private(set) var hasStarted = false

  /// A picture as the viewer shows it.
  ///
  /// - Parameters:
  ///   - sharp: the sharp part of it; nil if there is none.
  ///   - backdrop: the slide's own background; nil if it has none.
  ///   - units: the units of the viewer's machine.
  init(
    _ machine: ViewerMachine, of location: Location, _ picture: LoadedPicture, sharp: SharpRegion?,
    over backdrop: Backdrop?, orientation: ContentOrientation, units: ZoomUnits
  ) {
    (self.machine, self.location, self.backdrop) = (machine, location, backdrop)
    (self.orientation, self.units) = (orientation, units)
    sources =
      [ZoomedPicture.Source(bitmap: picture.bitmap, part: SlideBox(picture.part))] + [sharp?.source].compactMap { $0 }
    serials = [picture.serial] + [sharp?.picture.serial].compactMap { $0 }
  }

  /// Starts to return to an area of the window; returns false if there is nothing to move.
  ///
  /// - Parameter area: the slide's place; nil: it fades where it is.
  mutating func start(to area: CellRect?, in window: CellSize, mode: SlideContentMode, at now: Timestamp) -> Bool {
    hasStarted = true
    // A picture that is already in its place need not move.
    if area == CellRect(window), let frame = machine.frame(at: now), frame.darkness == 1,
      frame.box.width <= units.viewport(window).width * 1.01
    {
      return false
    }
    machine.handle(.updateSource(area.map { units.source($0, mode: mode) }), at: now)
    machine.handle(.close, at: now)
    return machine.frame(at: now) != nil
  }

  /// Advances the motion; returns false if it has ended.
  mutating func advance(at now: Timestamp) -> Bool {
    machine.handle(.tick, at: now)
    return machine.frame(at: now) != nil
  }

  /// Whether the picture is on screen.
  func isVisible(at now: Timestamp) -> Bool { machine.frame(at: now) != nil }

  /// The picture over the window; nil if it has returned.
  func view(at now: Timestamp) -> TransitionView? { machine.frame(at: now).map { view($0, over: .window) } }

  func view(_ frame: ViewerMachine.Frame, over beneath: TransitionView.Beneath) -> TransitionView {
    let picture = ZoomedPicture(
      sources: sources, orientation: orientation, box: units.cells(frame.box), isMoving: true)
    return TransitionView(
      picture: TransitionPicture(
        picture: picture, clip: units.cells(frame.clip), darkness: frame.darkness, opacity: frame.opacity),
      serials: serials, backdrop: backdrop, beneath: beneath)
  }

  /// When the next frame is due; nil if there is none.
  func nextWake(after now: Timestamp) -> Timestamp? {
    machine.nextWake(after: now).deadline(after: now, frameInterval: .zero)
  }
}

extension SlideBox {
  init(_ part: PicturePart) { self.init(x: part.x, y: part.y, width: part.width, height: part.height) }
}

extension SlideSize {
  init(_ size: PixelSize) { self.init(width: Double(size.width), height: Double(size.height)) }
}
