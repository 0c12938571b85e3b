import Carousel
import CarouselValues

/// A carousel over a collection of names that changes at random, and the rules that hold for the slides in view.
struct ChangingDeck {
  var machine: CarouselMachine
  /// The names of the slides.
  private(set) var names: [Int]
  /// The time, in microseconds.
  private(set) var now = 0
  /// The rules that were broken.
  private(set) var violations: [String] = []
  private var events: RandomEvents
  private var fresh = 100
  private var story: [String]
  /// The timing of reloads; nil for the transition's.
  private let timing: MotionTiming?

  init(seed: Int) {
    events = RandomEvents(seed: 500_000 &+ UInt64(seed))
    names = Array(0..<events.int(1...14))
    var settings = events.settings()
    settings.layout.neighbors = events.int(0...3)
    settings.layout.pageLength =
      events.chance(50) ? 1 / Double(2 * settings.layout.effectiveNeighbors + 1) : events.double(0.2...1)
    if seed % 5 == 4 { settings.layout.alignment = .start }
    timing = [nil, nil, MotionTiming(.milliseconds(450)), MotionTiming(.milliseconds(250), .easeInOut)][seed % 4]
    Self.endAutoAdvance(&settings)
    machine = CarouselMachine(count: names.count, start: events.int(0...13), settings: settings)
    story = ["\(names.count) slides", Self.brief(settings)]
  }

  /// Otherwise the slides would not come to rest.
  private static func endAutoAdvance(_ settings: inout CarouselMachine.Settings) {
    settings.interval = nil
    for slide in settings.slides.keys { settings.slides[slide]?.dwell = nil }
  }

  /// Lets time pass, and sends an event or a reload.
  mutating func turn() {
    let gap = events.chance(70) ? events.int(0...120_000) : events.int(0...500_000)
    pass(gap)
    if events.chance(50) { reload() } else { send() }
    checkFrame(machine.frame(at: time))
  }

  /// Waits until all motions have ended, and checks that the slides follow their order.
  mutating func rest() {
    machine.handle(.release(velocity: 0), at: time)
    for _ in 0..<6 {
      now += 500_000
      machine.handle(.tick, at: time)
    }
    let frame = machine.frame(at: time)
    expect(!frame.isMoving && frame.progress.value == 0 && frame.departingLayers.isEmpty, "still moving")
    checkOrder(frame)
    checkFrame(frame)
  }

  private var time: Timestamp { Timestamp(.microseconds(now)) }

  private mutating func pass(_ gap: Int) {
    let start = now
    var ticking = machine
    for step in 0..<4 {
      now = start + gap * step / 4
      let before = machine.frame(at: time)
      ticking.handle(.tick, at: time)
      expect(ticking.frame(at: time) == before, "ticks in between led elsewhere")
      checkFrame(before)
      let after = machine.frame(at: Timestamp(.microseconds(now + 1000)))
      checkFading(before, after)
      checkSteadiness(before, after, within: max(abs(before.velocity), abs(after.velocity)) / 1000 + 0.15)
    }
    now = start + gap
    machine.handle(.tick, at: time)
    ticking.handle(.tick, at: time)
    expect(ticking == machine, "ticks in between led elsewhere")
    story.append("\(now) µs")
  }

  private mutating func send() {
    var event = events.event(count: names.count, reloads: false)
    if case .configure(var settings) = event {
      Self.endAutoAdvance(&settings)
      settings.layout = machine.settings.layout
      event = .configure(settings)
    }
    if case .configure(let settings) = event { story.append(Self.brief(settings)) } else { story.append("\(event)") }
    let before = machine.frame(at: time)
    machine.handle(event, at: time)
    switch event {
    case .drag, .jump(_, animated: false, _), .configure: break
    default:
      checkSteadiness(before, machine.frame(at: time), within: 1e-6)
    }
  }

  private mutating func reload() {
    let (old, before, motions) = (names, machine.frame(at: time), (machine.motion, machine.landedMotion))
    let wasHeld = machine.pauseReasons.contains(.drag)
    switch events.int(1...10) {
    case 1: names.shuffle(using: &events.numbers)
    case 2...3 where names.count > 1:
      let moved = names.remove(at: events.int(0...names.count - 1))
      names.insert(moved, at: events.int(0...names.count))
    default:
      for _ in 0..<events.int(1...3) {
        if events.chance(50) {
          names.insert(fresh, at: events.int(0...names.count))
          fresh += 1
        } else if names.count > 1 {
          names.remove(at: events.int(0...names.count - 1))
        }
      }
    }
    let new = names
    story.append("reload \(old) to \(new)")
    var reload = Reload(count: new.count, from: old.count, anchors: machine.anchorSlides(at: time)) {
      new.firstIndex(of: old[$0])
    }
    reload.timing = timing
    machine.handle(.reload(reload), at: time)
    expect(machine.pauseReasons.contains(.drag) == wasHeld, "the slides were let go")
    let goal = before.destination.map { old[$0] }
    if before.velocity != 0, let goal, names.contains(goal) {
      expect(
        (machine.motion, machine.landedMotion) == motions, "the motion to \(goal) counts as another one, or as landed")
    }
    check(before, of: old)
  }

