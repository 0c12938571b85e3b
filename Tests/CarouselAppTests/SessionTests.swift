import Carousel
@testable import CarouselApp
import Decks
import Imaging
import Rendering
import System
import Terminal
import TestSupport
import Testing

@Suite("A session")
@MainActor struct SessionTests {
  @Test("An arrow key moves to the next slide and its dot in 0.3 seconds")
  func swipe() {
    var stage = Stage("red", "green", "blue")
    expect(stage.row(4), equals: "       ● ○ ○        ")
    expect(stage.color(0, 0), equals: "red")
    stage.press(.right)
    stage.wait(0.15)
    expect(stage.color(0, 0), equals: "red")
    expect(stage.color(19, 0), equals: "green")
    stage.wait(0.15)
    expect(stage.color(0, 0), equals: "green")
    expect(stage.row(4), equals: "       ○ ● ○        ")
  }

  @Test("Ten quick presses move ten slides")
  func tenPresses() {
    var stage = Stage("red", "green", "blue")
    for _ in 0..<10 { stage.press(.right) }
    stage.wait(1)
    expect(stage.current, equals: 1)
  }

  @Test("Arrows, h and l, and the page keys all go to the previous and next slides")
  func aliases() {
    for (back, forward) in [(Key.left, Key.right), (.character("h"), .character("l")), (.pageUp, .pageDown)] {
      var stage = Stage("red", "green", "blue", "white")
      stage.press(forward)
      stage.wait(1)
      expect(stage.current, equals: 1)
      stage.press(back)
      stage.wait(1)
      expect(stage.current, equals: 0)
    }
  }

  @Test("Home and End go to the first and last slides; a number and Enter go to that slide")
  func jumps() {
    var stage = Stage("red", "green", "blue", "white")
    stage.press(.end)
    stage.wait(1)
    expect(stage.current, equals: 3)
    stage.press(.home)
    stage.wait(1)
    expect(stage.current, equals: 0)
    stage.type("3")
    #expect(stage.row(0).hasSuffix(" go to 3  "))
    stage.press(.enter)
    stage.wait(1)
    expect(stage.current, equals: 2)
    #expect(stage.effects.isEmpty)
  }

  @Test("A number beyond the deck shows a message; Esc cancels typed digits")
  func badNumbers() {
    var stage = Stage("red", "green", columns: 40)
    stage.type("17")
    stage.press(.enter)
    stage.wait(0.5)
    expect(stage.current, equals: 0)
    #expect(stage.row(0).contains("no slide 17"))
    stage.type("2")
    stage.press(.escape)
    stage.wait(1)
    expect(stage.current, equals: 0)
    #expect(stage.effects.isEmpty)
  }

  @Test("q, Esc and Ctrl-C quit")
  func leaving() {
    for key in [Key.character("q"), .escape, .control("c")] {
      var stage = Stage("red", "green")
      stage.press(key)
      expect(stage.effects, equals: [.end(.quit(marked: []))])
    }
  }

  @Test func `Esc closes a message before it quits; q quits at once`() {
    var stage = Stage("red", "green", columns: 40)
    stage.type("c")
    #expect(stage.row(0).contains("change mode"))
    stage.press(.escape)
    #expect(!stage.row(0).contains("change mode") && stage.effects.isEmpty)
    stage.press(.escape)
    expect(stage.effects, equals: [.end(.quit(marked: []))])
    var other = Stage("red", "green", columns: 40)
    other.type("cq")
    expect(other.effects, equals: [.end(.quit(marked: []))])
  }

  @Test func `with marks, Esc quits when it is pressed again`() {
    var stage = Stage("red", "green", columns: 60)
    stage.type("m")
    stage.press(.escape)
    #expect(stage.row(0).contains("Esc again quits and forgets the marks") && stage.effects.isEmpty)
    stage.wait(6)
    stage.press(.escape)
    #expect(stage.effects.isEmpty)
    stage.press(.escape)
    expect(stage.effects, equals: [.end(.quit(marked: stage.session.markedSlides))])
  }

  @Test func `Ctrl-L repaints the screen, even with the help panel open`() {
    var stage = Stage("red", "green")
    stage.type("?")
    stage.press(.control("l"))
    expect(stage.effects, equals: [.repaint])
    stage.press(.escape)
    expect(stage.effects, equals: [.repaint])
  }

  @Test("Enter opens the viewer, which names the slide and hides dots; Enter or Esc closes it")
  func viewer() {
    for closing in [Key.enter, .escape] {
      var stage = Stage("red", "green")
      stage.press(.enter)
      expect(stage.row(0), equals: "           1/2 red  ")
      expect(stage.row(4), equals: "                    ")
      #expect(stage.session.machine.pauseReasons.contains(.viewer))
      stage.press(closing)
      expect(stage.row(0), equals: "                    ")
      expect(stage.row(4), equals: "        ● ○         ")
      #expect(stage.session.machine.pauseReasons.isEmpty)
      #expect(stage.effects.isEmpty)
    }
  }

