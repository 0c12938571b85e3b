import Carousel
import Decks
import Pictures
import Rendering
import Terminal
import TestSupport
import Testing

@testable import CarouselApp

@Suite("Prerendered slides")
@MainActor struct SessionPreparingTests {
  @Test func `the neighbors are prerendered one after the other, each once`() throws {
    var stage = Stage("red", "green", "blue", columns: 20, rows: 5) { $0.preferences.picture.art = .legacy }
    stage.compose()
    stage.load()
    var drawn = 0
    while let job = stage.prerender {
      stage.prerendered(job, job.run())
      drawn += 1
      try #require(drawn < 9)
    }
    expect(drawn, equals: 2)
    stage.press(.right)
    stage.wait(1)
    expect(stage.color(0, 0), equals: "green")
  }

  @Test func `a slide prerendered for another window size is not used`() throws {
    var stage = Stage("red", "green", columns: 20, rows: 5)
    stage.compose()
    stage.load()
    let first = stage.prerender
    let job = try #require(first)
    let content = job.run()
    stage.send(.resized(CellSize(columns: 30, rows: 9), cellAspect: 0.5))
    stage.compose()
    stage.prerendered(job, content)
    stage.load()
    let again = stage.prerender
    try expect(#require(again).run().cells.size, equals: CellSize(columns: 30, rows: 9))
  }

  @Test func `the terminal's version selects the art mode unless the user has chosen one`() {
    var facts = TerminalFacts()
    _ = facts.apply(.version("kitty(0.40.1)"))
    for choosesByHand in [false, true] {
      var stage = Stage("red", columns: 40, rows: 5) {
        $0.artOfTerminal = { $0 == "kitty(0.40.1)" ? .best : .block }
      }
      if choosesByHand { stage.type("a") }
      let before = stage.session.style.picture.art
      stage.apply(facts)
      expect(stage.session.style.picture.art, equals: (choosesByHand ? before : .best))
      #expect(before != .best)
    }
  }

  @Test func `pictures are redrawn once the terminal's whole palette is known`() {
    var stage = Stage("red", columns: 20, rows: 4, depth: .palette16)
    expect(stage.compose()[0, 0].background, equals: Color(index: 9))
    var facts = TerminalFacts()
    for index in UInt8(0)..<16 {
      // In this palette red is entry 3, and all other entries are black.
      let color = index == 3 ? Color(red: 250, green: 0, blue: 0) : .black
      _ = facts.apply(.palette(index, color))
      stage.apply(facts)
      // Nothing changes until all entries are known.
      expect((stage.compose()[0, 0].background == Color(index: 3)), equals: (index == 15))
    }
  }

  @Test func `a palette changes nothing in truecolor`() {
    var stage = Stage("red", columns: 20, rows: 4)
    let before = stage.compose()
    var facts = TerminalFacts()
    for index in UInt8(0)..<16 { _ = facts.apply(.palette(index, .black)) }
    stage.apply(facts)
    expect(stage.session.style.terminal.palette, equals: .xterm)
    expect(stage.compose(), equals: before)
  }

  @Test func `without colors, the terminal's background decides between blank and full cells`() {
    var stage = Stage("white", columns: 20, rows: 4, depth: .mono)
    expect(stage.compose()[0, 0].glyph, equals: .fullBlock)
    var facts = TerminalFacts()
    _ = facts.apply(.color(number: 11, .white))
    stage.apply(facts)
    expect(stage.compose()[0, 0].glyph, equals: .blank)
  }
}