  // MARK: The rules

  /// Checks a reload: surviving slides in view stay where they are, and a motion keeps its destination.
  private mutating func check(_ before: CarouselMachine.Frame, of old: [Int]) {
    let after = machine.frame(at: time)
    let seen = before.layers.filter(Self.isVisible).map { (name: old[$0.slide], distance: $0.distance) }
    let survivors = seen.filter { names.contains($0.name) }
    let isDistinct =
      Set(seen.map(\.name)).count == seen.count && !mayRepeat(before) && !mayRepeat(after)
      && before.transition == after.transition
    let wasMoving = before.velocity != 0 || before.progress.value != 0
    // Where the current slide's own change takes no time, everything happens at once.
    let settings = machine.settings
    let duration =
      timing?.duration ?? (after.current.map(settings.effectiveTransition) ?? settings.transition).userDuration
    if duration > .zero, !survivors.isEmpty { checkDepartures(before, after, of: old) }
    if isDistinct, duration > .zero || (wasMoving && survivors.count == seen.count) {
      for slide in survivors {
        let distance = after.layers.first { names[$0.slide] == slide.name }?.distance
        expect(
          distance.map { isClose($0, slide.distance) } ?? false,
          "slide \(slide.name) jumped: \(Self.brief(before)), then \(Self.brief(after))")
      }
    }
    let ends = [before.progress.from, before.progress.to].compactMap { $0 }
    let isWhole = survivors.count == seen.count && isDistinct && ends.allSatisfy { names.contains(old[$0]) }
    if wasMoving,
      !isClose(before.position, after.position) || (isWhole && !isClose(before.progress.value, after.progress.value))
    {
      // Beyond an end, slides are pulled back; half a page becomes 0.18.
      let value = abs(after.progress.value)
      expect(
        !isWhole && (0.17..<0.5).contains(value),
        "the offset snapped: \(Self.brief(before)), then \(Self.brief(after))")
    }
    if before.velocity != 0, let goal = before.destination.map({ old[$0] }), names.contains(goal) {
      let isThere = after.destination.map { names[$0] } == goal
      expect(isThere, "heads for another slide than \(goal): \(Self.brief(before)), then \(Self.brief(after))")
    }
  }

  /// Checks that slides that were removed, and those that were leaving already, are where they were.
  private mutating func checkDepartures(
    _ before: CarouselMachine.Frame, _ after: CarouselMachine.Frame, of old: [Int]
  ) {
    let removed = before.layers.filter { !names.contains(old[$0.slide]) }
    let leaving = (before.departingLayers + removed).map { Look(of: $0) }
    expect(
      after.departingLayers.map { Look(of: $0) } == leaving,
      "\(removed.map(\.slide)) do not leave from where they were: \(Self.brief(before)), then \(Self.brief(after))")
  }

  /// How a layer looks, whatever its number.
  private struct Look: Equatable {
    var box: SlideBox
    var pose: SlideTransition.Pose

    init(of layer: CarouselMachine.Layer) { (box, pose) = (layer.box, layer.pose) }
  }

  /// Checks that removed slides fade and shrink where they are.
  private mutating func checkFading(_ before: CarouselMachine.Frame, _ after: CarouselMachine.Frame) {
    for layer in before.departingLayers {
      guard let later = after.departingLayers.first(where: { $0.slide == layer.slide }) else {
        expect(layer.pose.opacity < 0.1, "\(layer.slide) disappears")
        continue
      }
      let middles = (layer.box.x + layer.box.width / 2, later.box.x + later.box.width / 2)
      expect(isClose(middles.0, middles.1), "\(layer.slide) jumps while it leaves")
      let faded = layer.pose.opacity - later.pose.opacity
      expect((0...0.1).contains(faded), "\(layer.slide) fades by \(faded) in a millisecond")
    }
    for layer in after.departingLayers {
      expect(before.departingLayers.contains { $0.slide == layer.slide }, "\(layer.slide) comes from nowhere")
    }
  }

  /// Checks that no slide is in view twice, unless an endless deck is shorter than the view.
  private mutating func checkFrame(_ frame: CarouselMachine.Frame) {
    let slides = frame.layers.filter(Self.isVisible).map(\.slide)
    expect(Set(slides).count == slides.count || mayRepeat(frame), "a slide is in view twice: \(Self.brief(frame))")
  }

  /// Whether an endless deck is shorter than the view.
  private func mayRepeat(_ frame: CarouselMachine.Frame) -> Bool {
    machine.settings.wraps && frame.count > 1 && frame.count < Self.pagesInView(frame, at: frame.progress.value)
  }

