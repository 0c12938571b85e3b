import Carousel
import CarouselValues
import TestSupport
import Testing

/// Slides of their own lengths, contained rows, keylines and groups.
struct RowTests {
  typealias Layout = CarouselMachine.Layout

  /// Seeds that found a fault once: in rows whose slides rest in one place at an end, apart from rounding, or between
  /// pages, where slides leave while another of another length takes their place, and where a row ends within a group.
  static let rare = [4121, 4960, 7286, 20_475, 23_068, 26_418, 34_696, 37_597, 76_796]

  @Test(arguments: Soak.seeds(150, rare: rare))
  func `slides of any length stay side by side and never jump, over random events and reloads`(_ seed: Int) {
    var row = RandomRow(seed: seed)
    for turns in [2, 3, 5, 10, 30] {
      for _ in 0..<turns { row.turn() }
      row.rest()
    }
    expect(row.violations, equals: [], "seed \(seed)")
  }

  @Test func `slides rest with their own lengths side by side`() {
    let layout = Layout(spacing: 0.1, alignment: .start, lengths: SlideLengths([0.5, 0.25, 0.3, 1]))
    let machine = CarouselMachine(count: 4, settings: .ended.with { $0.layout = layout })
    expect(starts(machine), equals: [0: 0, 1: 0.6, 2: 0.95])
  }

