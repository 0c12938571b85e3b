import CarouselValues
import CarouselViewing
import Rendering

/// The transition in which the viewer's picture opens from its place, and in which a drag moves it down.
struct OpeningPicture: Equatable, Sendable {
  private(set) var machine: ViewerMachine
  /// The box in which the picture rests, as `machine` received it last.
  private var contentBox: SlideBox?

  /// A picture that opens from a place.
  ///
  /// - Parameter source: the place; nil: the picture is open at once.
  init(_ picture: ViewedPicture, from source: ViewerMachine.Source?, duration: Duration, at now: Timestamp) {
    let settings = ViewerMachine.Settings(duration: source == nil ? .zero : duration)
    machine = ViewerMachine(viewport: picture.viewport, content: picture.size, settings: settings, at: now)
    machine.handle(.open(from: source), at: now)
    machine.handle(.configure(ViewerMachine.Settings(duration: duration)), at: now)
    machine.handle(.tick, at: now)
  }

  /// Brings the transition up to date with the picture's size, the window and the zoom.
  mutating func update(_ picture: ViewedPicture, zoomedAs zoom: ZoomMachine, at now: Timestamp) {
    let size = zoom.orientation.size(of: picture.size)
    if machine.viewport != picture.viewport {
      machine.handle(.resize(picture.viewport), at: now)
      contentBox = nil
    }
    if machine.content != size { machine.handle(.updateContent(size), at: now) }
    let box = zoom.frame(at: now).box
    if contentBox != box, machine.frame(at: now)?.isHeld == false {
      contentBox = box
      machine.handle(.updateContentBox(box), at: now)
    }
    machine.handle(.tick, at: now)
  }

  /// Passes an event to the transition.
  @discardableResult
  mutating func handle(_ event: ViewerMachine.Event, at now: Timestamp) -> [ViewerMachine.Report] {
    machine.handle(event, at: now)
  }

  /// The frame while the picture moves or is dragged; nil at rest.
  func frame(at now: Timestamp) -> ViewerMachine.Frame? {
    machine.frame(at: now).flatMap { $0.isMoving || $0.isHeld ? $0 : nil }
  }

  /// When the next frame is due; nil if there is none.
  func nextWake(after now: Timestamp) -> Timestamp? {
    machine.nextWake(after: now).deadline(after: now, frameInterval: .zero)
  }
}
