import Bitmaps
import Carousel
import CarouselValues
@testable import CarouselApp
import Decks
import Pictures
import Rendering
import System
import Terminal
import TestSupport
import Testing

/// What a session shows and puts outside its window, through the terminal.
@Suite @MainActor struct SessionDesktopTests {
  private func notifications(_ stage: Stage) -> [String] {
    stage.effects.compactMap { if case .notify(let notification) = $0 { notification.text } else { nil } }
  }

  @Test func `a failed background command and new pictures notify while the window lacks the focus`() {
    var stage = Stage("red") { ($0.notifies, $0.watches) = (true, true) }
    let action = "Keep\u{1B}"
    stage.send(.commandEnded(status: 1 << 8, isInBackground: true))
    stage.send(.input(.focus(false)))
    stage.send(.commandEnded(status: 1 << 8, lastLine: "no space", isInBackground: true, action: action))
    stage.send(.commandEnded(status: 0, isInBackground: true, action: action))
    stage.deck(["red", "green"])
    stage.deck(["red", "green"])
    stage.deck(["red", "green", "blue", "white"])
    stage.send(.input(.focus(true)))
    stage.deck(["red", "green", "blue", "white", "halves"])
    expect(
      notifications(stage),
      equals: ["Keep␛: the command exited with status 1: no space", "a new picture", "2 new pictures"])
  }

  @Test func `nothing notifies unless the user has asked for it`() {
    var stage = Stage("red") { $0.watches = true }
    stage.send(.input(.focus(false)))
    stage.send(.commandEnded(status: 1 << 8, isInBackground: true))
    stage.deck(["red", "green"])
    expect(notifications(stage), equals: [])
  }

  @Test func `a copy that takes longer than a second shows that it is under way`() {
    var stage = Stage("red") { $0.keepFolder = Path("/keep") }
    expect(stage.session.progress(at: stage.now), equals: nil)
    stage.type("K")
    expect(stage.session.progress(at: stage.now), equals: nil)
    expect(stage.requests.wake, equals: stage.now.advanced(by: .seconds(1)))
    stage.wait(1)
    expect(stage.session.progress(at: stage.now), equals: .unknown)
    let change = FileChange(operation: .copy(to: Path("/keep")), items: [])
    stage.send(
      .organized(.perform(change.operation, on: [Path("red")]), FileResult(change: change, failures: [])))
    expect(stage.session.progress(at: stage.now), equals: nil)
  }

  /// Facts of a terminal that takes pictures for its clipboard.
  private static var facts: TerminalFacts {
    var facts = TerminalFacts()
    _ = facts.apply(.mode(5522, state: 2))
    return facts
  }

  @Test func `the picture is copied through a terminal that takes it, without a desktop`() throws {
    var stage = Stage("red", columns: 44, rows: 12)
    stage.type("op")
    expect(stage.effects, equals: [])
    stage.send(.terminal(Self.facts, depth: .truecolor))
    stage.type("op")
    guard case .copyPicture(let key, let type, let limit) = stage.effects.last else {
      Issue.record("nothing copied")
      return
    }
    expect(key.location, equals: .file(Path("red")))
    expect(type, equals: "image/png")
    expect(limit, equals: 16 << 20)
    #expect(stage.row(0).contains("copying…"))
  }

  @Test(arguments: [
    ("DONE", "picture copied"), ("EPERM", "not copied: the terminal does not allow it"),
    ("EIO", "not copied: the terminal reports EIO"),
  ])
  func `the terminal's answer to a copied picture is shown, once`(status: String, message: String) {
    var options = Options(preferences: Preferences(art: .half))
    options.settings.interval = nil
    let script = LoopStage(
      options, size: CellSize(columns: 60, rows: 12), deck: Deck([.slides([Slide(.file(Path("red")))])]))
    script.loadPictures()
    script.report(.terminal(Self.facts, depth: .truecolor))
    let reply = "\u{1B}]5522;type=write:status=\(status)\u{1B}\\"
    script.type(reply)
    #expect(!script.rows[0].contains("copied"))
    script.type("op")
    script.type(reply)
    #expect(script.rows[0].contains(message))
  }
}
