import Carousel
import Testing

/// Watches a carousel, knows only what it is told and shown, and complains when that doesn't fit.
final class Witness {
  var machine: CarouselMachine
  let seed: Int
  private(set) var hasComplained = false

  /// The time, in microseconds.
  private var now = 0
  /// What the reports said.
  private var reported: (current: Int?, progress: Double)
  /// The reasons that came as events.
  private var reasons: Set<PauseReason> = []
  private var story: [String] = []

  init(machine: CarouselMachine, seed: Int) {
    self.machine = machine
    self.seed = seed
    reported = (machine.frame(at: .zero).current, 0)
  }

  /// What is shown now.
  var frame: Frame { machine.frame(at: time(now)) }

  // MARK: What may happen

  /// Lets time pass, looking now and then.
  func pass(_ gap: Int, lookingAt moments: [Int]) {
    let frozen = machine
    checkWake()
    var ticking = machine
    for moment in moments {
      watchClosely(at: now + moment)
      ticking.handle(.tick, at: time(now + moment))
    }
    now += gap
    let foreseen = frame
    expect(machine == frozen, "asking for a frame changed the carousel")
    heed(machine.handle(.tick, at: time(now)))
    expect(frame == foreseen, "a frame shows \(foreseen), a tick \(frame)")
    let ticked = machine
    expect(machine.handle(.tick, at: time(now)) == [], "a second tick told something")
    expect(machine == ticked, "a second tick changed something")
    // After two dwells in one gap, the one who slept through them may stand elsewhere.
    if gap < 2_000_000 {
      ticking.handle(.tick, at: time(now))
      expect(machine == ticking, "ticks in between led elsewhere")
    }
    story.append("\(gap) µs")
    check()
  }

  /// Tells the carousel an event; what is on screen must not jump by it.
  func tell(_ event: CarouselMachine.Event) {
    story.append("\(event)")
    let before = frame
    let isInstant = machine.settings.mode.handDuration == .zero
    heed(machine.handle(event, at: time(now)))
    let after = frame
    switch event {
    case .reload, .dragMoved: break
    case .swipe, .step, .jump, .dragEnded, .advance:
      if !isInstant { checkContinuity(before, after, within: 1e-6) }
    case .dragBegan, .pause, .resume, .settingsChanged, .tick:
      checkContinuity(before, after, within: 1e-6)
    }
    switch event {
    case .pause(let reason): reasons.insert(reason)
    case .resume(let reason): reasons.remove(reason)
    case .swipe, .step, .jump, .dragBegan, .dragMoved, .dragEnded, .settingsChanged, .reload, .advance, .tick:
      break
    }
    check()
  }

  /// Nothing moves for ever.
  func waitForRest() {
    tell(.settingsChanged(Settings(interval: nil)))
    tell(.dragEnded(velocity: 0))
    pass(1_300_000, lookingAt: [])
    expect(!frame.isMoving && frame.offset == 0, "still moving")
    expect(machine.nextWake(after: time(now)) == nil, "a wake is due, but nothing can be")
  }

  // MARK: What must hold

  private func heed(_ reports: [CarouselMachine.Report]) {
    for report in reports {
      switch report {
      case .didShow(let slide): reported.current = slide
      case .progress(let progress): reported.progress = progress
      }
    }
    if frame.count == 0 { reported.current = nil }
    expect(reported.current == frame.current, "told of slide \(String(describing: reported.current)), shows another")
    expect(reported.progress == frame.offset, "told of progress \(reported.progress), shows \(frame.offset)")
  }

  private func check() {
    let frame = frame
    let slides = 0..<frame.count
    expect(abs(frame.offset) < 1, "the offset is \(frame.offset)")
    for slide in [frame.previous, frame.current, frame.next, frame.currentPage] {
      expect(slide.map(slides.contains) ?? true, "there is no slide \(String(describing: slide))")
    }
    expect((frame.current == nil) == (frame.count == 0), "no current slide")
    let page = abs(frame.offset) >= 0.5 ? onScreen(frame) ?? frame.current : frame.current
    expect(frame.currentPage == page, "the dots mark \(String(describing: frame.currentPage))")
    if onScreen(frame) == nil { expect(abs(frame.offset) < 0.5, "an end yields by half a page: \(frame)") }

    let isDragged = machine.pauseReasons.subtracting(reasons)
    expect(isDragged.isSubset(of: [.drag]), "reasons came from nowhere")
    expect(reasons.isSubset(of: machine.pauseReasons), "reasons are lost")
    if let countdown = frame.countdown {
      expect((0...1).contains(countdown) && machine.pauseReasons.isEmpty && frame.count > 1, "counts down, but why")
    }
    if !frame.isMoving && frame.offset == 0 && !machine.pauseReasons.contains(.drag) { checkRest(frame) }
    checkDemand(frame)
  }

