import Carousel
import CarouselValues
import TestSupport
import Testing

/// What assistive technology presents.
struct AccessibilityTests {
  @Test func `a slide has a label, and its change is announced once it has landed`() {
    var script = Script(3, .still)
    script.at(0, .move(by: 1))
    let moving = script.frame(100).accessibility
    #expect(moving.liveRegion == .off && moving.announcement == nil)
    expect(moving.label, equals: "2 of 3")
    let rested = script.frame(400).accessibility
    expect(rested.announcement, equals: "2 of 3")
    expect(rested.focusOrder, equals: [1])
    expect([rested.roleDescription, rested.slideRoleDescription], equals: ["carousel", "slide"])
  }

  @Test func `nothing is announced while auto-advance runs or has brought the slide`() {
    var script = Script(3, CarouselMachine.Settings())
    expect(script.frame(0).accessibility.liveRegion, equals: .off)
    script.at(0, .pause(.user))
    expect(script.frame(0).accessibility.liveRegion, equals: .polite)
    script.at(0, .resume(.user))
    script.at(5400, .pause(.user))
    expect(script.frame(5400).accessibility.liveRegion, equals: .off)
    script.at(6000, .move(by: 1))
    expect(script.frame(7000).accessibility.announcement, equals: "3 of 3")
  }

  @Test func `arrows are enabled where there is a slide beyond the destination`() {
    var script = Script(3, .ended)
    func arrows(_ milliseconds: Int) -> [Bool] {
      let accessibility = script.frame(milliseconds).accessibility
      return [accessibility.canMoveBackward, accessibility.canMoveForward]
    }
    expect(arrows(0), equals: [false, true])
    script.at(0, .move(by: 2))
    expect(arrows(10), equals: [true, false])
    expect(arrows(1000), equals: [true, false])
    script.at(1000, .configure(.still))
    expect(arrows(1000), equals: [true, true])
    script.at(1000, .reload(Reload(count: 1, newIndices: [2: 0])))
    expect(arrows(1000), equals: [false, false])
    script.at(1000, .reload(Reload(count: 0)))
    #expect(arrows(1000) == [false, false] && script.frame(1000).accessibility.label == nil)
  }

  @Test func `slides that are entirely in view have the focus in the order of reading`() {
    let layout = CarouselMachine.Layout(isMirrored: true, pageLength: 0.3)
    var script = Script(9, start: 4, .still.with { $0.layout = layout })
    expect(script.frame(0).layers.count, equals: 5)
    expect(script.frame(0).accessibility.focusOrder, equals: [3, 4, 5])
    script.at(0, .grab)
    script.at(0, .drag(to: 0.4))
    expect(script.frame(0).accessibility.focusOrder, equals: [4, 5])
  }
}
