import Carousel
import CarouselValues

/// The carousel at one point in time, derived once for everything that depends on it.
struct Snapshot {
  let time: Timestamp
  let frame: CarouselMachine.Frame
  let demand: SlideDemand
  /// The slide on which the carousel comes to rest if nothing else happens: the destination of a motion, the slide on
  /// which a drag would settle, or the current one. Nil if there are no slides.
  ///
  /// Keys that act on "the slide" mean this one: a swipe and Enter may arrive together, before a frame has moved.
  let destination: PlacedSlide?

  init(of machine: CarouselMachine, showing slides: DeckState, at now: Timestamp) {
    (time, frame, demand) = (now, machine.frame(at: now), machine.demand)
    destination = slides[frame.destination]
  }

  /// Whether the slides neither move nor are dragged away from their places.
  var isAtRest: Bool { frame.progress.value == 0 && !frame.isMoving }

  /// The slides that are at least partly visible.
  var slidesInView: Set<Int> {
    Set(frame.layers.map(\.slide) + [frame.current, frame.progress.to].compactMap { $0 })
  }
}

extension Session {
  /// The carousel at a time. An event that moves it makes earlier snapshots stale.
  func snapshot(at now: Timestamp) -> Snapshot { Snapshot(of: machine, showing: slides, at: now) }

  /// The slide that keys act on: the grid's selection, or the slide on which the carousel comes to rest.
  func actedOn(at now: Snapshot) -> PlacedSlide? { isGrid ? selected : now.destination }
}
