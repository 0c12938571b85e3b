import Carousel
import CarouselValues
import TestSupport
import Testing

/// Slides with their own transitions.
struct SlideTransitionSettingsTests {
  private func settings(
    _ slides: [Int: TransitionSettings], interval: Duration? = nil, wraps: Bool = true,
    transition: TransitionSettings = .slide, layout: CarouselMachine.Layout = CarouselMachine.Layout()
  ) -> CarouselMachine.Settings {
    CarouselMachine.Settings(
      interval: interval, wraps: wraps, transition: transition, layout: layout,
      slides: slides.mapValues { CarouselMachine.SlideSettings(transition: $0) })
  }

  /// A fade that takes a second by hand, and two by auto-advance.
  private let slow = TransitionSettings(.fade, userDuration: .seconds(1), automaticDuration: .seconds(2))
  private let push = TransitionSettings(.push)

  @Test func `a slide comes in with its own transition and duration, forward and backward`() {
    var script = Script(5, settings([1: slow, 2: push]))
    script.at(0, .move(by: 1))
    expect(script.frame(500).transition, equals: slow)
    expect(script.shown(at: 999), equals: [])
    expect(script.shown(at: 1000), equals: [1])
    script.at(2000, .move(by: 1))
    expect(script.frame(2100).transition, equals: push)
    expect(script.shown(at: 2300), equals: [2])
    // Back to slide 1, which comes in.
    script.at(3000, .move(by: -1))
    expect(script.frame(3100).transition, equals: slow)
    expect(script.shown(at: 4000), equals: [1])
    // Back to slide 0, which has none of its own.
    script.at(5000, .move(by: -1))
    expect(script.frame(5100).transition, equals: .slide)
    expect(script.shown(at: 5300), equals: [0])
  }

  @Test func `auto-advance brings a slide in with its own transition and duration`() {
    var script = Script(5, settings([1: slow], interval: .seconds(5)))
    expect(script.frame(6000).transition, equals: slow)
    #expect(isClose(script.offset(6000), 0.5))
    expect(script.current(6999), equals: 0)
    expect(script.current(7000), equals: 1)
    // It rests with its own transition, which matters to neighbors in view and to a drift.
    script.at(7000, .tick)
    expect(script.frame(7000).transition, equals: slow)
    expect(script.frame(12_100).transition, equals: .slide)
  }

  @Test func `a jump shows its destination's transition`() {
    var script = Script(9, settings([1: push, 6: slow]))
    script.at(0, .jump(to: 6))
    expect(script.frame(500).transition, equals: slow)
    expect(script.shown(at: 1000), equals: [6])
    script.at(2000, .jump(to: 1, animated: false))
    expect(script.machine.current, equals: 1)
    expect(script.frame(2000).transition, equals: push)
  }

  @Test func `in a motion over several pages, each slide comes in with its own transition`() {
    var script = Script(5, settings([1: slow, 2: push]))
    script.at(0, .move(by: 3))
    var modes: [TransitionSettings] = []
    for time in stride(from: 1, to: 300, by: 1) {
      let frame = script.frame(time)
      if modes.last != frame.transition { modes.append(frame.transition) }
    }
    expect(modes, equals: [slow, push, .slide])
    expect(script.current(300), equals: 3)
  }

  @Test func `a move back in mid-motion keeps the transition until the slides are on a page`() {
    var script = Script(5, settings([0: push, 1: slow, 4: TransitionSettings(.curl)]))
    script.at(0, .move(by: 1))
    script.at(300, .move(by: -1))
    // Back to slide 0 on the way to slide 1: the change is the same, in reverse.
    expect(script.frame(400).transition, equals: slow)
    expect(script.frame(2000).current, equals: 0)
    expect(script.frame(2000).transition, equals: push)
    // Beyond it, slide 4 comes in.
    script.at(3000, .move(by: 1))
    script.at(3300, .move(by: -2))
    var modes: [TransitionSettings] = []
    for time in 3300..<6000 {
      let frame = script.frame(time)
      if modes.last != frame.transition { modes.append(frame.transition) }
    }
    expect(modes, equals: [slow, TransitionSettings(.curl)])
    expect(script.current(6000), equals: 4)
  }

  @Test func `a drag shows the transition of the slide on the side to which it goes`() {
    var script = Script(5, settings([0: TransitionSettings(.depth), 1: slow, 4: push]))
    script.at(0, .grab)
    expect(script.frame(0).transition, equals: TransitionSettings(.depth))
    script.at(10, .drag(to: 0.3))
    expect(script.frame(10).transition, equals: slow)
    script.at(20, .drag(to: -0.3))
    expect(script.frame(20).transition, equals: push)
    script.at(30, .drag(to: 0.6))
    expect(script.frame(30).transition, equals: slow)
    script.at(40, .drag(to: 1.3))
    expect(script.machine.current, equals: 1)
    expect(script.frame(40).transition, equals: .slide)
    script.at(50, .drag(to: 0.6))
    expect(script.frame(50).transition, equals: TransitionSettings(.depth))
    script.at(60, .release(velocity: 0))
    expect(script.frame(60).transition, equals: TransitionSettings(.depth))
    expect(script.current(1060), equals: 1)
    expect(script.frame(1060).transition, equals: slow)
  }