  /// The number of pages in view at an offset, and the current one, which remains a layer when it has left.
  private static func pagesInView(_ frame: CarouselMachine.Frame, at offset: Double) -> Int {
    let reach = frame.layout.effectiveNeighbors + 1
    return (-reach...reach).count { $0 == 0 || shows(Double($0) - offset, frame.transition.style, frame.layout) }
  }

  /// Whether a transition shows a slide at a distance, within the viewport.
  private static func shows(
    _ distance: Double, _ transition: SlideTransition, _ layout: CarouselMachine.Layout
  ) -> Bool {
    let pose = transition.pose(at: distance)
    guard abs(distance) < min(Double(layout.effectiveNeighbors + 1), transition.extent), pose.opacity > 0 else {
      return false
    }
    return isVisible(layout.box(at: distance, pose: pose))
  }

  /// Checks that slides in view in both frames, at most a millisecond apart, are about where they were.
  ///
  /// - Parameter tolerance: How far, in pages, a slide may have moved.
  private mutating func checkSteadiness(
    _ before: CarouselMachine.Frame, _ after: CarouselMachine.Frame, within tolerance: Double
  ) {
    // Where the slide that comes in has no duration, everything happens at once. An endless deck shorter than its view shows the same
    // slide in several places, and which of them is which cannot be told from outside.
    let incoming = after.destination.map { machine.settings.effectiveTransition(of: $0) } ?? machine.settings.transition
    guard incoming.userDuration > .zero, !mayRepeat(before), !mayRepeat(after) else { return }
    for layer in before.layers where Self.isVisible(layer) {
      guard let later = after.layers.first(where: { $0.slide == layer.slide && Self.isVisible($0) }),
        abs(later.distance - layer.distance) > tolerance
      else { continue }
      // In an endless deck just longer than the view, a slide leaves on one side and comes in on the other.
      if Self.isAtEdge(layer, of: before), Self.isAtEdge(later, of: after) { continue }
      // One that has left may be about to come in elsewhere, fading in; and one that comes in has faded out elsewhere:
      // by as much as it has left the view, and so as fast as the slides move.
      let faint = max(0.1, tolerance - 0.05)
      if Self.isAtEdge(layer, of: before), later.pose.opacity < faint { continue }
      if Self.isAtEdge(later, of: after), layer.pose.opacity < faint { continue }
      // On a page, where another transition begins, the two may show different pages: a slide that leaves in one may
      // come in elsewhere in the other.
      let (page, layout) = (layer.distance.rounded(), before.layout)
      let isInBoth = [before, after].allSatisfy { Self.shows(page, $0.transition.style, layout) }
      if before.transition != after.transition, !isInBoth { continue }
      expect(false, "slide \(layer.slide) jumped: \(Self.brief(before)), then \(Self.brief(after))")
    }
  }

  /// Whether a slide is nearly out of view, or at the distance from which slides are hidden.
  private static func isAtEdge(_ layer: CarouselMachine.Layer, of frame: CarouselMachine.Frame) -> Bool {
    let (box, layout) = (layer.box, frame.layout)
    let (start, length) = layout.axis == .horizontal ? (box.x, box.width) : (box.y, box.height)
    let share = (min(1, start + length) - max(0, start)) / length
    let hidden = min(Double(layout.effectiveNeighbors + 1), frame.transition.style.extent)
    return share < 0.15 || abs(layer.distance) > hidden - 0.15
  }

  /// Checks that the slides beside the current one are those that follow it and precede it.
  private mutating func checkOrder(_ frame: CarouselMachine.Frame) {
    guard let current = frame.current else { return }
    for layer in frame.layers {
      let index = current + Int(layer.distance.rounded())
      let wrapped = ((index % frame.count) + frame.count) % frame.count
      expect(layer.slide == (machine.settings.wraps ? wrapped : index), "out of order at rest: \(Self.brief(frame))")
    }
  }

  /// Whether a layer's box is at least partly in the viewport. The current slide is a layer even when it has left.
  private static func isVisible(_ layer: CarouselMachine.Layer) -> Bool { isVisible(layer.box) }

  private static func isVisible(_ box: SlideBox) -> Bool {
    box.x < 1 && box.y < 1 && box.x + box.width > 0 && box.y + box.height > 0
  }

  private static func brief(_ settings: CarouselMachine.Settings) -> String {
    let (layout, transition) = (settings.layout, settings.transition)
    return
      "wraps \(settings.wraps), \(layout.effectiveNeighbors) neighbors of \(layout.pageLength) + \(layout.spacing), "
      + "extent \(transition.style.extent), \(transition.userDuration)"
  }

  private static func brief(_ frame: CarouselMachine.Frame) -> String {
    let layers = frame.layers.map { "\($0.slide) at \($0.distance)" }
    return "\(layers), progress \(frame.progress.value), to \(String(describing: frame.destination))"
  }

  private mutating func expect(_ condition: Bool, _ violation: @autoclosure () -> String) {
    if !condition, violations.count < 3 {
      violations.append("\(violation())\nafter: \(story.suffix(8).joined(separator: "; "))")
    }
  }
}
