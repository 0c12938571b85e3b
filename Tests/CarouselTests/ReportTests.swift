import Carousel
import CarouselValues
import TestSupport
import Testing

/// Reports other than progress.
struct ReportTests {
  private func told(_ reports: [CarouselMachine.Report]) -> [String] {
    reports.map {
      switch $0 {
      case .willBegin(_, let slide, _): "to \(slide)"
      case .willAppear(let slide): "+\(slide)"
      case .didShow(let slide, _): slide.map { "show \($0)" } ?? "show none"
      case .progress(let progress): progress.value == 0 ? "0" : "moved"
      case .didLand(let slide, _, _, _): "landed \(slide)"
      case .didDisappear(let slide): "-\(slide)"
      case .willDepart(let slide, let number): "\(slide) leaves as \(number)"
      case .didDepart(let number): "\(number) left"
      }
    }
  }

  @Test func `a slide appears, is shown, lands, and the other one disappears, in this order`() {
    var script = Script(5)
    expect(told(script.reports(0, .move(by: 1, cause: .program))), equals: ["to 1"])
    expect(told(script.reports(50, .tick)), equals: ["+1", "moved"])
    expect(told(script.reports(100, .tick)), equals: ["moved"])
    expect(told(script.reports(300, .tick)), equals: ["show 1", "0", "landed 1", "-0"])
    expect(told(script.reports(310, .tick)), equals: [])
  }

  @Test func `slides that pass between two ticks are not reported as appearing`() {
    var script = Script(9)
    script.at(0, .move(by: 3, cause: .program))
    expect(
      told(script.reports(400, .tick)), equals: ["+3", "show 1", "0", "show 2", "0", "show 3", "0", "landed 3", "-0"])
  }

  @Test func `a short drag that is released lands on the same slide`() {
    var script = Script(5)
    script.at(0, .grab)
    expect(told(script.reports(0, .drag(to: 0.2))), equals: ["+1", "moved"])
    script.at(10, .release(velocity: 0))
    expect(told(script.reports(400, .tick)), equals: ["0", "landed 0", "-1"])
  }

  @Test func `removing all slides reports that none is shown`() {
    var script = Script(5, start: 2)
    expect(told(script.reports(0, .reload(.init(count: 0)))), equals: ["show none", "2 leaves as -1", "0"])
    expect(told(script.reports(10, .reload(.init(count: 0)))), equals: [])
    expect(told(script.reports(20, .reload(.init(count: 3)))), equals: ["+0", "show 0", "0"])
  }

  @Test func `slides in view are not reported as appearing again after a reload`() {
    var script = Script(5, start: 2)
    expect(told(script.reports(0, .reload(.init(count: 9, newIndices: [2: 6])))), equals: ["show 6", "0"])
    script.at(10, .grab)
    script.at(10, .drag(to: 0.4))
    let reports = script.reports(20, .reload(.init(count: 10, newIndices: [6: 6, 7: 8])))
    expect(told(reports), equals: ["moved"])
    expect(script.frame(20).next, equals: 8)
  }

  @Test func `the beginning of a motion names its destination and cause, and a slide the direction in which it came`() {
    var machine = CarouselMachine(count: 5, settings: .still)
    expect(machine.handle(.move(by: -2), at: .zero), equals: [.willBegin(machine.motion, to: 3, cause: .user)])
    let first = machine.motion
    #expect(machine.landedMotion < first)
    let reports = machine.handle(.move(by: 1, cause: .program), at: .milliseconds(100))
    #expect(reports.contains(.willBegin(machine.motion, to: 4, cause: .program)))
    #expect(reports.contains(.didShow(4, direction: .backward)))
    #expect(machine.motion > first)
    let last = machine.handle(.tick, at: .milliseconds(500)).last { !isDisappearance($0) }
    expect(last, equals: .didLand(4, cause: .program, motion: machine.motion, isFinished: true))
    expect(machine.landedMotion, equals: machine.motion)
    expect(
      machine.handle(.reload(Reload(count: 6, newIndices: [4: 5])), at: .seconds(1)).first,
      equals: .didShow(5, direction: nil))
  }

  private func isDisappearance(_ report: CarouselMachine.Report) -> Bool {
    if case .didDisappear = report { true } else { false }
  }

  @Test func `a late wake reports what happened in the order of time, with the cause of each landing`() {
    var machine = CarouselMachine(count: 5, settings: CarouselMachine.Settings(interval: .seconds(2)))
    machine.handle(.move(by: 1), at: .zero)
    let swipe = machine.motion
    let reports = machine.handle(.tick, at: .milliseconds(2350))
    expect(told(reports), equals: ["+1", "show 1", "0", "landed 1", "-0", "to 2", "+2", "moved"])
    #expect(reports.contains(.didLand(1, cause: .user, motion: swipe, isFinished: true)))
    #expect(reports.contains(.willBegin(machine.motion, to: 2, cause: .automatic)))
  }

  @Test func `a motion that something else ends is reported as interrupted`() {
    var machine = CarouselMachine(count: 5, settings: .still)
    machine.handle(.move(by: 1), at: .zero)
    let reports = machine.handle(.jump(to: 3, animated: false), at: .milliseconds(100))
    #expect(reports.contains(.didLand(3, cause: .program, motion: machine.motion, isFinished: false)))
    // A motion without a duration begins and ends at once.
    var settings = CarouselMachine.Settings.still
    settings.transition = .none
    machine.handle(.configure(settings), at: .seconds(1))
    expect(
      told(machine.handle(.move(by: -1), at: .seconds(1))), equals: ["to 2", "+2", "show 2", "0", "landed 2", "-3"])
  }

  @Test func `the position counts all pages traveled, also around the seam`() {
    var script = Script(3)
    script.at(0, .move(by: 2))
    script.at(400, .move(by: 2))
    expect(script.frame(1000).position, equals: 4)
    expect(script.frame(1000).current, equals: 1)
    script.at(1000, .grab)
    script.at(1000, .drag(to: -0.25))
    expect(script.frame(1000).position, equals: 3.75)
  }
}
