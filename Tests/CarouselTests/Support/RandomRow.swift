import Carousel
import CarouselValues

/// A carousel whose places depend on the slides, under random events and reloads, and the rules that hold on screen.
struct RandomRow {
  private(set) var machine: CarouselMachine
  private(set) var violations: [String] = []
  private var events: RandomEvents
  private var names: [Int]
  private var fresh = 100
  /// The time, in microseconds.
  private var now = 0
  private var story: [String] = []
  /// Whether slides may be away from their pages, because the row has changed.
  private var isChanging = false

  init(seed: Int) {
    events = RandomEvents(seed: 900_000 &+ UInt64(seed))
    names = Array(0..<events.int(1...14))
    var settings = CarouselMachine.Settings(interval: nil, wraps: events.chance(40))
    settings.drag.maximumPages = events.int(1...4)
    settings.drag.releaseDistance = events.chance(50) ? 0.5 : events.double(0.05...0.95)
    settings.drag.landing = [.page, .page, .momentum, .free][events.int(0...3)]
    settings.layout = events.row()
    if settings.layout.lengths != nil { settings.layout.lengths = Self.lengths(of: names) }
    machine = CarouselMachine(count: names.count, start: events.int(0...13), settings: settings)
    let layout = machine.settings.layout
    story.append(
      "\(names.count) slides, wraps \(machine.settings.wraps), pages of \(layout.pageLength) + \(layout.spacing), "
        + "\(layout.alignment), lengths \(layout.lengths != nil), keylines \(layout.keylines?.focus ?? -1), "
        + "\(layout.groups), contained \(layout.isContained)")
  }

  /// Lets time pass, and sends an event or a reload.
  mutating func turn() {
    pass(events.chance(70) ? events.int(0...120_000) : events.int(0...500_000))
    if events.chance(25) { reload() } else { send() }
    check(frame)
  }

  /// Waits until all motions have ended, and checks how the slides rest.
  mutating func rest() {
    machine.handle(.release(velocity: 0), at: time)
    for _ in 0..<6 {
      now += 500_000
      machine.handle(.tick, at: time)
    }
    isChanging = false
    let (frame, edges) = (frame, edges(frame))
    let mayFloat = frame.progress.value == 0 || machine.settings.drag.landing == .free
    expect(!frame.isMoving && mayFloat, "still moving")
    check(frame)
    guard frame.layout.isContained, frame.layout.keylines == nil, !isEndless, let first = edges.first,
      let last = edges.last
    else { return }
    if frame.fits {
      expect(edges.count == names.count && first.start > -1e-6 && last.end < 1 + 1e-6, "not all are in view")
    } else {
      let gap = frame.layout.spacing + 1e-6
      expect(first.start < gap && last.end > 1 - gap, "empty space at an end: \(edges)")
    }
  }

  private var time: Timestamp { Timestamp(.microseconds(now)) }
  private var frame: CarouselMachine.Frame { machine.frame(at: time) }
  private var isEndless: Bool {
    let layout = machine.settings.layout
    return machine.settings.wraps && names.count > 1 && !(layout.isContained && layout.fits(names.count))
  }

  /// Whether an endless row may show a slide twice.
  private var mayRepeat: Bool { isEndless && names.count < 2 * machine.settings.layout.effectiveNeighbors + 2 }

  private mutating func pass(_ gap: Int) {
    let start = now
    var ticking = machine
    for step in 0..<4 {
      now = start + gap * step / 4
      let before = frame
      ticking.handle(.tick, at: time)
      expect(ticking.frame(at: time) == before, "ticks in between led elsewhere")
      check(before)
      let after = machine.frame(at: Timestamp(.microseconds(now + 500)))
      checkSteadiness(before, after, within: 0.03 + max(abs(before.velocity), abs(after.velocity)) / 1000)
    }
    now = start + gap
    machine.handle(.tick, at: time)
    story.append("\(now) µs")
  }

  private mutating func send() {
    var event = events.event(count: names.count, reloads: false)
    if events.chance(15) { event = .scroll(by: events.double(-2...2)) }
    if case .configure = event { return }
    story.append("\(event)")
    let before = frame
    machine.handle(event, at: time)
    switch event {
    case .drag, .jump(_, animated: false, _): break
    // A jump may continue the row at an end.
    default: checkSteadiness(before, frame, within: Self.rounding)
    }
    if case .jump = event { isChanging = true }
  }

