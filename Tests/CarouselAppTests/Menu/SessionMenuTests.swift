import Carousel
@testable import CarouselApp
import CarouselViewing
import Decks
import Downloads
import ExternalDecoders
import Imaging
import Pictures
import Rendering
import System
import Terminal
import TestSupport
import Testing

@Suite("A session's menu")
@MainActor struct SessionMenuTests {
  nonisolated private static let url = "http://user:secret@h/dusk.jpg"

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

  /// The number of commands that have taken the terminal.
  private func runs(_ stage: Stage) -> Int {
    stage.effects.count { if case .run = $0 { true } else { false } }
  }

  private func clicked(_ name: String, _ number: Int, of count: Int) -> ClickedSlide {
    ClickedSlide(slide: Slide(.file(Path(name))), number: number, count: count, caption: "")
  }

  @Test func `the menu lists built-in actions and the user's commands, and pauses the carousel`() throws {
    var stage = try stage("red", "green")
    stage.type("o")
    expect(
      rows(stage)[2..<10],
      equals: [
        "     ╭────────────────────────────────╮     ", "     │  o  open in its usual program  │     ",
        "     │  c  copy the path              │     ", "     │  p  copy the picture           │     ",
        "     │  k  Keep it                    │     ", "     │  t  Tag                        │     ",
        "     ╰────────────────────────────────╯     ", rows(stage)[9],
      ])
    expect(stage.session.machine.pauseReasons, equals: [.overlay])
    stage.press(.escape)
    expect(stage.session.mode, equals: .carousel)
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
    expect(stage.frame[10, 5].background, equals: marked)
    stage.press(.up, .character("k"), .up)
    expect(stage.frame[10, 7].background, equals: marked)
    stage.mouse(.wheelUp, 20, 5)
    expect(stage.frame[10, 6].background, equals: marked)
    stage.press(.enter)
    expect(stage.effects.count, equals: 1)
  }

  @Test func `a low window scrolls the menu to the selection; without colors > marks the line`() throws {
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
    expect(
      stage.effects, equals: [.runInBackground(clicked("green", 2, of: 2), command: "exec '/usr/bin/xdg-open' \"$1\"")])
    expect(stage.session.mode, equals: .carousel)
  }

  @Test func `c in the menu copies the slide's path through the terminal`() throws {
    var stage = try stage("red")
    stage.type("oc")
    expect(copied(stage), equals: ["red"])
    #expect(stage.row(0).contains("path copied"))
  }

  /// The texts that were copied, without the path of the current folder.
  private func copied(_ stage: Stage) -> [String] {
    stage.effects.compactMap { effect in
      guard case .copy(let text) = effect else { return nil }
      return text.text.replacing(String(decoding: Path(".").absolute.bytes, as: UTF8.self) + "/", with: "")
    }
  }

  @Test func `a copied path is quoted if a shell would not take it as it is`() throws {
    var stage = try stage("/a b/$(touch PWN).jpg", "/it's.jpg", "/bär-1.jpg", "red")
    stage.type("oc")
    #expect(stage.row(0).contains("path copied, quoted for a shell"))
    stage.press(.right)
    stage.type("oc")
    stage.press(.right)
    stage.type("oc")
    expect(copied(stage), equals: ["'/a b/$(touch PWN).jpg'", "'/it'\\''s.jpg'", "/bär-1.jpg"])
    #expect(stage.row(0).contains(" path copied "))
  }

  @Test func `a copied URL has no characters that a shell expands`() throws {
    var stage = try stage("http://h/$(touch PWN)';b.jpg?a=1&b=2")
    stage.type("oc")
    expect(copied(stage), equals: ["http://h/%24%28touch%20PWN%29%27%3Bb.jpg?a=1&b=2"])
    #expect(stage.row(0).contains("URL copied, quote it in a shell"))
  }

  @Test func `p in the menu copies the picture in its format with the clipboard program`() throws {
    var stage = try stage("red")
    stage.type("op")
    let command = "exec '/usr/bin/xclip' -selection clipboard -target image/png -in \"$1\" > /dev/null 2>&1"
    expect(stage.effects, equals: [.runInBackground(clicked("red", 1, of: 1), command: command)])
  }