  @Test func `a released drag takes the duration of the slide that it settles on`() {
    var script = Script(5, settings([1: slow]))
    script.at(0, .grab)
    script.at(0, .drag(to: 0.6))
    script.at(0, .release(velocity: 0))
    expect(script.current(900), equals: 0)
    expect(script.current(1000), equals: 1)
    var back = Script(5, settings([1: slow]))
    back.at(0, .grab)
    back.at(0, .drag(to: 0.4))
    back.at(0, .release(velocity: 0))
    expect(back.frame(299).isMoving, equals: true)
    expect(back.frame(300).isMoving, equals: false)
  }

  @Test func `at an end, a nudge and a pull have the current slide's transition`() {
    var script = Script(3, settings([0: slow], wraps: false))
    script.at(0, .move(by: -1))
    #expect(script.offset(500) < 0)
    expect(script.frame(500).transition, equals: slow)
    script.at(2000, .grab)
    script.at(2000, .drag(to: -0.4))
    #expect(script.offset(2000) < 0)
    expect(script.frame(2000).transition, equals: slow)
  }

  @Test func `a slide without a transition comes in at once; others still move`() {
    var script = Script(3, settings([1: .none]))
    expect(script.shown(at: 0, .move(by: 1)), equals: [1])
    script.at(100, .move(by: 1))
    #expect(script.frame(200).isMoving)
    expect(script.shown(at: 400), equals: [2])
  }

  @Test func `settings that change in mid-motion show when the slides are on a page`() {
    var script = Script(5, settings([1: slow]))
    script.at(0, .move(by: 1))
    script.at(300, .configure(settings([1: push, 0: push])))
    expect(script.frame(400).transition, equals: slow)
    expect(script.frame(1000).transition, equals: push)
  }

  // MARK: - Reloads

  @Test func `a reload in mid-motion keeps the transition under way, and brings that of the new slides`() {
    var script = Script(5, settings([1: slow]))
    script.at(0, .move(by: 1))
    let moved = Reload(count: 6, newIndices: [0: 1, 1: 2, 2: 3, 4: 0])
    script.at(300, .reload(moved, slides: [2: CarouselMachine.SlideSettings(transition: push)]))
    expect(script.frame(400).transition, equals: slow)
    expect(script.current(1000), equals: 2)
    expect(script.frame(1000).transition, equals: push)
  }

  @Test func `if the current slide is removed in mid-motion, the transition under way stays`() {
    var script = Script(5, settings([1: slow, 2: push]))
    script.at(0, .grab)
    script.at(0, .drag(to: 0.4))
    let removal = Reload(count: 4, newIndices: [1: 0, 2: 1, 3: 2, 4: 3])
    script.at(
      10,
      .reload(
        removal,
        slides: [
          0: CarouselMachine.SlideSettings(transition: slow), 1: CarouselMachine.SlideSettings(transition: push),
        ]))
    // The slide at the right stays where it is, and the one before it takes the free place.
    expect(script.frame(10).next, equals: 0)
    expect(script.frame(10).transition, equals: slow)
  }

  @Test func `at rest, a reload shows the new transition of the slide at once`() {
    var script = Script(5, settings([0: slow]))
    script.at(
      0, .reload(Reload(count: 5, newIndices: [0: 0]), slides: [0: CarouselMachine.SlideSettings(transition: push)]))
    expect(script.frame(0).transition, equals: push)
  }

  // MARK: - Layout and drift

  @Test func `neighbors show beside a slide as its own transition has them`() {
    let layout = CarouselMachine.Layout(pageLength: 0.4, neighbors: 1)
    var script = Script(5, settings([1: .fade], layout: layout))
    expect(script.frame(0).layers.count, equals: 3)
    script.at(0, .move(by: 1))
    script.at(300, .tick)
    expect(script.frame(300).layers.map(\.slide), equals: [1])
    script.at(400, .move(by: 1))
    expect(script.frame(700).layers.map(\.slide).sorted(), equals: [1, 2, 3])
  }

  @Test func `only slides whose transition has a drift do drift`() {
    let settings = settings([1: .drift], interval: .seconds(5), transition: .fade)
    var script = Script(3, settings)
    expect(script.frame(4000).isDrifting, equals: false)
    expect(script.wake(4000), equals: 5000)
    // The drift begins when auto-advance begins to bring the slide in, and goes on while it takes it away.
    expect(script.frame(5600).isDrifting, equals: true)
    script.at(9000, .tick)
    expect(script.frame(9000).isDrifting, equals: true)
    expect(script.current(11_300), equals: 1)
    expect(script.frame(11_300).isDrifting, equals: true)
    expect(script.current(12_500), equals: 2)
    expect(script.frame(12_500).isDrifting, equals: false)
  }

  @Test func `equal settings share their memory`() {
    expect(MemoryLayout<CarouselMachine.SlideSettings>.size <= 40, equals: true)
    var settings = CarouselMachine.SlideSettings(transition: .fade)
    settings.transition?.userDuration = .seconds(2)
    expect(settings.transition?.userDuration, equals: .seconds(2))
    settings.transition = nil
    expect(settings, equals: CarouselMachine.SlideSettings())
    expect(self.settings([2: .fade]).effectiveTransition(of: 2), equals: .fade)
    expect(self.settings([2: .fade]).effectiveTransition(of: 1), equals: .slide)
  }
}
