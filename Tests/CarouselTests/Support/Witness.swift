import Carousel
import CarouselValues
import Testing

/// Drives a carousel, and checks that its reports, frames and wakes agree.
final class Witness {
  var machine: CarouselMachine
  let seed: Int
  private(set) var hasComplained = false

  /// The time, in microseconds.
  private var now = 0
  /// The state according to the reports.
  private var reported: (current: Int?, progress: CarouselMachine.Progress)
  /// The pause reasons set by events.
  private var reasons: Set<PauseReason> = []
  /// The slides in view according to the reports.
  private var shown: Set<Int> = []
  /// The removed slides that leave according to the reports.
  private var departing: Set<Int> = []
  private var story: [String] = []
  /// The last motions that began and landed according to the reports.
  private var begun: CarouselMachine.MotionID
  private var landed: CarouselMachine.MotionID

  init(machine: CarouselMachine, seed: Int) {
    self.machine = machine
    self.seed = seed
    begun = machine.motion
    landed = machine.landedMotion
    let frame = machine.frame(at: .zero)
    reported = (frame.current, frame.progress)
    shown = slides(in: frame)
  }

  /// The current frame.
  var frame: CarouselMachine.Frame { machine.frame(at: time(now)) }

  // MARK: What may happen

  /// Lets time pass, and checks frames and ticks at some times in between.
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
    // If two dwells fit into the gap, a carousel without ticks in between may be elsewhere.
    if gap < 2_000_000 {
      ticking.handle(.tick, at: time(now))
      expect(machine == ticking, "ticks in between led elsewhere")
    }
    story.append("\(gap) µs")
    check()
  }

  /// Sends the carousel an event, at which the slides on screen must not jump.
  func send(_ event: CarouselMachine.Event) {
    story.append("\(event)")
    let before = frame
    let reload: Reload? =
      switch event {
      case .reload(let reload, _): reload
      case .move, .jump, .grab, .drag, .release, .pause, .resume, .configure, .scroll, .scrollTo,
        .advanceAutomatically, .tick:
        nil
      }
    if let reload {
      let last = max(0, min(reload.count, .max / 4) - 1)
      shown = reload.count > 0 ? Set(shown.compactMap { reload.newIndices[$0].map { max(0, min($0, last)) } }) : []
    }
    heed(machine.handle(event, at: time(now)))
    let after = frame
    let goal = after.destination.map { machine.settings.effectiveTransition(of: $0) } ?? machine.settings.transition
    let timing: MotionTiming? =
      switch event {
      case .move(_, _, _, let timing), .jump(_, _, let timing): timing
      default: nil
      }
    let isInstant = (timing?.duration ?? goal.userDuration) <= .zero
    switch event {
    case .reload, .drag, .scroll, .scrollTo: break
    // Without slides, an event is ignored, and the last one leaves.
    case .jump(_, animated: false, _): expect(!after.isMoving || after.count == 0, "a jump without animation moves")
    case .move, .jump, .release, .advanceAutomatically:
      if !isInstant { checkContinuity(before, after, within: 1e-6) }
    case .grab, .pause, .resume, .configure, .tick:
      checkContinuity(before, after, within: 1e-6)
    }
    switch event {
    case .pause(let reason): reasons.insert(reason)
    case .resume(let reason): reasons.remove(reason)
    case .move, .jump, .grab, .drag, .release, .configure, .reload, .scroll, .scrollTo, .advanceAutomatically, .tick:
      break
    }
    check()
  }

  /// Checks that every motion ends.
  func waitForRest() {
    send(.configure(CarouselMachine.Settings(interval: nil)))
    send(.release(velocity: 0))
    pass(1_300_000, lookingAt: [])
    expect(!frame.isMoving && frame.progress.value == 0, "still moving")
    expect(machine.nextWake(after: time(now)) == .never, "a wake is due, but nothing can be")
  }

  // MARK: What must hold

  private func heed(_ reports: [CarouselMachine.Report]) {
    for report in reports {
      switch report {
      case .willBegin(let motion, let slide, let cause):
        expect(begun < motion, "motions begin out of order")
        begun = motion
        // Unless another motion or a landing follows.
        let isLast = motion == machine.motion && machine.landedMotion < motion
        expect(
          !isLast || (slide == frame.destination && cause == frame.progress.cause) || !frame.isMoving,
          "begins to go elsewhere")
      case .didShow(let slide, _): reported.current = slide
      case .progress(let progress): reported.progress = progress
      case .willAppear(let slide): expect(shown.insert(slide).inserted, "slide \(slide) appears a second time")
      case .willDepart(let slide, let number):
        expect(slide >= 0 && number < 0, "slide \(slide) leaves as \(number)")
        expect(departing.insert(number).inserted, "\(number) leaves a second time")
      case .didDepart(let number): expect(departing.remove(number) != nil, "\(number) left, but wasn't leaving")
      case .didDisappear(let slide): expect(shown.remove(slide) != nil, "slide \(slide) disappears, but wasn't there")
      case .didLand(let slide, _, let motion, _):
        expect(slide == reported.current, "lands on another slide than the current one")
        expect(motion >= landed && motion <= machine.motion, "motions land out of order")
        landed = motion
      }
    }
    expect(shown == slides(in: frame), "told of \(shown) in view, shows \(slides(in: frame))")
    expect(departing == Set(frame.departingLayers.map(\.slide)), "told that \(departing) leave")
    reported.progress.cause = frame.progress.cause
    expect(reported.current == frame.current, "told of slide \(String(describing: reported.current)), shows another")
    expect(reported.progress == frame.progress, "told of progress \(reported.progress), shows \(frame.progress)")
  }

  /// The slides in view.
  private func slides(in frame: CarouselMachine.Frame) -> Set<Int> { Set(frame.layers.map(\.slide)) }

  private func check() {
    let frame = frame
    let slides = 0..<frame.count
    expect(abs(frame.progress.value) < 1, "the offset is \(frame.progress.value)")
    for slide in [frame.previous, frame.current, frame.next, frame.nearestSlide] {
      expect(slide.map(slides.contains) ?? true, "there is no slide \(String(describing: slide))")
    }
    expect((frame.current == nil) == (frame.count == 0), "no current slide")
    let page = abs(frame.progress.value) >= 0.5 ? onScreen(frame) ?? frame.current : frame.current
    expect(frame.nearestSlide == page, "the dots mark \(String(describing: frame.nearestSlide))")
    if onScreen(frame) == nil { expect(abs(frame.progress.value) < 0.5, "an end yields by half a page: \(frame)") }

    let isDragged = machine.pauseReasons.subtracting(reasons)
    expect(isDragged.isSubset(of: [.drag]), "reasons came from nowhere")
    expect(reasons.isSubset(of: machine.pauseReasons), "reasons are lost")
    if let countdown = frame.countdown {
      expect((0...1).contains(countdown) && machine.pauseReasons.isEmpty && frame.count > 1, "counts down, but why")
    }
    if !frame.isMoving && frame.progress.value == 0 && !machine.pauseReasons.contains(.drag) { checkRest(frame) }
    checkDemand(frame)
  }

  private func checkRest(_ frame: CarouselMachine.Frame) {
    guard let current = frame.current else { return }
    let mayAdvance =
      frame.count > 1 && machine.settings.effectiveInterval(of: current) != nil && machine.pauseReasons.isEmpty
    expect((frame.countdown != nil) == mayAdvance, "auto-advance counts when it may not, or the other way round")
    // Neighbors in view are kept, even if their indices have changed.
    guard frame.layers.count < 2 else { return }
    let goesRound = machine.settings.wraps && frame.count > 1
    let previous = current > 0 ? current - 1 : goesRound ? frame.count - 1 : nil
    let next = current < frame.count - 1 ? current + 1 : goesRound ? 0 : nil
    expect(frame.previous == previous && frame.next == next, "the neighbors at rest are others")
  }

  private func checkDemand(_ frame: CarouselMachine.Frame) {
    let demand = machine.demand
    let all = demand.visible + demand.upcoming
    expect(Set(all).count == all.count, "a slide is asked for twice")
    expect(
      all.count <= 8 + 4 * frame.layout.effectiveNeighbors && all.allSatisfy((0..<frame.count).contains),
      "asks for \(all)")
    expect(demand.visible.first == frame.current, "doesn't ask for the current slide first")
    expect(slides(in: frame).isSubset(of: demand.visible), "doesn't ask for what is on screen")
    for neighbor in [frame.previous, frame.next] where !frame.isMoving {
      expect(neighbor.map(all.contains) ?? true, "doesn't ask for a neighbor")
    }
  }

  /// Checks that nothing happens before the next wake, and that something happens then.
  private func checkWake() {
    let quiet = frame
    let wanted = machine.nextWake(after: time(now))
    let transitions = [machine.settings.transition] + machine.settings.slides.values.compactMap(\.transition)
    if quiet.isDrifting || transitions.contains(where: { $0.drift != nil }) {
      // A drifting slide changes before the wake, but nothing else does.
      expect(!quiet.isDrifting || wanted != .never, "drifts, but wants no frame")
      return
    }
    expect((wanted == .nextFrame) == quiet.isMoving, "moves and wants no frame, or the other way round")
    guard let wake = wanted.deadline(after: time(now), frameInterval: .zero) else {
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
    expect(next != .at(wake) || woken.frame(at: wake).isMoving, "a wake brings nothing about")
  }

  /// Checks that nothing jumps within half a millisecond.
  private func watchClosely(at moment: Int) {
    guard machine.settings.transition.userDuration > .zero else { return }
    checkContinuity(machine.frame(at: time(moment)), machine.frame(at: time(moment + 500)), within: 0.25)
  }

  /// Checks that the slides moved by at most `bound`, and that none in view was replaced by another.
  private func checkContinuity(
    _ before: CarouselMachine.Frame, _ after: CarouselMachine.Frame, within bound: Double
  ) {
    let crossed = (-1...1).filter {
      abs(before.progress.value - after.progress.value - Double($0)) <= bound
        && (before[page: $0] == nil || before[page: $0] == after.current)
    }
    expect(!crossed.isEmpty, "the slides jumped: \(before) \(after)")
    let (left, shown) = (slidesByPage(before), slidesByPage(after))
    let keeps = crossed.contains { crossed in
      left.allSatisfy { page, slide in shown[page - crossed].map { $0 == slide } ?? true }
    }
    expect(keeps, "a slide on screen was replaced: \(before) \(after)")
  }

  /// The slides on screen that are alone on their pages. Others are on their way past them, or appear where another one
  /// leaves.
  private func slidesByPage(_ frame: CarouselMachine.Frame) -> [Int: Int] {
    func place(_ layer: CarouselMachine.Layer) -> Double { layer.distance + frame.progress.value }
    let settled = frame.layers.filter { isClose(place($0), place($0).rounded(), within: 1e-6) }
    let pages = Dictionary(grouping: settled) { Int(place($0).rounded()) }
    return pages.compactMapValues { $0.count == 1 && $0[0].pose.opacity > 0.5 ? $0[0].slide : nil }
  }

  private func onScreen(_ frame: CarouselMachine.Frame) -> Int? {
    frame.progress.value > 0 ? frame.next : frame.progress.value < 0 ? frame.previous : nil
  }

  private func time(_ microseconds: Int) -> Timestamp { Timestamp(.microseconds(microseconds)) }

  private func expect(_ holds: Bool, _ complaint: @autoclosure () -> String) {
    guard !holds, !hasComplained else { return }
    hasComplained = true
    Issue.record("seed \(seed): \(complaint()), after \(story.suffix(20).joined(separator: ", "))")
  }
}