  private func checkRest(_ frame: Frame) {
    guard let current = frame.current else { return }
    let goesRound = machine.settings.wraps && frame.count > 1
    let previous = current > 0 ? current - 1 : goesRound ? frame.count - 1 : nil
    let next = current < frame.count - 1 ? current + 1 : goesRound ? 0 : nil
    expect(frame.previous == previous && frame.next == next, "the neighbours at rest are others")
    let mayAdvance = frame.count > 1 && machine.settings.interval != nil && machine.pauseReasons.isEmpty
    expect((frame.countdown != nil) == mayAdvance, "auto-advance counts when it may not, or the other way round")
  }

  private func checkDemand(_ frame: Frame) {
    let demand = machine.demand
    let all = demand.visible + demand.soon
    expect(Set(all).count == all.count, "a slide is asked for twice")
    expect(all.count <= 8 && all.allSatisfy((0..<frame.count).contains), "asks for \(all)")
    expect(demand.visible.first == frame.current, "doesn't ask for the current slide first")
    let neighbour = onScreen(frame)
    expect(neighbour.map(demand.visible.contains) ?? true, "doesn't ask for what is on screen")
    for neighbour in [frame.previous, frame.next] where !frame.isMoving {
      expect(neighbour.map(all.contains) ?? true, "doesn't ask for a neighbour")
    }
  }

  /// Nothing happens before the next wake, and something does then.
  private func checkWake() {
    let quiet = frame
    guard let wake = machine.nextWake(after: time(now)) else {
      expect(!quiet.isMoving, "moves, but wants no wake")
      expect(machine.frame(at: time(now + 3_600_000_000)) == quiet, "something was due, but no wake")
      return
    }
    expect(wake >= time(now), "wants to be woken in the past")
    if quiet.isMoving {
      expect(wake == time(now), "moves, but waits")
      return
    }
    let halfWay = time(now).advanced(by: time(now).duration(to: wake) / 2)
    for moment in [halfWay, wake.advanced(by: .nanoseconds(-1))] where moment > time(now) {
      var then = machine.frame(at: moment)
      then.countdown = quiet.countdown
      expect(then == quiet, "something happened before the wake")
      var other = machine
      other.handle(.tick, at: moment)
      expect(other.pauseReasons == machine.pauseReasons, "a reason went before the wake")
    }
    var woken = machine
    woken.handle(.tick, at: wake)
    let next = woken.nextWake(after: wake)
    expect(next != wake || woken.frame(at: wake).isMoving, "a wake brings nothing about")
  }

  /// Over half a millisecond nothing jumps.
  private func watchClosely(at moment: Int) {
    guard machine.settings.mode.handDuration > .zero else { return }
    checkContinuity(machine.frame(at: time(moment)), machine.frame(at: time(moment + 500)), within: 0.25)
  }

  private func checkContinuity(_ before: Frame, _ after: Frame, within bound: Double) {
    if before.current == after.current, abs(before.offset - after.offset) <= bound {
      // Where no slide was, one may appear: when the ends go.
      guard before.offset * after.offset > 0, let neighbour = onScreen(before) else { return }
      expect(onScreen(after) == neighbour, "a slide on screen was replaced: \(before) \(after)")
      return
    }
    // A page was crossed: what was beside is current now, and the way over the page is short.
    let way = (1 - abs(before.offset)) + abs(after.offset)
    expect(onScreen(before) == after.current && way <= bound, "the slides jumped: \(before) \(after)")
  }

  private func onScreen(_ frame: Frame) -> Int? {
    frame.offset > 0 ? frame.next : frame.offset < 0 ? frame.previous : nil
  }

  private func time(_ microseconds: Int) -> Timestamp { Timestamp(.microseconds(microseconds)) }

  private func expect(_ holds: Bool, _ complaint: @autoclosure () -> String) {
    guard !holds, !hasComplained else { return }
    hasComplained = true
    Issue.record("seed \(seed): \(complaint()), after \(story.suffix(20).joined(separator: ", "))")
  }
}
