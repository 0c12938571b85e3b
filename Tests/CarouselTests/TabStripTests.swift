import Carousel
import CarouselValues
import TestSupport
import Testing

/// A tab strip that is driven by the progress alone.
struct TabStripTests {
  /// The position of the strip's mark, with tabs one unit apart.
  private func mark(_ progress: CarouselMachine.Progress) -> Double {
    let start = Double(progress.from ?? 0)
    let end = progress.to.map(Double.init) ?? start
    return start + (end - start) * abs(progress.value)
  }

  @Test func `during a jump the mark moves toward the destination in every frame`() {
    var script = Script(100, start: 3)
    script.at(0, .jump(to: 40))
    expect(script.frame(75).progress, equals: .init(from: 3, to: 40, value: 0.4375, cause: .program))
    var last = 3.0
    for time in 0...300 {
      let mark = mark(script.frame(time).progress)
      #expect(mark >= last && mark <= 40)
      last = mark
    }
    expect(last, equals: 40)
  }

  @Test func `the mark never leaps, even if a jump turns back or lets a slide pass first`() {
    for target in [2, 50] {
      var script = Script(100, start: 10)
      script.at(0, .move(by: 1, cause: .program))
      script.at(75, .jump(to: target))
      var last = mark(script.frame(75).progress)
      for tenth in 750...3750 {
        let mark = mark(script.machine.frame(at: Timestamp(.microseconds(tenth * 100))).progress)
        #expect(abs(mark - last) < 0.2)
        last = mark
      }
      expect(last, equals: Double(target))
    }
  }

  @Test func `reported progress matches the frame's progress`() {
    var script = Script(20)
    script.at(0, .jump(to: 9))
    var told = script.frame(0).progress
    for time in 1...310 {
      for case .progress(let progress) in script.reports(time, .tick) { told = progress }
      expect(told, equals: script.frame(time).progress)
    }
    expect(told, equals: .init(from: 9, cause: .program))
  }

  @Test func `the progress of a drag past an end leads to no tab`() {
    var script = Script(3, .ended)
    script.at(0, .grab)
    script.at(0, .drag(to: -0.2))
    let progress = script.frame(0).progress
    #expect((progress.from, progress.to) == (0, nil))
    #expect(progress.value < 0)
    expect(progress.cause, equals: .user)
  }

  @Test func `the progress names the cause of the motion`() {
    var script = Script(5, CarouselMachine.Settings())
    expect(script.frame(5100).progress.cause, equals: .automatic)
    script.at(5400, .move(by: 1))
    expect(script.frame(5450).progress.cause, equals: .user)
    script.at(6000, .move(by: 1, cause: .program))
    expect(script.frame(6050).progress.cause, equals: .program)
    expect(script.frame(6400).progress.cause, equals: .program)
  }
}