  private mutating func reload() {
    let (old, before, repeated) = (names, frame, mayRepeat)
    for _ in 0..<events.int(1...3) {
      if events.chance(50) {
        names.insert(fresh, at: events.int(0...names.count))
        fresh += 1
      } else if names.count > 1 {
        names.remove(at: events.int(0...names.count - 1))
      }
    }
    let new = names
    story.append("reload \(old) to \(new)")
    var reload = Reload(count: new.count, from: old.count, anchors: machine.anchorSlides(at: time)) {
      new.firstIndex(of: old[$0])
    }
    reload.lengths = machine.settings.layout.lengths.map { _ in Self.lengths(of: new) }
    machine.handle(.reload(reload), at: time)
    isChanging = true
    guard !mayRepeat, !repeated else { return }
    let later = edges(frame)
    for edge in edges(before) where edge.isInside {
      guard let index = new.firstIndex(of: old[edge.slide]) else { continue }
      let start = later.first { $0.slide == index }?.start
      expect(
        start.map { isClose($0, edge.start, within: Self.rounding) } ?? false,
        "slide \(old[edge.slide]) jumped from \(edge.start) to \(String(describing: start))")
    }
  }

  private static func lengths(of names: [Int]) -> SlideLengths {
    SlideLengths(names.map { 0.15 + 0.85 * Double($0 * 37 % 100) / 100 })
  }

  // MARK: The rules

  /// Slides on their way out of view end a millionth of it beyond its edge.
  private static let rounding = 3e-6

  /// A slide's edges along the axis, in the direction of reading.
  private struct Edges {
    var slide: Int
    var start: Double
    var end: Double
    var isInside: Bool { start < 1 - 1e-6 && end > 1e-6 }
  }

  private func edges(_ frame: CarouselMachine.Frame) -> [Edges] {
    frame.layers.map { layer in
      let (box, layout) = (layer.box, frame.layout)
      let (start, length) = layout.axis == .horizontal ? (box.x, box.width) : (box.y, box.height)
      return layout.isMirrored
        ? Edges(slide: layer.slide, start: 1 - start - length, end: 1 - start)
        : Edges(slide: layer.slide, start: start, end: start + length)
    }
    .filter(\.isInside).sorted { $0.start < $1.start }
  }

  /// Checks that slides are side by side, and in view once.
  private mutating func check(_ frame: CarouselMachine.Frame) {
    guard !isChanging, !mayRepeat else { return }
    let edges = edges(frame)
    expect(Set(edges.map(\.slide)).count == edges.count, "a slide is in view twice: \(edges)")
    for (left, right) in zip(edges, edges.dropFirst()) {
      expect(isClose(right.start - left.end, frame.layout.spacing, within: 1e-6), "not side by side: \(edges)")
    }
  }

  private mutating func checkSteadiness(
    _ before: CarouselMachine.Frame, _ after: CarouselMachine.Frame, within tolerance: Double
  ) {
    guard !mayRepeat else { return }
    let later = edges(after)
    for edge in edges(before) where edge.start < 1 - tolerance && edge.end > tolerance {
      let start = later.first { $0.slide == edge.slide }?.start
      expect(
        start.map { isClose($0, edge.start, within: tolerance) } ?? false,
        "slide \(edge.slide) jumped from \(edge.start) to \(String(describing: start))")
    }
  }

  private mutating func expect(_ condition: Bool, _ violation: @autoclosure () -> String) {
    guard !condition, violations.isEmpty else { return }
    violations.append("\(violation()), after \(story.first ?? ""), \(story.suffix(12).joined(separator: ", "))")
  }
}

extension RandomEvents {
  /// A layout in which places depend on the slides, or on their distance.
  mutating func row() -> CarouselMachine.Layout {
    var layout = CarouselMachine.Layout(
      axis: chance(50) ? .horizontal : .vertical, isMirrored: chance(30), pageLength: double(0.15...1),
      spacing: chance(50) ? 0 : double(0...0.1), alignment: [.start, .center, .end][int(0...2)],
      isContained: chance(50))
    if chance(20) {
      layout.spacing = 0
      layout.keylines = CarouselMachine.Layout.Keylines([0.2, 0.5, 0.2, 0.1], focus: int(0...3))
    } else if chance(75) {
      layout.lengths = SlideLengths(CollectionOfOne(0.15))
    }
    layout.groups = [.single, .single, .of(int(2...4)), .of(3, first: 1), .fitting][int(0...4)]
    return layout
  }
}
