import Carousel
@testable import CarouselApp
import Terminal
import TestSupport
import Testing

@Suite("The viewer's toolbar")
@MainActor struct SessionToolbarTests {
  /// Returns a viewer that has just been opened.
  private func viewer(depth: ColorDepth = .truecolor, change: (inout Options) -> Void = { _ in }) -> Stage {
    var stage = Stage("red", "green", "blue", columns: 30, rows: 8, depth: depth, change: change)
    stage.press(.enter)
    return stage
  }

  @Test func `the toolbar stays for three seconds, fades, and then causes no wake-up`() {
    var stage = viewer()
    stage.wait(2.9)
    #expect(stage.row(0).contains(" 1/3 red "))
    let ink = stage.frame[22, 0].foreground
    stage.wait(0.3)
    #expect(stage.row(0).contains(" 1/3 red "))
    #expect(stage.frame[22, 0].foreground != ink)
    expect(stage.requests.wake, equals: stage.now)
    stage.wait(0.25)
    #expect(!stage.row(0).contains("red"))
    expect(stage.requests.wake, equals: nil)
  }

  @Test func `a key, a mouse report, a resize or another slide shows the toolbar again`() {
    let events: [SessionEvent] = [
      .input(.key(.tab)), .input(.mouse(MouseEvent(.pressed(.right), column: 3, row: 3))),
      .resized(CellSize(columns: 31, rows: 8), cellAspect: 0.5),
    ]
    for event in events {
      var stage = viewer()
      stage.wait(5)
      #expect(!stage.row(0).contains("red"))
      stage.send(event)
      stage.load()
      #expect(stage.row(0).contains(" 1/3 red "))
      stage.wait(5)
      #expect(!stage.row(0).contains("red"))
    }
    var stage = viewer()
    stage.wait(5)
    stage.deck(["green"])
    #expect(stage.row(0).contains(" 1/1 green "))
  }

  @Test func `without motion or colors the toolbar vanishes without fading`() {
    var still = viewer { $0.settings.transition = .none }
    still.wait(2.99)
    #expect(still.row(0).contains("1/3 red"))
    still.wait(0.02)
    #expect(!still.row(0).contains("red"))
    expect(still.requests.wake, equals: nil)
    var plain = viewer(depth: .mono)
    plain.wait(3.1)
    #expect(plain.row(0).contains("1/3 red"))
    plain.wait(0.15)
    #expect(!plain.row(0).contains("red"))
  }

  @Test func `a pause stays in the toolbar, and messages show for their own time`() {
    var stage = viewer()
    stage.type(" ")
    stage.wait(5)
    #expect(stage.row(0).contains("‖ paused"))
    #expect(!stage.row(0).contains("red"))
    stage.type("a")
    #expect(stage.row(0).contains("art:"))
    stage.wait(1.6)
    #expect(stage.row(0).contains("1/3 red  ‖ paused"))
  }
}
