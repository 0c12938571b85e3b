import CarouselValues

/// A slide that a reload has removed, as long as it is in view. It shrinks and fades out where it was.
struct Departure: Equatable, Sendable {
  /// The slide's index before the reload.
  let slide: Int
  /// How the slide was drawn when it was removed, with its negative number instead of the index.
  let layer: CarouselMachine.Layer
  /// The share that is left, from 1 to 0.
  let left: Motion
}

extension CarouselMachine {
  /// The greatest number of slides that leave at the same time, however fast reloads follow each other; of more, those
  /// that have come furthest are gone at once.
  private static let maximumDepartures = 64

  /// Lets removed slides leave from where they are drawn, with their indices before the reload.
  mutating func depart(_ layers: [Layer], _ timing: MotionTiming, at now: Timestamp) {
    guard timing.duration > .zero, !layers.isEmpty else { return }
    let left = timing.motion(from: 1, to: 0, at: now)
    for layer in layers.sorted(by: { $0.isBehind($1) }) {
      departedCount &+= 1
      var departing = layer
      departing.slide = -departedCount
      departures.append(Departure(slide: layer.slide, layer: departing, left: left))
    }
    departures.removeFirst(max(0, departures.count - Self.maximumDepartures))
  }

  func reportDepartures(_ before: CarouselMachine, _ log: inout ReportLog) {
    if departures.isEmpty, before.departures.isEmpty { return }
    let (known, left) = (before.departures.map { $0.layer.slide }, departures.map { $0.layer.slide })
    for departure in departures where !known.contains(departure.layer.slide) {
      log.append(.willDepart(departure.slide, as: departure.layer.slide))
    }
    for number in known where !left.contains(number) { log.append(.didDepart(number)) }
  }

  mutating func endDepartures(at now: Timestamp) { departures.removeAll { $0.left.end <= now } }
}
