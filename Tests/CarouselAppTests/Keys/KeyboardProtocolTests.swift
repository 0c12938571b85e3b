import Carousel
import CarouselApp
import Decks
import Rendering
import System
import Terminal
import TestSupport
import Testing

@Suite("A terminal with kitty's keyboard protocol")
@MainActor struct KeyboardProtocolTests {
  /// A session that knows that releases are reported.
  private func stage() -> Stage {
    var stage = Stage("red", "green", "blue") { $0.settings.interval = .seconds(5) }
    var facts = TerminalFacts()
    _ = facts.apply(.has(.keyboardProtocol))
    stage.apply(facts)
    return stage
  }

  @Test func `a key of another layout acts like the one in its place on a Latin keyboard`() {
    var stage = stage()
    stage.send(.input(.layoutKey(.character("д"), base: .character("l"))))
    stage.wait(1)
    expect(stage.current, equals: 1)
    stage.send(.input(.layoutKey(.character("Й"), base: .character("Q"))))
    expect(stage.effects, equals: [])
    stage.send(.input(.layoutKey(.character("й"), base: .character("q"))))
    expect(stage.effects, equals: [.end(.quit(marked: []))])
  }

  @Test func `a character that is typed or bound is itself`() throws {
    var stage = stage()
    stage.press(.character("/"))
    stage.send(.input(.layoutKey(.character("й"), base: .character("q"))))
    expect(stage.effects, equals: [])
    stage.press(.escape)
    var bound = Stage("red", "green") { options in
      _ = try? options.keys.apply(KeySetting(mode: nil, keys: "й", action: "next"))
    }
    bound.send(.input(.layoutKey(.character("й"), base: .character("q"))))
    bound.wait(1)
    expect(bound.current, equals: 1)
    expect(bound.effects, equals: [])
  }

  @Test func `auto-advance waits until the key is released, however long it is held`() {
    var stage = stage()
    stage.press(.right)
    for _ in 0..<20 { stage.wait(1) }
    expect(stage.current, equals: 1)
    stage.send(.input(.keyReleased))
    stage.wait(4.9)
    expect(stage.current, equals: 1)
    stage.wait(1)
    expect(stage.current, equals: 2)
  }

  @Test func `a key counts as released when the window loses the focus, and half a minute after it was pressed`() {
    for isLost in [true, false] {
      var stage = stage()
      stage.press(.right)
      if isLost { stage.send(.input(.focus(false))) } else { for _ in 0..<30 { stage.wait(1) } }
      stage.wait(6)
      expect(stage.current, equals: 2)
    }
  }

  @Test func `slides follow a pointer that is reported in pixels by the pixel`() {
    var stage = stage()
    var decoder = InputDecoder()
    _ = decoder.feed("\u{1B}[?1016;1$y".utf8, at: .zero)
    // Cells of 10 by 20 pixels, in a window of 20 columns: the first half of a cell is jitter, the next three pixels count.
    for event in decoder.feed("\u{1B}[<0;101;21M\u{1B}[<32;93;21M".utf8, at: .zero) {
      guard case .mouse(let mouse) = event,
        let place = mouse.inCells(of: CellPixels(width: 10, height: 20), in: CellSize(columns: 20, rows: 5))
      else { continue }
      stage.send(.input(.mouse(place)))
    }
    #expect(abs(stage.session.machine.frame(at: stage.now).progress.value - 0.015) < 1e-9)
  }
}