  @Test func `in the viewer d changes nothing and says that there is no description`() {
    var stage = Stage("red", "green", columns: 40)
    let style = stage.session.style
    stage.press(.enter)
    stage.type("d")
    #expect(stage.row(0).contains("no description in the viewer"))
    expect(stage.session.style, equals: style)
  }

  @Test func `c sets the change mode in the viewer, too`() {
    var stage = Stage("red", "green", columns: 40)
    stage.press(.enter)
    stage.type("c")
    #expect(stage.row(0).contains("change mode: fade"))
    stage.press(.right)
    stage.wait(0.1)
    #expect(!["red", "green"].contains(stage.color(5, 3)))
  }

  @Test func `a number and Enter go to a slide in the viewer, which stays open`() {
    var stage = Stage("red", "green", "blue")
    stage.press(.enter)
    stage.type("3")
    expect(stage.row(0), equals: "           go to 3  ")
    stage.press(.enter)
    stage.wait(1)
    expect(stage.current, equals: 2)
    expect(stage.row(0), equals: "          3/3 blue  ")
  }

  @Test("With a click command Enter runs it for the slide; with --pick it picks the slide")
  func clicks() {
    var running = Stage("red", "green") { $0.click = .command("open \"$1\"") }
    running.press(.right)
    running.wait(1)
    running.press(.enter)
    let slide = Slide(.file(Path("green")))
    expect(
      running.effects,
      equals: [
        .run(ClickedSlide(slide: slide, number: 2, count: 2, caption: ""), command: "open \"$1\"")
      ])
    var picking = Stage("red", "green") { $0.click = .pick }
    picking.press(.enter)
    expect(picking.effects, equals: [.end(.picked([Slide(.file(Path("red")))]))])
  }

  @Test("Space pauses and resumes; a paused carousel stays paused through swipes")
  func pausing() {
    var stage = Stage("red", "green", "blue") { $0.settings.interval = .seconds(5) }
    stage.press(.character(" "))
    #expect(stage.row(0).contains("‖"))
    stage.press(.right)
    stage.wait(20)
    expect(stage.current, equals: 1)
    stage.press(.character(" "))
    #expect(!stage.row(0).contains("‖"))
    stage.wait(5.5)
    expect(stage.current, equals: 2)
  }

  @Test("Keys set change mode, page position, art, description and interval; messages show briefly")
  func settings() {
    var stage = Stage("red", "green", columns: 40)
    stage.type("c")
    expect(stage.session.machine.settings.transition, equals: .fade)
    #expect(stage.row(0).contains("change mode: fade"))
    stage.wait(2)
    #expect(!stage.row(0).contains("change mode"))
    stage.type(String(repeating: "c", count: NamedChangeMode.all.count - 1))
    expect(stage.session.machine.settings.transition, equals: .slide)
    stage.type("p")
    expect(stage.session.style.overlays.pagePosition, equals: .bottomRight)
    stage.type("a")
    expect(stage.session.style.picture.art, equals: .block)
    #expect(stage.row(0).contains("art: block"))
    stage.type("aaa")
    expect(stage.session.style.picture.art, equals: .ascii)
    stage.type("a")
    expect(stage.session.style.picture.art, equals: .half)
    stage.type("d")
    #expect(!stage.session.style.overlays.showsCaptions)
    stage.type("]")
    expect(stage.session.machine.settings.interval, equals: .seconds(5))
    stage.type("[[[[[")
    expect(stage.session.machine.settings.interval, equals: .seconds(2))
  }

  @Test func `an interval above an hour can be shortened but not lengthened`() {
    var stage = Stage("red", "green") { $0.settings.interval = .seconds(7200) }
    stage.type("]")
    expect(stage.session.machine.settings.interval, equals: .seconds(7200))
    stage.type("[")
    expect(stage.session.machine.settings.interval, equals: .seconds(7199))
  }

  @Test func `the key a includes an art mode with custom glyphs in its cycle`() throws {
    let mode = ArtMode(.half, try GlyphFile(Array("only ▀".utf8)))
    var stage = Stage("red", columns: 40) { $0.preferences.picture.art = mode }
    stage.type("a")
    expect(stage.session.style.picture.art, equals: .half)
    stage.type("aaaaa")
    expect(stage.session.style.picture.art, equals: mode)
    #expect(stage.row(0).contains("art: half+glyphs"))
  }

  @Test("? opens the help panel; another key closes it and still takes effect")
  func help() {
    var stage = Stage("red", "green", columns: 60, rows: 20)
    stage.type("?")
    #expect((0..<20).contains { stage.row($0).contains("change mode") })
    stage.press(.right)
    stage.wait(1)
    #expect(!(0..<20).contains { stage.row($0).contains("change mode") })
    expect(stage.current, equals: 1)
  }

  @Test func `the help panel shows the quit keys even in a low window`() {
    var stage = Stage("red", "green", columns: 60, rows: 6)
    stage.type("?")
    #expect((0..<6).contains { stage.row($0).contains("q Esc") && stage.row($0).contains("quit") })
  }

  @Test func `a description of only blanks is not shown`() {
    var stage = Stage("red", "green") { $0.captions = (try? CaptionFormat(" %c\t")) ?? $0.captions }
    stage.press(.right)
    stage.wait(1)
    expect(stage.row(4), equals: "        ○ ●         ")
    expect(stage.color(0, 4), equals: "green")
  }

