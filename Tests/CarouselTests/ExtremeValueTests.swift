import Carousel
import CarouselValues
import TestSupport
import Testing

/// Every event is safe with any value, in any state.
struct ExtremeValueTests {
  private static let integers = [Int.min, .min + 1, -1, 0, 1, .max / 4, .max / 4 + 1, .max - 1, .max]
  private static let numbers: [Double] = [
    .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, 0, -0.5,
    1e18,
  ]
  private static let durations: [Duration] = [
    .zero, .seconds(-1), .nanoseconds(1), .seconds(Int64.max), .seconds(Int64.min), .seconds(1.6e20),
  ]

  private static var settings: [CarouselMachine.Settings] {
    var all: [CarouselMachine.Settings] = [.still, .ended]
    for duration in durations {
      let mode = TransitionSettings(.push, userDuration: duration, automaticDuration: duration)
      all.append(
        CarouselMachine.Settings(interval: duration, minimumInterval: duration, wraps: false, transition: mode))
    }
    for (number, integer) in zip(numbers, integers) {
      let pose = SlideTransition.Pose(
        shift: number, scale: number, opacity: number, shade: number, turn: number, hinge: number, z: number)
      let transition = SlideTransition(
        keyframes: [.init(at: number, pose), .init(at: 0, pose), .init(at: -number, pose)], extent: number)
      let layout = CarouselMachine.Layout(
        axis: .vertical, isMirrored: true, pageLength: number, spacing: number, neighbors: integer)
      all.append(
        CarouselMachine.Settings(
          heading: .backward, wraps: integer > 0, transition: TransitionSettings(transition), layout: layout))
    }
    return all
  }

  private static var events: [CarouselMachine.Event] {
    var all: [CarouselMachine.Event] = [.grab, .advanceAutomatically, .tick, .pause(""), .resume("")]
    for integer in integers {
      all += [
        .move(by: integer, holding: .seconds(Int64.max)), .move(by: integer, cause: .program), .jump(to: integer),
        .jump(to: integer, animated: false), .reload(Reload(count: integer)),
        .reload(Reload(count: .max, newIndices: [.max: .max, .min: .min, 2: integer])),
        .reload(Reload(count: .max, newIndices: [integer: 0])),
        .reload(Reload(count: 5, newIndices: [integer: integer])),
      ]
    }
    for number in numbers { all += [.grab, .drag(to: number), .release(velocity: number)] }
    all += settings.map { .configure($0) }
    return all
  }

  @Test(arguments: integers)
  func `every event is safe with any value, for any count`(_ count: Int) {
    for (start, settings) in [(count, CarouselMachine.Settings.ended), (3, CarouselMachine.Settings())] {
      for event in Self.events {
        var machine = CarouselMachine(count: count, start: start, settings: settings)
        machine.handle(.move(by: 1, cause: .program), at: .zero)
        for moment in [Timestamp.seconds(-1e20), .seconds(0.05), .seconds(1e20)] {
          machine.handle(event, at: moment)
          look(at: machine, moment)
        }
      }
    }
  }

  @Test func `sequences of events with extreme values are safe`() {
    var events = RandomEvents(seed: 4)
    var machine = CarouselMachine(count: .max, start: .max)
    let all = Self.events
    for step in 0..<500 {
      let moment = Timestamp(.milliseconds(step * 40))
      machine.handle(all[events.int(0...all.count - 1)], at: moment)
      look(at: machine, moment)
    }
  }

  @Test func `extreme counts and starts are clamped`() {
    let machine = CarouselMachine(count: .max, start: .max)
    expect(machine.count, equals: .max / 4)
    expect(machine.current, equals: .max / 4 - 1)
    expect(CarouselMachine(count: .min, start: .min).current, equals: nil)
  }

  private func look(at machine: CarouselMachine, _ moment: Timestamp) {
    let frame = machine.frame(at: moment)
    #expect(abs(frame.progress.value) < 1)
    #expect(frame.current.map { $0 >= 0 && $0 < machine.count } ?? (machine.count == 0))
    for page in Self.integers { _ = frame[page: page] }
    #expect(frame.layers.count <= 18)
    _ = machine.demand
    _ = machine.anchorSlides(at: moment)
    _ = machine.nextWake(after: moment).deadline(after: moment, frameInterval: .milliseconds(16))
  }
}
