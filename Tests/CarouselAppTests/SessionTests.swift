import Carousel
import CarouselApp
import Decks
import Imaging
import Rendering
import System
import Terminal
import Testing

@Suite("A session")
struct SessionTests {
  @Test("An arrow swipes to the next slide in three tenths of a second, dots and all")
  func swipe() {
    var stage = Stage("red", "green", "blue")
    #expect(stage.row(4) == "       ● ○ ○        ")
    #expect(stage.colour(0, 0) == "red")
    stage.press(.right)
    stage.wait(0.15)
    #expect(stage.colour(0, 0) == "red")
    #expect(stage.colour(19, 0) == "green")
    stage.wait(0.15)
    #expect(stage.colour(0, 0) == "green")
    #expect(stage.row(4) == "       ○ ● ○        ")
  }

  @Test("Ten quick presses move ten slides")
  func tenPresses() {
    var stage = Stage("red", "green", "blue")
    for _ in 0..<10 { stage.press(.right) }
    stage.wait(1)
    #expect(stage.current == 1)
  }

  @Test("Each pair of keys does the same: arrows, h and l, page keys")
  func aliases() {
    for (back, forward) in [(Key.left, Key.right), (.character("h"), .character("l")), (.pageUp, .pageDown)] {
      var stage = Stage("red", "green", "blue", "white")
      stage.press(forward)
      stage.wait(1)
      #expect(stage.current == 1)
      stage.press(back)
      stage.wait(1)
      #expect(stage.current == 0)
    }
  }

  @Test("Home, End and digits with Enter go to slides")
  func jumps() {
    var stage = Stage("red", "green", "blue", "white")
    stage.press(.end)
    stage.wait(1)
    #expect(stage.current == 3)
    stage.press(.home)
    stage.wait(1)
    #expect(stage.current == 0)
    stage.type("3")
    #expect(stage.row(0).hasSuffix(" go to 3  "))
    stage.press(.enter)
    stage.wait(1)
    #expect(stage.current == 2)
    #expect(stage.effects.isEmpty)
  }

  @Test("A number beyond the deck goes nowhere and says so; Esc takes digits back")
  func badNumbers() {
    var stage = Stage("red", "green", columns: 40)
    stage.type("17")
    stage.press(.enter)
    stage.wait(0.5)
    #expect(stage.current == 0)
    #expect(stage.row(0).contains("no slide 17"))
    stage.type("2")
    stage.press(.escape)
    stage.wait(1)
    #expect(stage.current == 0)
    #expect(stage.effects.isEmpty)
  }

  @Test("q, Esc and Ctrl-C leave")
  func leaving() {
    for key in [Key.character("q"), .escape, .control("c")] {
      var stage = Stage("red", "green")
      stage.press(key)
      #expect(stage.effects == [.quit])
    }
  }

  @Test func `Ctrl-L draws the screen anew, whatever is on it`() {
    var stage = Stage("red", "green")
    stage.type("?")
    stage.press(.control("l"))
    #expect(stage.effects == [.repaint])
    stage.press(.escape)
    #expect(stage.effects == [.repaint])
  }

  @Test("Enter opens the viewer, which names the slide and hides dots; Enter or Esc closes it")
  func viewer() {
    for closing in [Key.enter, .escape] {
      var stage = Stage("red", "green")
      stage.press(.enter)
      #expect(stage.row(0) == "           1/2 red  ")
      #expect(stage.row(4) == "                    ")
      #expect(stage.session.machine.pauseReasons.contains(.viewer))
      stage.press(closing)
      #expect(stage.row(0) == "                    ")
      #expect(stage.row(4) == "        ● ○         ")
      #expect(stage.session.machine.pauseReasons.isEmpty)
      #expect(stage.effects.isEmpty)
    }
  }

  @Test func `in the viewer no key changes what is not to be seen there`() {
    var stage = Stage("red", "green", columns: 40)
    let style = stage.session.style
    stage.press(.enter)
    stage.type("d")
    #expect(stage.row(0).contains("no description in the viewer"))
    #expect(stage.session.style == style)
  }

  @Test func `the change mode can be set in the viewer, where slides change, too`() {
    var stage = Stage("red", "green", columns: 40)
    stage.press(.enter)
    stage.type("c")
    #expect(stage.row(0).contains("change mode: fade"))
    stage.press(.right)
    stage.wait(0.1)
    #expect(!["red", "green"].contains(stage.colour(5, 3)))
  }

  @Test func `digits and Enter go to a slide in the viewer, too, which stays open`() {
    var stage = Stage("red", "green", "blue")
    stage.press(.enter)
    stage.type("3")
    #expect(stage.row(0) == "           go to 3  ")
    stage.press(.enter)
    stage.wait(1)
    #expect(stage.current == 2)
    #expect(stage.row(0) == "          3/3 blue  ")
  }