  @Test func `the view passes slides of different lengths without a step in its speed`() {
    let layout = Layout(alignment: .start, lengths: SlideLengths([0.2, 0.2, 1, 1]))
    var machine = CarouselMachine(count: 4, settings: .ended.with { $0.layout = layout })
    machine.handle(.move(by: 3), at: .zero)
    func start(at microseconds: Int) -> Double {
      let frame = machine.frame(at: Timestamp(.microseconds(microseconds)))
      return frame.layers.first { $0.slide == 2 }?.box.x ?? .nan
    }
    let speeds = stride(from: 20_000, to: 150_000, by: 100).map { (start(at: $0) - start(at: $0 + 100)) / 0.0001 }
    expect(speeds.allSatisfy { $0 > 0 }, equals: true)
    for (speed, next) in zip(speeds, speeds.dropFirst()) { #expect(abs(speed - next) < 0.2) }
  }

  @Test func `a pointer holds the place that it has grabbed, whatever the lengths`() {
    let layout = Layout(spacing: 0.05, alignment: .start, lengths: SlideLengths([0.3, 0.15, 0.6, 0.2, 1, 0.4]))
    var machine = CarouselMachine(count: 6, settings: .ended.with { $0.layout = layout })
    machine.handle(.grab, at: .zero)
    for step in 1...19 {
      let way = Double(step) / 20
      machine.handle(.drag(to: layout.pages(forTranslation: SlidePoint(x: -way, y: 0))), at: .milliseconds(step))
      let third = machine.frame(at: .milliseconds(step)).layers.first { $0.slide == 2 }
      if let third { #expect(isClose(third.box.x, 0.55 - way)) }
    }
    expect(machine.current, equals: 2)
  }

  @Test func `a million slides of their own lengths are found by their distance`() {
    let lengths = SlideLengths(count: 1_000_000) { $0 % 2 == 0 ? 0.25 : 0.75 }
    expect(lengths.slide(at: 400_000.1), equals: 800_000)
    expect(lengths.slide(at: 400_000.3), equals: 800_001)
    expect(lengths.slide(at: 1e9), equals: 999_999)
    let layout = Layout(lengths: lengths, groups: .fitting)
    expect(layout.groupCount(of: 1_000_000), equals: 500_000)
    expect(layout.firstSlide(ofGroup: layout.group(of: 777_777)), equals: 777_776)
  }

  @Test func `a contained row ends at the edges of the view`() {
    let layout = Layout(pageLength: 0.4, isContained: true)
    var machine = CarouselMachine(count: 5, settings: .ended.with { $0.layout = layout })
    expect(starts(machine), equals: [0: 0, 1: 0.4, 2: 0.8])
    machine.handle(.jump(to: 4, animated: false), at: .zero)
    expect(starts(machine), equals: [2: -0.2, 3: 0.2, 4: 0.6])
    machine.handle(.jump(to: 2, animated: false), at: .zero)
    expect(starts(machine), equals: [1: -0.1, 2: 0.3, 3: 0.7])
  }

  @Test func `nothing moves when all slides fit`() {
    let layout = Layout(alignment: .start, lengths: SlideLengths([0.2, 0.3, 0.1]), isContained: true)
    var machine = CarouselMachine(count: 3, settings: .still.with { $0.layout = layout })
    let places = starts(machine)
    expect(places, equals: [0: 0, 1: 0.2, 2: 0.5])
    expect(machine.frame(at: .zero).fits, equals: true)
    for event in [.grab, .drag(to: 0.7), .release(velocity: 5), .move(by: 1), .move(by: 1), .move(by: 1)]
      as [CarouselMachine.Event]
    {
      machine.handle(event, at: .zero)
      expect(starts(machine, at: .milliseconds(100)), equals: places)
    }
    expect(machine.frame(at: .seconds(1)).current, equals: 2)
  }

  @Test func `moves, releases and jumps lead to the first slide of a group, and round`() {
    let layout = Layout(pageLength: 1.0 / 3, alignment: .start, groups: .of(3))
    var machine = CarouselMachine(count: 10, settings: .still.with { $0.layout = layout })
    func destination(_ event: CarouselMachine.Event, at seconds: Double) -> Int? {
      machine.handle(event, at: .seconds(seconds))
      return machine.frame(at: .seconds(seconds)).destination
    }
    expect(destination(.move(by: 1), at: 0), equals: 3)
    expect(destination(.move(by: 2), at: 0.1), equals: 9)
    expect(destination(.move(by: 1), at: 1), equals: 0)
    expect(destination(.move(by: -1), at: 2), equals: 9)
    expect(destination(.jump(to: 5), at: 3), equals: 3)
    expect(destination(.grab, at: 4), equals: 3)
    expect(destination(.drag(to: 1.4), at: 4), equals: 3)
    expect(destination(.drag(to: 1.6), at: 4), equals: 6)
    expect(destination(.release(velocity: 0), at: 4.1), equals: 6)
    expect(machine.settings.layout.groupCount(of: 10), equals: 4)
  }

  @Test func `a book has a lone cover, spreads, and single wide pages`() {
    let wide: Set = [0, 5]
    let layout = Layout(
      alignment: .start, lengths: SlideLengths(count: 8) { wide.contains($0) ? 1 : 0.5 }, groups: .fitting)
    var machine = CarouselMachine(count: 8, settings: .ended.with { $0.layout = layout })
    var spreads = [machine.frame(at: .zero).layers.map(\.slide).sorted()]
    for turn in 1...4 {
      machine.handle(.move(by: 1), at: .seconds(Double(turn)))
      spreads.append(machine.frame(at: .seconds(Double(turn) + 0.9)).layers.map(\.slide).sorted())
    }
    expect(spreads, equals: [[0], [1, 2], [3, 4], [5], [6, 7]])
    expect(machine.frame(at: .seconds(9)).canMoveForward, equals: false)
  }

  @Test func `slides grow and shrink along keylines`() {
    let layout = Layout(keylines: Layout.Keylines([0.7, 0.2, 0.1]))
    var machine = CarouselMachine(count: 5, settings: .ended.with { $0.layout = layout })
    expect(starts(machine), equals: [0: 0, 1: 0.7, 2: 0.9])
    machine.handle(.grab, at: .zero)
    machine.handle(.drag(to: 0.5), at: .zero)
    let second = machine.frame(at: .zero).layers.first { $0.slide == 1 }
    expect(second.map { isClose($0.box.width, 0.45) }, equals: true)
    expect(second.map { isClose($0.box.x, 0.35) }, equals: true)
  }

  /// The starts of the slides in view, by index, to six digits.
  private func starts(_ machine: CarouselMachine, at now: Timestamp = .zero) -> [Int: Double] {
    let layers = machine.frame(at: now).layers.filter { $0.box.x < 1 && $0.box.x + $0.box.width > 0 }
    return Dictionary(uniqueKeysWithValues: layers.map { ($0.slide, ($0.box.x * 1e6).rounded() / 1e6) })
  }
}
