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

  /// A plan for the first slide in the window of a stage.
  private func plan(_ stage: Stage, _ look: SlideLook = SlideLook(OwnSettings()), depth: ColorDepth)
    -> FirstDrawing.Plan
  {
    var options = Options(preferences: Preferences(art: .half))
    options.preferences.picture = stage.session.style.picture
    return FirstDrawing.Plan(
      options, look, in: CellSize(columns: 20, rows: 5), on: TerminalProfile(depth: depth))
  }

  @Test func `a first picture that was drawn before the session began is not drawn again`() throws {
    var stage = Stage("slow")
    let view = stage.session.view(at: stage.now).window
    let plan = plan(stage, depth: .truecolor)
    #expect(plan.suits(slot: view.slot, style: view.style.slides))
    #expect(!plan.suits(slot: CellSize(columns: 19, rows: 5), style: view.style.slides))
    #expect(!self.plan(stage, depth: .palette256).suits(slot: view.slot, style: view.style.slides))
    let wanted = try #require(stage.wanted().visible.first)
    // Of another color than the picture, to tell which of the two is shown.
    let green = Stage.picture("green", in: wanted, serial: 7)
    let drawing = plan.drawing(of: green, at: wanted.location)
    try stage.renderer.keep(#require(drawing))
    stage.arrived(wanted, .picture(Stage.picture("red", in: wanted, serial: 7)))
    expect(stage.color(3, 1), equals: "green")
    // In another window it is drawn.
    stage.send(.resized(CellSize(columns: 30, rows: 9), cellAspect: 0.5))
    let again = try #require(stage.wanted().visible.first)
    stage.arrived(again, .picture(Stage.picture("red", in: again, serial: 7)))
    expect(stage.color(3, 1), equals: "red")
  }

  @Test func `an animation is not drawn before the session begins`() throws {
    var stage = Stage("slow")
    let wanted = try #require(stage.wanted().visible.first)
    let moving = Stage.picture("red", in: wanted, animation: PictureAnimation(plays: nil), serial: 7)
    let isDrawn = plan(stage, depth: .truecolor).drawing(of: moving, at: wanted.location) != nil
    #expect(!isDrawn)
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