  @Test("With a click command, Enter runs it for the slide; with pick, it leaves naming it")
  func clicks() {
    var running = Stage("red", "green") { $0.click = .command("open \"$1\"") }
    running.press(.right)
    running.wait(1)
    running.press(.enter)
    let slide = Slide(.file(Path("green")))
    #expect(
      running.effects == [
        .run(ClickedSlide(slide: slide, number: 2, count: 2, caption: ""), command: "open \"$1\"")
      ])
    var picking = Stage("red", "green") { $0.click = .pick }
    picking.press(.enter)
    #expect(picking.effects == [.pick(Slide(.file(Path("red"))))])
  }

  @Test("Space pauses and goes on; a paused carousel stays so through swipes")
  func pausing() {
    var stage = Stage("red", "green", "blue") { $0.settings.interval = .seconds(5) }
    stage.press(.character(" "))
    #expect(stage.row(0).contains("‖"))
    stage.press(.right)
    stage.wait(20)
    #expect(stage.current == 1)
    stage.press(.character(" "))
    #expect(!stage.row(0).contains("‖"))
    stage.wait(5.5)
    #expect(stage.current == 2)
  }

  @Test("Keys cycle change mode, page position, art and description, and say so for a moment")
  func settings() {
    var stage = Stage("red", "green", columns: 40)
    stage.type("c")
    #expect(stage.session.machine.settings.mode == .fade)
    #expect(stage.row(0).contains("change mode: fade"))
    stage.wait(2)
    #expect(!stage.row(0).contains("change mode"))
    stage.type(String(repeating: "c", count: NamedChangeMode.all.count - 1))
    #expect(stage.session.machine.settings.mode == .slide)
    stage.type("p")
    #expect(stage.session.style.overlays.pagePosition == .bottomRight)
    stage.type("a")
    #expect(stage.session.style.picture.art == .block)
    #expect(stage.row(0).contains("art: block"))
    stage.type("aaa")
    #expect(stage.session.style.picture.art == .ascii)
    stage.type("a")
    #expect(stage.session.style.picture.art == .half)
    stage.type("d")
    #expect(!stage.session.style.overlays.showsCaptions)
    stage.type("]")
    #expect(stage.session.machine.settings.interval == .seconds(5))
    stage.type("[[[[[")
    #expect(stage.session.machine.settings.interval == .seconds(2))
  }

  @Test func `an interval of more than an hour is made shorter by a second, and not by making it longer`() {
    var stage = Stage("red", "green") { $0.settings.interval = .seconds(7200) }
    stage.type("]")
    #expect(stage.session.machine.settings.interval == .seconds(7200))
    stage.type("[")
    #expect(stage.session.machine.settings.interval == .seconds(7199))
  }

  @Test func `glyphs of one's own are one of the modes that a key cycles through`() throws {
    let mode = ArtMode(.half, try GlyphFile(Array("only ▀".utf8)))
    var stage = Stage("red", columns: 40) { $0.preferences.picture.art = mode }
    stage.type("a")
    #expect(stage.session.style.picture.art == .half)
    stage.type("aaaaa")
    #expect(stage.session.style.picture.art == mode)
    #expect(stage.row(0).contains("art: half+glyphs"))
  }

  @Test("The help panel opens with ? and closes with any key, which still does its work")
  func help() {
    var stage = Stage("red", "green", columns: 60, rows: 20)
    stage.type("?")
    #expect((0..<20).contains { stage.row($0).contains("change mode") })
    stage.press(.right)
    stage.wait(1)
    #expect(!(0..<20).contains { stage.row($0).contains("change mode") })
    #expect(stage.current == 1)
  }

  @Test func `a low window's help panel tells how to quit`() {
    var stage = Stage("red", "green", columns: 60, rows: 6)
    stage.type("?")
    #expect((0..<6).contains { stage.row($0).contains("q Esc") && stage.row($0).contains("quit") })
  }

  @Test func `a description of blanks alone is none`() {
    var stage = Stage("red", "green") { $0.captions = (try? CaptionFormat(" %c\t")) ?? $0.captions }
    stage.press(.right)
    stage.wait(1)
    #expect(stage.row(4) == "        ○ ●         ")
    #expect(stage.colour(0, 4) == "green")
  }

  @Test("Reload keeps the slide on screen where it now is, and the nearest where it is gone")
  func reload() {
    var stage = Stage("red", "green", "blue")
    stage.press(.end)
    stage.wait(1)
    stage.type("r")
    #expect(stage.effects == [.reload])
    stage.deck(["white", "blue", "red", "green"])
    #expect(stage.current == 1)
    #expect(stage.colour(0, 0) == "blue")
    stage.deck(["red"])
    #expect(stage.current == 0)
    stage.deck([])
    #expect(stage.current == nil)
    stage.deck(["green"])
    #expect(stage.colour(0, 0) == "green")
  }

  @Test("A named start shows before the deck is complete, and stays when it is")
  func partialDecks() {
    var stage = Stage { $0.start = .name(Array("blue".utf8)) }
    stage.deck(["blue"], isComplete: false)
    #expect(stage.colour(0, 0) == "blue")
    stage.deck(["red", "green", "blue"])
    #expect(stage.current == 2)
    #expect(stage.colour(0, 0) == "blue")
  }

  @Test func `a window that stays empty while its slides are sought says so`() {
    var stage = Stage(columns: 40)
    stage.wait(0.4)
    #expect(stage.frame.textRows.allSatisfy { $0.allSatisfy { $0 == " " } })
    stage.wait(0.2)
    #expect(stage.row(0) == "                 looking for pictures…  ")
    stage.deck(["red"], isComplete: false)
    #expect(!stage.row(0).contains("looking"))
    stage.deck([])
    #expect(!stage.row(0).contains("looking"))
  }

  @Test(arguments: [5, -5]) func `a start beyond the deck shows the slide that is nearest, and says so`(number: Int) {
    var stage = Stage(columns: 60) { $0.start = .number(number) }
    stage.deck(["red", "green"], isComplete: false)
    #expect(!stage.row(0).contains("no slide"))
    stage.deck(["red", "green", "blue"])
    #expect(stage.row(0).contains("no slide \(number); the last is 3"))
    #expect(stage.current == (number > 0 ? 2 : 0))
  }

  @Test func `a start by a name that is not there is told once the deck is complete`() {
    var stage = Stage(columns: 40) { $0.start = .name(Array("blue".utf8)) }
    stage.deck(["red"], isComplete: false)
    #expect(!stage.row(0).contains("no slide"))
    stage.deck(["red", "green"])
    #expect(stage.row(0).contains("no slide blue"))
    #expect(stage.current == 0)
    stage.wait(2)
    stage.deck(["red"])
    #expect(!stage.row(0).contains("no slide"))
  }

  @Test("What was swiped to while the deck was being read stays on screen")
  func swipeWhileReading() {
    var stage = Stage()
    stage.deck(["red", "green"], isComplete: false)
    stage.press(.right)
    stage.wait(1)
    stage.deck(["white", "red", "green"])
    #expect(stage.colour(0, 0) == "green")
  }

  @Test(arguments: [
    (true, "waiting for pictures in plots"), (false, "no pictures in plots"),
  ])
  func `where there are no slides, a card in the middle says what is waited for`(watches: Bool, words: String) {
    var stage = Stage(columns: 50, rows: 11) {
      $0.watches = watches
      $0.sources = "plots"
    }
    stage.deck(["red", "green"])
    stage.deck([])
    let row = stage.frame.textRows.firstIndex { $0.contains(words) }
    #expect(row.map { 3...6 ~= $0 } == true)
    #expect(stage.frame.textRows.contains { $0.contains("press r to reload") } == !watches)
    #expect(stage.row(0).allSatisfy { $0 == " " })
    stage.deck(["red"])
    #expect(stage.frame.textRows.allSatisfy { !$0.contains("pictures") })
    #expect(stage.colour(0, 0) == "red")
  }

  @Test func `the key a goes through the art modes and comes back to what the terminal calls for`() {
    var stage = Stage("red", columns: 60) { $0.artOfTerminal = { _ in .best } }
    var seen: [String] = []
    for _ in 0..<6 {
      stage.type("a")
      seen.append(stage.row(0).trimmingCharacters)
    }
    #expect(
      seen == ["art: block", "art: legacy", "art: best", "art: ascii", "art: auto (half)", "art: block"])
    // Chosen by hand, it stays when the terminal tells its version; back on auto, it is what that calls for.
    var facts = TerminalFacts()
    _ = facts.learn(.version("x(1)"))
    stage.learn(facts)
    #expect(stage.session.style.picture.art == .block)
    for _ in 0..<2 { stage.type("a") }
    #expect(stage.row(0).trimmingCharacters == "art: auto (best)")
  }

  @Test func `an art mode that was asked for is cycled through without auto`() {
    var stage = Stage("red", columns: 60)
    for _ in 0..<5 { stage.type("a") }
    #expect(stage.row(0).trimmingCharacters == "art: half")
  }
}

extension String {
  fileprivate var trimmingCharacters: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