  @Test("A reload keeps the slide on screen, or shows the nearest slide if it is gone")
  func reload() {
    var stage = Stage("red", "green", "blue")
    stage.press(.end)
    stage.wait(1)
    stage.type("r")
    expect(stage.effects, equals: [.work(.forgetPictures)])
    stage.deck(["white", "blue", "red", "green"])
    expect(stage.current, equals: 1)
    expect(stage.color(0, 0), equals: "blue")
    stage.deck(["red"])
    expect(stage.current, equals: 0)
    stage.deck([])
    expect(stage.current, equals: nil)
    stage.deck(["green"])
    expect(stage.color(0, 0), equals: "green")
  }

  @Test("A named start slide is shown before the deck is complete and stays on screen")
  func partialDecks() {
    var stage = Stage { $0.start = .name(Array("blue".utf8)) }
    stage.deck(["blue"], isComplete: false)
    expect(stage.color(0, 0), equals: "blue")
    stage.deck(["red", "green", "blue"])
    expect(stage.current, equals: 2)
    expect(stage.color(0, 0), equals: "blue")
  }

  @Test func `a window that stays empty while slides are being found shows a message`() {
    var stage = Stage(columns: 40)
    stage.wait(0.4)
    #expect(stage.frame.textRows.allSatisfy { $0.allSatisfy { $0 == " " } })
    stage.wait(0.2)
    expect(stage.row(0), equals: "                 looking for pictures…  ")
    stage.deck(["red"], isComplete: false)
    #expect(!stage.row(0).contains("looking"))
    stage.deck([])
    #expect(!stage.row(0).contains("looking"))
  }

  @Test(arguments: [5, -5]) func `a start number beyond the deck shows the nearest slide and a message`(number: Int) {
    var stage = Stage(columns: 60) { $0.start = .number(number) }
    stage.deck(["red", "green"], isComplete: false)
    #expect(!stage.row(0).contains("no slide"))
    stage.deck(["red", "green", "blue"])
    #expect(stage.row(0).contains("no slide \(number); the last is 3"))
    expect(stage.current, equals: (number > 0 ? 2 : 0))
  }

  @Test func `an unknown start name is reported once the deck is complete`() {
    var stage = Stage(columns: 40) { $0.start = .name(Array("blue".utf8)) }
    stage.deck(["red"], isComplete: false)
    #expect(!stage.row(0).contains("no slide"))
    stage.deck(["red", "green"])
    #expect(stage.row(0).contains("no slide blue"))
    expect(stage.current, equals: 0)
    stage.wait(2)
    stage.deck(["red"])
    #expect(!stage.row(0).contains("no slide"))
  }

  @Test("A slide that was swiped to while the deck was being read stays on screen")
  func swipeWhileReading() {
    var stage = Stage()
    stage.deck(["red", "green"], isComplete: false)
    stage.press(.right)
    stage.wait(1)
    stage.deck(["white", "red", "green"])
    expect(stage.color(0, 0), equals: "green")
  }

  @Test(arguments: [
    (true, "waiting for pictures in plots"), (false, "no pictures in plots"),
  ])
  func `an empty deck shows a card in the middle that names its sources`(watches: Bool, text: String) {
    var stage = Stage(columns: 50, rows: 11) {
      $0.watches = watches
      $0.sources = "plots"
    }
    stage.deck(["red", "green"])
    stage.deck([])
    stage.wait(0.4)
    let row = stage.frame.textRows.firstIndex { $0.contains(text) }
    expect(row.map { 3...6 ~= $0 }, equals: true)
    expect(stage.frame.textRows.contains { $0.contains("press r to reload") }, equals: !watches)
    #expect(stage.row(0).allSatisfy { $0 == " " })
    stage.deck(["red"])
    #expect(stage.frame.textRows.allSatisfy { !$0.contains("pictures") })
    expect(stage.color(0, 0), equals: "red")
  }

  @Test func `the key a cycles through the art modes and back to the terminal's own`() {
    var stage = Stage("red", columns: 60) { $0.artOfTerminal = { _ in .best } }
    var seen: [String] = []
    for _ in 0..<6 {
      stage.type("a")
      seen.append(stage.row(0).trimmingCharacters)
    }
    expect(seen, equals: ["art: block", "art: legacy", "art: best", "art: ascii", "art: auto (half)", "art: block"])
    // A mode chosen with the key stays when the terminal reports its version; back on auto, the version decides.
    var facts = TerminalFacts()
    _ = facts.apply(.version("x(1)"))
    stage.apply(facts)
    expect(stage.session.style.picture.art, equals: .block)
    for _ in 0..<2 { stage.type("a") }
    expect(stage.row(0).trimmingCharacters, equals: "art: auto (best)")
  }

  @Test func `with a configured art mode, the key a cycles without auto`() {
    var stage = Stage("red", columns: 60)
    for _ in 0..<5 { stage.type("a") }
    expect(stage.row(0).trimmingCharacters, equals: "art: half")
  }
}

extension String {
  fileprivate var trimmingCharacters: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
