import CAllocationCount
import Carousel
import CarouselValues

/// Times a whole turn of a carousel: an event, the frame with its layers, the demand and the next wake. Motions of one
/// page take 18 of 24 turns; in the others the slides are at rest.
enum CarouselBenchmark {
  /// The turns of one period: a motion at sixty frames a second, and a rest.
  private static let period = 24

  /// Prints a line for each number of slides: the number, the seconds of a turn in the fastest of many rounds, the mean
  /// and the greatest number of allocations of a turn, and the bytes of the machine, separated by tabs.
  static func run() {
    for count in [10, 1000, 1_000_000] {
      var carousel = EmbeddedCarousel(count: count)
      // The first period allocates what stays.
      carousel.turn(period)
      let allocations = (0..<period * 20).map { _ in
        let before = tui_allocation_count()
        carousel.turn(1)
        return Int(tui_allocation_count() - before)
      }
      let rounds = 200
      let turns = period * 20
      let seconds = (0..<rounds).map { _ in ContinuousClock().measure { carousel.turn(turns) } / .seconds(1) }
      let mean = Double(allocations.reduce(0, +)) / Double(allocations.count)
      print(
        count, (seconds.min() ?? 0) / Double(turns), mean, allocations.max() ?? 0, MemoryLayout<CarouselMachine>.size,
        separator: "\t")
      precondition(carousel.seen > 0, "nothing was drawn")
    }
  }

  /// A host that only looks.
  private struct EmbeddedCarousel {
    private var machine: CarouselMachine
    private var now = Timestamp.zero
    private var turns = 0
    /// The number of layers and slides that were returned, which keeps the optimizer from leaving them out.
    private(set) var seen = 0

    init(count: Int) {
      let layout = CarouselMachine.Layout(pageLength: 0.4, neighbors: 1)
      machine = CarouselMachine(
        count: count, start: count / 2, settings: CarouselMachine.Settings(interval: nil, layout: layout))
    }

    mutating func turn(_ count: Int) {
      for _ in 0..<count {
        seen += machine.handle(turns % period == 0 ? .move(by: 1) : .tick, at: now).count
        seen += machine.frame(at: now).layers.count
        seen += machine.demand.visible.count
        if machine.nextWake(after: now) == .nextFrame { seen += 1 }
        turns += 1
        now = now.advanced(by: .nanoseconds(16_666_667))
      }
    }
  }
}
