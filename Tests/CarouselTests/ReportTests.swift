import Carousel
import Testing

/// Reports other than progress.
struct ReportTests {
  private func told(_ reports: [CarouselMachine.Report]) -> [String] {
    reports.map {
      switch $0 {
      case .willAppear(let slide): "+\(slide)"
      case .didShow(let slide): slide.map { "show \($0)" } ?? "show none"
      case .progress(let progress): progress.value == 0 ? "0" : "moved"
      case .didLand(let slide): "landed \(slide)"
      case .didDisappear(let slide): "-\(slide)"
      }
    }
  }

  @Test func `a slide appears, is shown, lands, and the other one disappears, in this order`() {
    var script = Script(5)
    #expect(told(script.reports(0, .step(by: 1))) == [])
    #expect(told(script.reports(50, .tick)) == ["+1", "moved"])
    #expect(told(script.reports(100, .tick)) == ["moved"])
    #expect(told(script.reports(300, .tick)) == ["show 1", "0", "landed 1", "-0"])
    #expect(told(script.reports(310, .tick)) == [])
  }

  @Test func `slides that pass between two ticks are not reported as appearing`() {
    var script = Script(9)
    script.at(0, .step(by: 3))
    #expect(
      told(script.reports(400, .tick))
        == ["+3", "show 1", "0", "show 2", "0", "show 3", "0", "landed 3", "-0"])
  }

  @Test func `a short drag that is released lands on the same slide`() {
    var script = Script(5)
    script.at(0, .grab)
    #expect(told(script.reports(0, .drag(to: 0.2))) == ["+1", "moved"])
    script.at(10, .release(velocity: 0))
    #expect(told(script.reports(400, .tick)) == ["0", "landed 0", "-1"])
  }

  @Test func `removing all slides reports that none is shown`() {
    var script = Script(5, start: 2)
    #expect(told(script.reports(0, .reload(.init(count: 0)))) == ["show none", "0"])
    #expect(told(script.reports(10, .reload(.init(count: 0)))) == [])
    #expect(told(script.reports(20, .reload(.init(count: 3)))) == ["+0", "show 0", "0"])
  }

  @Test func `slides in view are not reported as appearing again after a reload`() {
    var script = Script(5, start: 2)
    #expect(told(script.reports(0, .reload(.init(count: 9, places: [2: 6])))) == ["show 6", "0"])
    script.at(10, .grab)
    script.at(10, .drag(to: 0.4))
    let reports = script.reports(20, .reload(.init(count: 10, places: [6: 6, 7: 8])))
    #expect(told(reports) == ["moved"])
    #expect(script.frame(20).next == 8)
  }
}