  @Test func `a missing program is named with its package; without actions the menu stays closed`() throws {
    var stage = try stage("red") { $0.desktop = DesktopPrograms(environment: ["WAYLAND_DISPLAY": "w"]) { _ in nil } }
    stage.type("oo")
    #expect(stage.row(0).contains("xdg-open is missing: install xdg-utils"))
    stage.type("op")
    #expect(stage.row(0).contains("wl-copy is missing: install wl-clipboard"))
    expect(stage.effects, equals: [])
    var bare = Stage("red", columns: 60)
    bare.type("o")
    #expect(bare.row(0).contains("there is nothing to do with this slide here"))
    expect(bare.session.mode, equals: .carousel)
  }

  @Test func `the menu offers no program for a slide without a path`() {
    var stage = Stage(columns: 60) {
      $0.desktop = DesktopPrograms(environment: ["DISPLAY": ":0"]) { Path("/usr/bin/\($0)") }
    }
    stage.apply(Deck([.slides([Slide(.file(Path("")))])]), isComplete: true)
    stage.type("o")
    #expect(stage.row(0).contains("there is nothing to do with this slide here"))
    expect(stage.session.mode, equals: .carousel)
  }

  @Test func `a downloaded picture can be saved, and its URL is shown without the password`() throws {
    var stage = try stage(Self.url, rows: 14)
    stage.type("os")
    #expect(stage.row(0).contains("not downloaded yet"))
    let copy = FetchedCopy(path: Path("/cache/a"), stamp: FileStamp(inode: 1, size: 5, modified: 1))
    stage.download(Self.url, .copy(copy, isKept: false, isFinal: true))
    stage.arrive(try #require(stage.wanted().visible.first), "red")
    stage.type("os")
    expect(stage.effects, equals: [.work(.save(copy, name: SavedName(of: Self.url, fileExtension: "png")))])
    stage.type("ou")
    #expect(stage.row(0).contains("http://h/dusk.jpg"))
    stage.type("op")
    guard case .runInBackground(let clicked, _) = stage.effects.last else { return #expect(Bool(false)) }
    expect(clicked.slide.location, equals: .file(Path("/cache/a")))
  }

  @Test func `a download that is no picture is not saved`() throws {
    var stage = try stage(Self.url, "slow", rows: 14)
    let copy = FetchedCopy(path: Path("/cache/a"), stamp: FileStamp(inode: 1, size: 5, modified: 1))
    stage.download(Self.url, .copy(copy, isKept: false, isFinal: true))
    stage.type("os")
    #expect(stage.row(0).contains("not loaded yet"))
    stage.arrived(try #require(stage.wanted().visible.first), .failed(.content(.page)))
    stage.type("os")
    #expect(stage.row(0).contains("not saved: not a picture: HTML page"))
    expect(stage.effects, equals: [])
  }

  @Test func `a picture that no installed program decodes is saved under its format's extension`() throws {
    var stage = try stage("http://h/evil.desktop", "slow", rows: 14)
    let copy = FetchedCopy(path: Path("/cache/a"), stamp: FileStamp(inode: 1, size: 5, modified: 1))
    stage.download("http://h/evil.desktop", .copy(copy, isKept: false, isFinal: true))
    stage.arrived(
      try #require(stage.wanted().visible.first),
      .failed(.program(.missing(format: "PSD", program: .magick))))
    stage.type("os")
    guard case .work(.save(_, let name)) = stage.effects.last else { return #expect(Bool(false)) }
    expect(name.numbered(1), equals: "evil.psd")
  }

  // MARK: - Links

  private func linked(_ link: String, columns: Int = 44, rows: Int = 12) throws -> Stage {
    var stage = try stage("red", rows: rows)
    stage.send(.resized(CellSize(columns: columns, rows: rows), cellAspect: 0.5))
    let slides = [Slide(.file(Path("red")), link: link)]
    stage.apply(Deck([.slides(slides)]), isComplete: true)
    stage.load()
    return stage
  }

  private func openedLinks(_ stage: Stage) -> [String] {
    stage.effects.compactMap { effect in
      guard case .runInBackground(let clicked, "exec '/usr/bin/xdg-open' \"$TUI_LINK\"") = effect else { return nil }
      return clicked.slide.link
    }
  }

  @Test(arguments: [
    ("https://example.org/?a=1", "https://example.org/?a=1"), ("HTTP://h/a b", "http://h/a%20b"),
    ("mailto:a@example.org?subject=x", "mailto:a@example.org?subject=x"),
  ])
  func `l in the menu opens a web or mail link at once`(link: String, opened: String) throws {
    var stage = try linked(link)
    stage.type("ol")
    expect(openedLinks(stage).map { $0.lowercased() }, equals: [opened])
    expect(stage.session.mode, equals: .carousel)
  }

  @Test(arguments: [
    "vscode://file/etc/passwd", "javascript:alert(1)", "file:///etc/passwd", "ssh://-oProxyCommand=x",
    "mailto:a@example.org?attach=/etc/passwd", "mailto:a@example.org?cc=b&%61ttach=x",
  ])
  func `any other link is opened only after a question that shows it whole`(link: String) throws {
    var stage = try linked(link)
    stage.type("ol")
    let text = rows(stage).map { $0.trimmingPrefix { "│ ".contains($0) }.prefix { $0 != "│" } }.joined()
    #expect(text.replacing(" ", with: "").contains(link))
    #expect(rows(stage).contains { $0.contains("y  open it") })
    expect(openedLinks(stage), equals: [])
    stage.press(.enter)
    expect(openedLinks(stage), equals: [])
    expect(stage.session.mode, equals: .carousel)
    stage.type("oly")
    expect(openedLinks(stage), equals: [link])
  }

  @Test(arguments: ["-x", "www.example.org", "http:evil", "a\u{1B}b://c", ""])
  func `text that is no URL is not opened`(link: String) throws {
    var stage = try linked(link)
    stage.type("oly")
    expect(openedLinks(stage), equals: [])
    #expect(stage.session.mode.menu?.question.isEmpty != false)
  }

  @Test func `a link that does not fit in the window is not opened; a resize withdraws the question`() throws {
    let link = "x:" + String(repeating: "a", count: 35 * 9)
    var stage = try linked(link, rows: 8)
    stage.type("ol")
    #expect(stage.row(0).contains("the link does not fit"))
    expect(stage.session.mode, equals: .carousel)
    stage = try linked(link, rows: 16)
    stage.type("ol")
    expect(stage.session.mode.menu?.selected?.key, equals: "n")
    stage.send(.resized(CellSize(columns: 30, rows: 16), cellAspect: 0.5))
    expect(stage.session.mode, equals: .carousel)
    expect(openedLinks(stage), equals: [])
  }

  @Test func `no command runs on a slide without a file`() throws {
    var stage = try stage("red") { $0.click = .command("rm -- \"$1\"") }
    stage.apply(Deck([.slides([Slide(.broken(entry: "vscode://x", reason: "no"))])]), isComplete: true)
    stage.press(.enter)
    stage.type("k")
    expect(stage.effects, equals: [])
    #expect(stage.row(0).contains("this slide has no file for the command"))
  }

  @Test func `a user action receives the slide and all marked slides`() throws {
    var stage = try stage("red", "green", "blue")
    stage.type("m")
    stage.press(.right, .right)
    stage.type("mk")
    var expected = clicked("blue", 3, of: 3)
    expected.marked = [Slide(.file(Path("red"))), Slide(.file(Path("blue")))]
    expected.action = "Keep it"
    expect(stage.effects, equals: [.run(expected, command: "keep \"$1\"")])
    stage.endCommand()
    stage.type("1k")
    expect(runs(stage), equals: 2)
    expect(stage.session.mode, equals: .carousel)
    stage.endCommand()
    stage.type("ot")
    expected.action = "Tag"
    expect(stage.effects.last, equals: .runInBackground(expected, command: "tag \"$@\" "))
  }

  @Test func `a user action's key that is already bound works only in the menu, where it takes precedence`() throws {
    var stage = Stage("red", "green", columns: 44, rows: 12) {
      $0.copiesText = true
      $0.actions = [try? UserAction("c:Crop:crop"), try? UserAction("j:Judge:judge")].compactMap { $0 }
    }
    stage.type("c")
    expect(stage.effects, equals: [])
    stage.type("o")
    #expect(rows(stage).contains { $0.contains("│     copy the path") })
    stage.type("c")
    guard case .run(_, let command) = stage.effects.last else { return #expect(Bool(false)) }
    expect(command, equals: "crop")
    stage.endCommand()
    stage.type("j")
    expect(runs(stage), equals: 2)
    stage.endCommand()
    stage.press(.enter)
    stage.type("g")
    stage.type("j")
    expect(runs(stage), equals: 2)
  }

  @Test func `a user action reloads the slides when it ends; a click's command does not`() throws {
    var stage = try stage("red", "green")
    let first = stage.session.slides.reading.generation
    stage.send(.commandEnded(status: 0))
    expect(stage.session.slides.reading.generation, equals: first)
    stage.send(.commandEnded(status: 0, action: "Keep"))
    #expect(stage.session.slides.reading.generation != first)
    expect(stage.requests.deck?.isForced, equals: false)
    expect(stage.effects.last, equals: .work(.forgetPictures))
  }

  @Test func `an action that succeeded shows the last line of its output, or that it is done`() throws {
    var stage = try stage("red")
    let action = "Keep\u{1B}"
    stage.send(.commandEnded(status: 0, lastLine: "2 copied", isInBackground: true, action: action))
    #expect(stage.row(0).contains("Keep␛: 2 copied"))
    stage.send(.commandEnded(status: 0, action: action))
    #expect(stage.row(0).contains("Keep␛: done"))
    stage.send(.commandEnded(status: 1 << 8, action: action))
    #expect(stage.row(0).contains("exited with status 1"))
    stage.wait(6)
    stage.send(.commandEnded(status: 0))
    #expect(!stage.row(0).contains("done"))
  }

  @Test func `releasing the mouse button on a line runs it; a click outside closes the menu`() throws {
    var stage = try stage("red", "green")
    stage.type("o")
    stage.mouse(.pressed(.left), 10, 4)
    stage.mouse(.dragged(.left), 10, 6)
    stage.mouse(.released(.left), 10, 6)
    guard case .run(_, let command) = stage.effects.last else { return #expect(Bool(false)) }
    expect(command, equals: "keep \"$1\"")
    stage.endCommand()
    stage.type("o")
    stage.mouse(.pressed(.left), 5, 5)
    stage.mouse(.released(.left), 5, 5)
    #expect(stage.session.mode.menu != nil)
    stage.mouse(.pressed(.left), 2, 0)
    stage.mouse(.released(.left), 2, 0)
    expect(stage.session.mode, equals: .carousel)
    expect(runs(stage), equals: 1)
  }

  @Test func `a click in the menu hits the right line when tabs are shown`() throws {
    var stage = try stage("red", "green", rows: 16) { $0.preferences.overlays.showsTabs = true }
    stage.type("o")
    let row = try #require(rows(stage).firstIndex { $0.contains("Keep it") })
    stage.mouse(.pressed(.left), 20, row)
    stage.mouse(.released(.left), 20, row)
    guard case .run(_, let command) = stage.effects.last else { return #expect(Bool(false)) }
    expect(command, equals: "keep \"$1\"")
  }

  @Test func `in the grid and the viewer the menu acts on their slide and returns to them`() throws {
    var stage = try stage("red", "green")
    stage.press(.character("g"), .right)
    stage.type("oc")
    expect(copied(stage), equals: ["green"])
    expect(stage.session.grid?.machine.selection, equals: 1)
    stage.press(.enter)
    stage.wait(1)
    stage.type("o")
    #expect(stage.session.viewer != nil)
    stage.type("c")
    expect(stage.effects.count, equals: 2)
    expect(stage.session.mode.context, equals: .viewer)
  }

  @Test func `a slide removed while the menu is open is not acted on; unbound keys do nothing`() throws {
    var stage = try stage("red", "green")
    stage.type("oxz7")
    #expect(stage.session.mode.menu != nil)
    stage.deck(["green"])
    stage.type("c")
    #expect(stage.row(0).contains("the slide is gone"))
    expect(copied(stage), equals: [])
  }
}
