import Carousel
@testable import CarouselApp
import Decks
import Downloads
import Imaging
import Rendering
import System
import Terminal
import Testing

@Suite("A session's menu")
struct SessionMenuTests {
  private static let url = "http://user:secret@h/dusk.jpg"

  /// A stage on a desktop where all programs are available, with two user actions.
  private func stage(_ names: String..., rows: Int = 12, change: (inout Options) -> Void = { _ in }) throws -> Stage {
    let actions = [try UserAction("k:Keep it:keep \"$1\""), try UserAction("t:Tag:tag \"$@\" &")]
    var stage = Stage(columns: 44, rows: rows) {
      $0.actions = actions
      $0.copiesText = true
      $0.desktop = DesktopPrograms(environment: ["DISPLAY": ":0"]) { Path("/usr/bin/\($0)") }
      change(&$0)
    }
    stage.deck(names)
    return stage
  }

  private func rows(_ stage: Stage) -> [String] { stage.frame.textRows }

  private func clicked(_ name: String, _ number: Int, of count: Int) -> ClickedSlide {
    ClickedSlide(slide: Slide(.file(Path(name))), number: number, count: count, caption: "")
  }

  @Test func `the menu lists built-in actions and the user's commands, and pauses the carousel`() throws {
    var stage = try stage("red", "green")
    stage.type("o")
    #expect(
      rows(stage)[2..<10] == [
        "     ╭────────────────────────────────╮     ", "     │  o  open in its usual program  │     ",
        "     │  c  copy the path              │     ", "     │  p  copy the picture           │     ",
        "     │  k  Keep it                    │     ", "     │  t  Tag                        │     ",
        "     ╰────────────────────────────────╯     ", rows(stage)[9],
      ])
    #expect(stage.session.machine.pauseReasons == [.overlay])
    stage.press(.escape)
    #expect(stage.session.mode == .carousel)
    #expect(stage.session.machine.pauseReasons.isEmpty)
  }

  @Test func `arrows, j, k and the wheel move the highlighted line and wrap around`() throws {
    var stage = try stage("red") {
      $0.actions = [try? UserAction("a:A:a"), try? UserAction("b:B:b")].compactMap { $0 }
    }
    stage.type("o")
    let (plain, marked) = (stage.frame[10, 4].background, stage.frame[10, 3].background)
    #expect(plain != marked)
    stage.press(.down, .character("j"))
    #expect(stage.frame[10, 5].background == marked)
    stage.press(.up, .character("k"), .up)
    #expect(stage.frame[10, 7].background == marked)
    stage.mouse(.wheelUp, 20, 5)
    #expect(stage.frame[10, 6].background == marked)
    stage.press(.enter)
    #expect(stage.effects.count == 1)
  }

  @Test func `a low window scrolls the menu to the selection; without colours > marks the line`() throws {
    var stage = try stage("red", rows: 5)
    stage.type("o")
    stage.press(.down, .down, .down)
    #expect(rows(stage)[0].contains("↑ 1 more"))
    #expect(rows(stage)[3].contains("k  Keep it"))
    var plain = Stage("red", columns: 44, rows: 12, depth: .mono) { $0.copiesText = true }
    plain.type("o")
    #expect(plain.frame.textRows.contains { $0.contains("│> c  copy the path") })
  }

  @Test func `o in the menu opens the slide with xdg-open in the background`() throws {
    var stage = try stage("red", "green")
    stage.press(.right)
    stage.type("oo")
    #expect(stage.effects == [.runInBackground(clicked("green", 2, of: 2), command: "exec '/usr/bin/xdg-open' \"$1\"")])
    #expect(stage.session.mode == .carousel)
  }

  @Test func `c in the menu copies the slide's path through the terminal`() throws {
    var stage = try stage("red")
    stage.type("oc")
    #expect(stage.effects == [.copyPath(.file(Path("red")))])
    #expect(stage.row(0).contains("path copied"))
  }

  @Test func `p in the menu copies the picture in its format with the clipboard program`() throws {
    var stage = try stage("red")
    stage.type("op")
    let command = "exec '/usr/bin/xclip' -selection clipboard -target image/png -in \"$1\" > /dev/null 2>&1"
    #expect(stage.effects == [.runInBackground(clicked("red", 1, of: 1), command: command)])
  }

  @Test func `a missing program is named with its package; without actions the menu stays closed`() throws {
    var stage = try stage("red") { $0.desktop = DesktopPrograms(environment: ["WAYLAND_DISPLAY": "w"]) { _ in nil } }
    stage.type("oo")
    #expect(stage.row(0).contains("xdg-open is missing: install xdg-utils"))
    stage.type("op")
    #expect(stage.row(0).contains("wl-copy is missing: install wl-clipboard"))
    #expect(stage.effects == [])
    var bare = Stage("red", columns: 60)
    bare.type("o")
    #expect(bare.row(0).contains("there is nothing to do with this slide here"))
    #expect(bare.session.mode == .carousel)
  }

  @Test func `a downloaded picture can be saved, and its URL is shown without the password`() throws {
    var stage = try stage(Self.url, rows: 14)
    stage.type("os")
    #expect(stage.row(0).contains("not downloaded yet"))
    let copy = FetchedCopy(path: Path("/cache/a"), stamp: FileStamp(inode: 1, size: 5, modified: 1))
    stage.download(Self.url, .copy(copy, isKept: false, isFinal: true))
    stage.arrive(try #require(stage.wanted().visible.first), "red")
    stage.type("os")
    #expect(stage.effects == [.save(copy, name: SavedName(of: Self.url, usualExtension: "png"))])
    stage.type("ou")
    #expect(stage.row(0).contains("http://h/dusk.jpg"))
    stage.type("op")
    guard case .runInBackground(let clicked, _) = stage.effects.last else { return #expect(Bool(false)) }
    #expect(clicked.slide.location == .file(Path("/cache/a")))
  }

  @Test func `a user action receives the slide and all marked slides`() throws {
    var stage = try stage("red", "green", "blue")
    stage.type("m")
    stage.press(.right, .right)
    stage.type("mk")
    var expected = clicked("blue", 3, of: 3)
    expected.marked = [Slide(.file(Path("red"))), Slide(.file(Path("blue")))]
    expected.mayChangeFiles = true
    #expect(stage.effects == [.run(expected, command: "keep \"$1\"")])
    stage.type("1k")
    #expect(stage.effects.count == 2 && stage.session.mode == .carousel)
    stage.type("ot")
    #expect(stage.effects.last == .runInBackground(expected, command: "tag \"$@\" "))
  }

  @Test func `a user action's key that is already bound works only in the menu, where it takes precedence`() throws {
    var stage = Stage("red", "green", columns: 44, rows: 12) {
      $0.copiesText = true
      $0.actions = [try? UserAction("c:Crop:crop"), try? UserAction("j:Judge:judge")].compactMap { $0 }
    }
    stage.type("c")
    #expect(stage.effects == [])
    stage.type("o")
    #expect(rows(stage).contains { $0.contains("│     copy the path") })
    stage.type("c")
    guard case .run(_, let command) = stage.effects.last else { return #expect(Bool(false)) }
    #expect(command == "crop")
    stage.type("j")
    #expect(stage.effects.count == 2)
    stage.press(.enter)
    stage.type("g")
    stage.type("j")
    #expect(stage.effects.count == 2)
  }

  @Test func `a user action reloads the slides when it ends; a click's command does not`() throws {
    var stage = try stage("red", "green")
    let first = stage.session.reading.generation
    stage.send(.commandEnded(status: 0))
    #expect(stage.session.reading.generation == first)
    stage.send(.commandEnded(status: 0, mayHaveChangedFiles: true))
    #expect(stage.session.reading.generation != first)
    #expect(stage.requests.deck?.isForced == false)
    #expect(stage.effects.last == .reload)
  }

  @Test func `releasing the mouse button on a line runs it; a click outside closes the menu`() throws {
    var stage = try stage("red", "green")
    stage.type("o")
    stage.mouse(.pressed(.left), 10, 4)
    stage.mouse(.dragged(.left), 10, 6)
    stage.mouse(.released(.left), 10, 6)
    guard case .run(_, let command) = stage.effects.last else { return #expect(Bool(false)) }
    #expect(command == "keep \"$1\"")
    stage.type("o")
    stage.mouse(.pressed(.left), 5, 5)
    stage.mouse(.released(.left), 5, 5)
    #expect(stage.session.mode.menu != nil)
    stage.mouse(.pressed(.left), 2, 0)
    stage.mouse(.released(.left), 2, 0)
    #expect(stage.session.mode == .carousel)
    #expect(stage.effects.count == 1)
  }

  @Test func `a click in the menu hits the right line when tabs are shown`() throws {
    var stage = try stage("red", "green", rows: 16) { $0.preferences.overlays.showsTabs = true }
    stage.type("o")
    let row = try #require(rows(stage).firstIndex { $0.contains("Keep it") })
    stage.mouse(.pressed(.left), 20, row)
    stage.mouse(.released(.left), 20, row)
    guard case .run(_, let command) = stage.effects.last else { return #expect(Bool(false)) }
    #expect(command == "keep \"$1\"")
  }

  @Test func `in the grid and the viewer the menu acts on their slide and returns to them`() throws {
    var stage = try stage("red", "green")
    stage.press(.character("g"), .right)
    stage.type("oc")
    #expect(stage.effects == [.copyPath(.file(Path("green")))])
    #expect(stage.session.grid?.machine.selection == 1)
    stage.press(.enter)
    stage.wait(1)
    stage.type("o")
    #expect(stage.session.viewer != nil)
    stage.type("c")
    #expect(stage.effects.count == 2)
    #expect(stage.session.mode.context == .viewer)
  }

  @Test func `a slide removed while the menu is open is not acted on; unbound keys do nothing`() throws {
    var stage = try stage("red", "green")
    stage.type("oxz7")
    #expect(stage.session.mode.menu != nil)
    stage.deck(["green"])
    stage.type("c")
    #expect(stage.row(0).contains("the slide is gone"))
    #expect(stage.effects.filter { if case .copyPath = $0 { true } else { false } } == [])
  }
}
