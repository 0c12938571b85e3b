import Carousel
import TestSupport
import Testing

/// Change modes: their durations and transitions.
struct ModeTests {
  @Test func `the built-in modes slide, fade and none have their specified durations`() {
    let modes = [TransitionSettings.slide, .fade, .none]
    expect(modes.map(\.userDuration), equals: [.milliseconds(300), .milliseconds(300), .zero])
    expect(modes.map(\.automaticDuration), equals: [.milliseconds(300), .milliseconds(1200), .zero])
    expect(modes.map(\.style), equals: [.slide, .fade, .slide])
    expect(CarouselMachine.Settings().transition, equals: .slide)
  }

  @Test func `a fade takes 1.2 s automatically and 0.3 s by hand, and follows a drag`() {
    var script = Script(5, CarouselMachine.Settings(transition: .fade))
    expect(script.frame(0).transition, equals: .fade)
    script.at(5000, .tick)
    #expect(isClose(script.offset(5600), 0.5))
    expect(script.shown(at: 6199), equals: [])
    expect(script.shown(at: 6200), equals: [1])
    script.at(7000, .move(by: 1, cause: .program))
    expect(script.shown(at: 7299), equals: [])
    expect(script.shown(at: 7300), equals: [2])
    script.at(8000, .grab)
    script.at(8000, .drag(to: -0.3))
    expect(script.offset(8000), equals: -0.3)
    expect(script.frame(8000).transition, equals: .fade)
  }

  @Test func `without motion slides change at once, and each one is reported`() {
    var script = Script(9, CarouselMachine.Settings(interval: nil, transition: .none))
    expect(
      script.at(0, .move(by: 3, cause: .program)),
      equals: [
        .didShow(1), .progress(0), .didShow(2), .progress(0), .didShow(3), .progress(0),
      ])
    #expect(!script.frame(0).isMoving)
    expect(script.at(10, .jump(to: 7)), equals: [.didShow(7), .progress(0)])
    expect(script.at(20, .move(by: -1)), equals: [.didShow(6), .progress(0)])
  }

  @Test func `without motion slides follow a drag, and change at once when released`() {
    var script = Script(9, CarouselMachine.Settings(interval: nil, transition: .none))
    script.at(0, .grab)
    expect(script.at(0, .drag(to: 0.6)), equals: [.progress(0.6)])
    expect(script.at(10, .release(velocity: 0)), equals: [.didShow(1), .progress(0)])
    #expect(!script.frame(10).isMoving)
  }

  @Test func `without motion auto-advance changes at once and dwells`() {
    var script = Script(3, CarouselMachine.Settings(transition: .none))
    expect(script.at(5000, .tick), equals: [.didShow(1), .progress(0)])
    expect(script.wake(5000), equals: 10_000)
  }

  @Test func `without motion a step beyond an end does nothing`() {
    var script = Script(3, CarouselMachine.Settings(interval: nil, wraps: false, transition: .none))
    expect(script.at(0, .move(by: -1, cause: .program)), equals: [])
    #expect(!script.frame(0).isMoving)
  }

  @Test func `a mode set during a motion applies from the next change`() {
    var script = Script(5)
    script.at(0, .move(by: 1, cause: .program))
    script.at(75, .configure(.still.with { $0.transition = .fade }))
    #expect(isClose(script.offset(75), 0.4375))
    #expect(isClose(script.offset(150), 0.75))
    expect(script.frame(150).transition, equals: .slide)
    expect(script.shown(at: 300), equals: [1])
    expect(script.frame(300).transition, equals: .fade)
  }

  @Test func `a custom mode takes its own duration`() {
    let slow = TransitionSettings(
      .slide, userDuration: .seconds(2), automaticDuration: .seconds(4))
    var script = Script(5, CarouselMachine.Settings(interval: nil, transition: slow))
    script.at(0, .move(by: 1, cause: .program))
    #expect(isClose(script.offset(1000), 0.75))
    expect(script.shown(at: 2000), equals: [1])
  }

  @Test func `turning wrap off during a motion keeps the slide on screen and stops at the end`() {
    var script = Script(5, start: 4)
    script.at(0, .move(by: 3, cause: .program))
    script.at(30, .configure(.ended))
    expect(script.frame(30).next, equals: 0)
    let offset = script.offset(30)
    #expect(isClose(offset, 0.57))
    expect(script.shown(at: 3000), equals: [0, 1, 2])

    var backward = Script(5, start: 1)
    backward.at(0, .move(by: -4, cause: .program))
    backward.at(30, .configure(.ended))
    #expect(isClose(backward.offset(30), -0.76))
    expect(backward.shown(at: 3000), equals: [0])
  }

  @Test func `turning wrap off during a drag keeps the slide under the pointer`() {
    var script = Script(5)
    script.at(0, .grab)
    script.at(0, .drag(to: -0.4))
    script.at(10, .configure(.ended))
    expect(script.frame(10).previous, equals: 4)
    expect(script.offset(10), equals: -0.4)
    expect(script.shown(at: 10, .drag(to: -1.1)), equals: [4])
  }

  @Test func `turning wrap on during a drag keeps the offset`() {
    var script = Script(5, .ended)
    script.at(0, .grab)
    script.at(0, .drag(to: -0.4))
    let offset = script.offset(0)
    script.at(10, .configure(.still))
    #expect(isClose(script.offset(10), offset))
    expect(script.frame(10).previous, equals: 4)
  }
}
