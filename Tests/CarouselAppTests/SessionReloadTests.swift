import Carousel
import Decks
import Rendering
import Terminal
import TestSupport
import Testing

@testable import CarouselApp

@Suite("Reloading a session's slides")
@MainActor struct SessionReloadTests {
  private func names(_ range: ClosedRange<Character>) -> [String] {
    "abcdefghijkl".filter(range.contains).map { String($0) }
  }

  /// Returns the slide on screen after the deck a…l has been replaced while the slide with a number was shown, or nil
  /// if there is none.
  private func shown(_ slide: Int, then remaining: [String]) -> String? {
    var stage = Stage()
    stage.deck(names("a"..."l"))
    stage.send(.input(.key(.home)))
    stage.type("\(slide)")
    stage.press(.enter)
    stage.wait(1)
    stage.deck(remaining)
    return stage.current.map { String(decoding: stage.session.deck[$0].location.reference, as: UTF8.self) }
  }

  @Test func `a removed slide on screen is replaced by its nearest survivor`() {
    // f is shown.
    expect(shown(6, then: names("g"..."l")), equals: "g")
    expect(shown(6, then: names("a"..."e")), equals: "e")
    expect(shown(6, then: names("a"..."e") + names("g"..."l")), equals: "g")
    expect(shown(6, then: names("a"..."c") + names("j"..."l")), equals: "c")
    expect(shown(6, then: ["l", "x", "y"]), equals: "l")
    expect(shown(6, then: ["x", "a", "y"]), equals: "a")
    // Without a survivor, the slide with the same number is shown, or the last one if there are fewer.
    expect(shown(6, then: ["u", "v", "w", "x", "y", "z", "ä"]), equals: "z")
    expect(shown(6, then: ["u", "v"]), equals: "v")
    expect(shown(6, then: []), equals: nil)
  }

  @Test func `the nearest survivor is found among thousands of removed slides`() {
    var stage = Stage()
    stage.deck((0..<3000).map { "p\($0)" })
    stage.type("2001")
    stage.press(.enter)
    stage.wait(1)
    stage.deck(["p2999", "p1", "new"])
    expect(stage.current, equals: 0)
  }

  @Test func `a full interval begins on the surviving slide`() {
    var stage = Stage("red", "green", "blue", "white") { $0.settings.interval = .seconds(5) }
    stage.wait(4)
    stage.deck(["blue", "white"])
    stage.wait(4.5)
    expect(stage.current, equals: 0)
    stage.wait(1)
    expect(stage.current, equals: 1)
  }

  @Test func `a removed slide stays on screen while it leaves and the next one moves in`() {
    var stage = Stage("red", "green", "blue", "white")
    stage.deck(["green", "blue", "white"])
    expect(stage.color(0, 2), equals: "red")
    stage.wait(0.1)
    expect(stage.session.library.departing.count, equals: 1)
    expect(stage.color(19, 2), equals: "green")
    let (frame, empty) = (stage.frame, Cell.blank.background)
    #expect(frame[8, 2].background != empty && stage.color(8, 2) == "none", "red fades, but has not gone yet")
    expect(frame[0, 2].background, equals: empty)
    stage.wait(0.3)
    expect(stage.color(0, 2), equals: "green")
    expect(stage.session.library.departing.count, equals: 0)
    stage.deck([])
    stage.wait(0.01)
    expect(stage.session.library.departing.count, equals: 1)
    stage.wait(0.3)
    #expect(stage.session.library.departing.isEmpty && stage.current == nil)
  }

  @Test func `a slide inserted between the two on screen replaces neither`() {
    var stage = Stage("red", "green", "blue")
    stage.mouse(.pressed(.left), 15, 2)
    stage.mouse(.dragged(.left), 7, 2)
    expect(stage.color(11, 0), equals: "red")
    expect(stage.color(12, 0), equals: "green")
    stage.deck(["red", "white", "green", "blue"])
    expect(stage.color(11, 0), equals: "red")
    expect(stage.color(12, 0), equals: "green")
    stage.mouse(.dragged(.left), 2, 2)
    stage.mouse(.released(.left), 2, 2)
    stage.wait(1)
    expect(stage.current, equals: 2)
  }

  @Test func `a motion ends on its destination even if a slide before it is removed`() {
    var stage = Stage("red", "green", "blue", "white", "red2", "green2", "blue2", "white2")
    stage.type("4")
    stage.press(.enter)
    stage.deck(["red", "blue", "white", "red2", "green2", "blue2", "white2"])
    stage.wait(1)
    expect(stage.current, equals: 2)
    expect(stage.color(0, 0), equals: "white")
  }
}
