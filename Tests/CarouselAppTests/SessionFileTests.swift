import Carousel
import CarouselViewing
import Decks
import System
import Terminal
import TestSupport
import Testing

@testable import CarouselApp

/// Keys that move, copy, rename and delete the files of slides.
@MainActor struct SessionFileTests {
  private func stage(_ change: (inout Options) -> Void = { _ in }) -> Stage {
    Stage("red", "green", "blue", "white", columns: 60, rows: 12, change: change)
  }

  private func names(_ stage: Stage) -> [String] {
    (0..<stage.session.deck.count).map { String(decoding: stage.session.deck[$0].location.reference, as: UTF8.self) }
  }

  private func shown(_ stage: Stage) -> String? {
    stage.session.snapshot(at: stage.now).destination.map {
      String(decoding: $0.slide.location.reference, as: UTF8.self)
    }
  }

  private func shownMessage(_ stage: Stage) -> String? { stage.session.overlays.message(at: stage.now) }

  /// The task that the session has issued last.
  private func lastTask(_ stage: Stage) -> FileTask? {
    if case .work(.organize(let task))? = stage.effects.last { task } else { nil }
  }

  /// Performs the last task on files that exist only here: all of it succeeds.
  private func perform(_ stage: inout Stage) throws {
    let task = try #require(lastTask(stage))
    switch task {
    case .perform(let operation, let paths):
      let items = paths.map { path in
        switch operation {
        case .trash: FileChange.Item(from: path, to: Path("/trash/files").appending(path.name))
        case .move(let folder), .copy(let folder): FileChange.Item(from: path, to: folder.appending(path.name))
        case .rename(let name): FileChange.Item(from: path, to: Path(name))
        }
      }
      stage.send(.organized(task, FileResult(change: FileChange(operation: operation, items: items), failures: [])))
    case .extract(let pictures, let folder):
      let items = pictures.map { FileChange.Item(from: Path($0.shortName), to: folder.appending($0.shortName)) }
      let change = FileChange(operation: .copy(to: folder), items: items)
      stage.send(.organized(task, FileResult(change: change, failures: [])))
    case .undo(let change): stage.send(.organized(task, FileResult(change: change, failures: [])))
    }
    stage.load()
  }

  @Test func `what is done with a slide is done with the RAW file of its shot`() throws {
    var stage = stage()
    var deck = stage.session.deck
    deck.companions = [Path("red"): Path("red.CR3")]
    stage.apply(deck, isComplete: true)
    stage.load()
    stage.press(.character("D"))
    expect(stage.session.mode.menu?.question, equals: ["Move red and red.CR3 to the trash?"])
    stage.press(.character("y"))
    expect(lastTask(stage), equals: .perform(.trash, on: [Path("red"), Path("red.CR3")]))
    try perform(&stage)
    expect(names(stage), equals: ["green", "blue", "white"])
    stage.press(.character("u"))
    guard case .undo(let change) = lastTask(stage) else { return #expect(Bool(false)) }
    expect(change.items.map(\.from), equals: [Path("red"), Path("red.CR3")])
  }

  @Test func `D asks, and the carousel stays at the neighbor of a slide that is gone`() throws {
    var stage = stage()
    stage.press(.right)
    stage.wait(1)
    stage.press(.character("D"))
    expect(stage.session.mode.menu?.question, equals: ["Move green to the trash?"])
    expect(lastTask(stage), equals: nil)
    stage.press(.character("y"))
    expect(lastTask(stage), equals: .perform(.trash, on: [Path("green")]))
    // Until it has happened, the slide stays.
    expect(names(stage), equals: ["red", "green", "blue", "white"])
    try perform(&stage)
    expect(names(stage), equals: ["red", "blue", "white"])
    expect(shown(stage), equals: "blue")
    expect(shownMessage(stage), equals: "green in the trash, u undoes it")
  }

  @Test(arguments: [Key.character("n"), .escape, .character("q")])
  func `a question that is not answered with yes changes nothing`(key: Key) {
    var stage = stage()
    stage.press(.character("D"), key)
    expect(lastTask(stage), equals: nil)
    expect(stage.session.mode.menu, equals: nil)
  }

  @Test func `u brings slides back one after the other, and shows them`() throws {
    var stage = stage()
    stage.press(.character("D"), .enter)
    try perform(&stage)
    stage.press(.character("D"), .enter)
    try perform(&stage)
    expect(names(stage), equals: ["blue", "white"])
    expect(shown(stage), equals: "blue")
    stage.press(.character("u"))
    guard case .undo(let change)? = lastTask(stage) else { throw Missing() }
    expect(change.items.map(\.from), equals: [Path("green")])
    try perform(&stage)
    // The sources are read again, without the slide that is still gone.
    expect(stage.session.slides.reading.removed, equals: [.file(Path("red"))])
    stage.deck(["green", "blue", "white"])
    expect(shown(stage), equals: "green")
    expect(stage.session.slides.reading.removed, equals: [.file(Path("red"))])
    stage.press(.character("u"))
    try perform(&stage)
    stage.deck(["red", "green", "blue", "white"])
    #expect(shown(stage) == "red" && stage.session.slides.reading.removed.isEmpty)
    stage.press(.character("u"))
    expect(shownMessage(stage), equals: "nothing to undo")
  }

  @Test func `marked slides go together`() throws {
    var stage = stage()
    stage.press(.character("m"), .right, .right, .character("m"), .character("D"))
    expect(stage.session.mode.menu?.question, equals: ["Move 2 files to the trash?"])
    stage.press(.enter)
    expect(lastTask(stage), equals: .perform(.trash, on: [Path("red"), Path("blue")]))
    try perform(&stage)
    expect(names(stage), equals: ["green", "white"])
    expect(shownMessage(stage), equals: "2 files in the trash, u undoes it")
  }

  @Test func `a new name is typed before the extension, and its slide stays on screen`() throws {
    var stage = Stage("red", "green", columns: 60, rows: 12)
    stage.deck(["red", "a.b.jpg"])
    stage.press(.right, .character("R"))
    stage.press(.backspace)
    stage.type("new")
    stage.press(.enter)
    expect(lastTask(stage), equals: .perform(.rename(to: Array("a.new.jpg".utf8)), on: [Path("a.b.jpg")]))
    try perform(&stage)
    expect(stage.session.slides.reading.renamed, equals: [Path("a.b.jpg"): Path("a.new.jpg")])
    stage.deck(["a.new.jpg", "red"])
    expect(shown(stage), equals: "a.new.jpg")
    expect(stage.session.machine.current, equals: 0)
  }

  @Test(arguments: [("", "this cannot be a name"), ("..", "this cannot be a name"), ("a/b", "a name has no slash")])
  func `an invalid name leaves the panel open`(name: String, message: String) {
    var stage = stage()
    stage.press(.character("R"), .control("u"))
    stage.type(name)
    stage.press(.enter)
    expect(lastTask(stage), equals: nil)
    expect(shownMessage(stage), equals: message)
    expect(stage.session.mode.menu?.entry?.text, equals: name)
  }

  @Test(
    arguments: [
      ("whole.jpg", "whole.jpg"), ("Whole.JPG", "Whole.JPG"), ("a.png", "a.png.jpg"), ("", nil),
    ] as [(String, String?)])
  func `a whole name may be typed before the extension, which is no name itself`(typed: String, expected: String?) {
    var stage = Stage("red", columns: 60, rows: 12)
    stage.deck(["red", "old.jpg"])
    stage.press(.right, .character("R"), .control("u"))
    stage.type(typed)
    stage.press(.enter)
    expect(lastTask(stage), equals: expected.map { .perform(.rename(to: Array($0.utf8)), on: [Path("old.jpg")]) })
    if expected == nil { expect(shownMessage(stage), equals: "this cannot be a name") }
  }

  @Test func `marks and the zoom follow a slide to its new name`() throws {
    var stage = stage()
    stage.press(.character("m"), .enter, .character("+"))
    stage.wait(1)
    let zoom = stage.session.viewer?.zoom.frame(at: stage.now).zoom
    #expect((zoom ?? 1) > 1)
    stage.press(.character("R"), .control("u"))
    stage.type("white")
    stage.press(.enter)
    try perform(&stage)
    // Not only after the sources have been read again.
    expect(stage.session.markedSlides.map(\.location), equals: [.file(Path("white"))])
    stage.deck(["blue", "green", "white"])
    expect(stage.session.markedSlides.map(\.location), equals: [.file(Path("white"))])
    expect(stage.session.viewer?.location, equals: .file(Path("white")))
    expect(stage.session.viewer?.zoom.frame(at: stage.now).zoom, equals: zoom)
    stage.press(.character("u"))
    try perform(&stage)
    stage.deck(["red", "blue", "green"])
    expect(stage.session.markedSlides.map(\.location), equals: [.file(Path("red"))])
  }

  @Test func `a file that is shown twice is meant once`() {
    var stage = Stage(columns: 60, rows: 12)
    stage.deck(["red", "./red"])
    stage.press(.character("M"), .character("D"))
    expect(stage.session.mode.menu?.question, equals: ["Move red to the trash?"])
    stage.press(.enter)
    expect(lastTask(stage), equals: .perform(.trash, on: [Path("red")]))
  }

  @Test func `what could not be undone is undone by the next u`() throws {
    var stage = stage()
    stage.press(.character("D"), .enter)
    try perform(&stage)
    stage.press(.character("u"))
    let task = try #require(lastTask(stage))
    guard case .undo(let change) = task else { throw Missing() }
    let failure = FileResult.Failure(path: Path("red"), reason: "red exists")
    let nothing = FileChange(operation: .trash, items: [])
    stage.send(.organized(task, FileResult(change: nothing, failures: [failure], remaining: change)))
    expect(shownMessage(stage), equals: "not undone: red: red exists")
    expect(names(stage), equals: ["green", "blue", "white"])
    stage.effects = []
    stage.press(.character("u"))
    expect(lastTask(stage), equals: .undo(change))
  }

  @Test func `a long name leaves room for the reason`() throws {
    var stage = stage()
    stage.press(.character("D"), .enter)
    let task = try #require(lastTask(stage))
    let name = String(repeating: "a", count: 100) + String(repeating: "b", count: 100)
    let failure = FileResult.Failure(path: Path(name), reason: "permission denied")
    stage.send(
      .organized(task, FileResult(change: FileChange(operation: .trash, items: []), failures: [failure])))
    expect(shownMessage(stage), equals: "not deleted: aaaaaaaaaaaa…bbbbbbbbbbb: permission denied")
  }

  @Test func `V moves to a typed folder that Tab completes, and the next time proposes it`() throws {
    var stage = stage { $0.home = Path("/home/a") }
    stage.press(.character("V"))
    stage.type("~/k")
    stage.press(.tab)
    expect(stage.effects.last, equals: .work(.listFolders(beginningWith: "~/k")))
    stage.send(.folders(["~/keep/", "~/keys/"], beginningWith: "~/k"))
    expect(stage.session.mode.menu?.entry?.text, equals: "~/ke")
    expect(stage.session.mode.menu?.entry?.candidates, equals: ["~/keep/", "~/keys/"])
    // An answer that comes too late changes nothing.
    stage.type("e")
    stage.send(.folders(["~/key/"], beginningWith: "~/ke"))
    expect(stage.session.mode.menu?.entry?.text, equals: "~/kee")
    stage.press(.tab)
    stage.send(.folders(["~/keep/"], beginningWith: "~/kee"))
    stage.press(.enter)
    expect(lastTask(stage), equals: .perform(.move(to: Path("/home/a/keep/")), on: [Path("red")]))
    try perform(&stage)
    expect(names(stage), equals: ["green", "blue", "white"])
    stage.press(.character("C"))
    expect(stage.session.mode.menu?.entry?.text, equals: "~/keep/")
    stage.press(.escape)
    expect(stage.session.mode.menu, equals: nil)
  }

  @Test func `K copies to the folder at once, and the slide stays`() throws {
    var stage = stage { $0.keepFolder = Path("keep") }
    stage.press(.character("K"))
    expect(lastTask(stage), equals: .perform(.copy(to: Path("keep")), on: [Path("red")]))
    try perform(&stage)
    expect(names(stage), equals: ["red", "green", "blue", "white"])
    expect(shownMessage(stage), equals: "red copied to keep")
    stage.press(.character("u"))
    try perform(&stage)
    expect(shownMessage(stage), equals: "the copy of red is deleted")
  }

  @Test func `with --keep-next K goes on, and with --trash now D does not ask`() {
    var stage = stage {
      $0.keepFolder = Path("keep")
      $0.goesOnAfterKeeping = true
      $0.trashesAtOnce = true
    }
    stage.press(.character("K"))
    expect(shown(stage), equals: "green")
    stage.press(.character("g"), .character("K"))
    expect(lastTask(stage), equals: .perform(.copy(to: Path("keep")), on: [Path("green")]))
    expect(stage.session.mode.grid?.selection, equals: 2)
    stage.press(.character("D"))
    expect(lastTask(stage), equals: .perform(.trash, on: [Path("blue")]))
  }

  @Test func `after changes that u could undo, Esc quits when it is pressed again`() throws {
    var stage = stage()
    stage.press(.character("D"), .enter)
    try perform(&stage)
    stage.press(.escape)
    expect(shownMessage(stage), equals: "Esc again quits; what was done to files stays")
    stage.press(.escape)
    expect(stage.effects.last, equals: .end(.quit(marked: [])))
  }

  @Test func `S reads the sources in another order, which later readings keep`() {
    var stage = stage { $0.sort = .taken }
    stage.press(.character("S"))
    expect(shownMessage(stage), equals: "sort: size")
    expect(stage.session.slides.reading.sort, equals: .size)
    stage.deck(["blue", "red"])
    stage.press(.character("r"))
    expect(stage.session.slides.reading.sort, equals: .size)
  }

  @Test func `a changed setting sorts the slides again, but not shuffled ones`() {
    var stage = stage()
    var options = stage.session.options
    options.sort = .time
    stage.send(.configured(ConfigurationUpdate(options: options, message: "changed: sort")))
    expect(stage.session.slides.reading.sort, equals: .time)
    stage.send(
      .deck(DeckUpdate(stage.session.deck, isComplete: true, generation: stage.session.slides.reading.generation)))
    options.sort = nil
    stage.send(.configured(ConfigurationUpdate(options: options, message: "changed: sort")))
    expect(stage.session.slides.reading.sort, equals: .name)
    let slides = [Slide(.file(Path("red"))), Slide(.file(Path("blue")))]
    stage.send(
      .deck(
        DeckUpdate(
          Deck([.slides(slides)], shuffleSeed: 1), isComplete: true, generation: stage.session.slides.reading.generation
        )))
    options.sort = .size
    stage.send(.configured(ConfigurationUpdate(options: options, message: "changed: sort")))
    expect(stage.session.slides.reading.sort, equals: .name)
  }

  @Test func `braces go from folder to folder, in the grid, too`() {
    var stage = stage()
    stage.deck(["a/red", "a/green", "b/red", "c/red"])
    stage.press(.character("}"))
    stage.wait(1)
    expect(shown(stage), equals: "b/red")
    stage.press(.character("g"), .character("}"))
    expect(stage.session.mode.grid?.selection, equals: 3)
    stage.press(.character("}"))
    expect(shownMessage(stage), equals: "this is the last folder")
    stage.press(.character("{"), .character("{"))
    expect(stage.session.mode.grid?.selection, equals: 0)
  }

  @Test func `slides without a file say why nothing can be done`() {
    var stage = Stage("red")
    let slides = [Slide(.url("https://example.org/a.png")), Slide(.page(of: Path("b.pdf"), number: 2))]
    stage.apply(Deck([.slides(slides)]), isComplete: true)
    stage.press(.character("D"))
    expect(shownMessage(stage), equals: "a.png: it is on the network; o saves it")
    stage.press(.right, .character("R"))
    expect(shownMessage(stage), equals: "b.pdf: it is a page of a document")
    expect(lastTask(stage), equals: nil)
    expect(stage.session.mode.menu, equals: nil)
  }

  @Test func `a failure names the file and the reason`() throws {
    var stage = stage { $0.keepFolder = Path("keep") }
    stage.press(.character("K"))
    let task = try #require(lastTask(stage))
    let failure = FileResult.Failure(path: Path("red"), reason: "keep/red exists")
    let change = FileChange(operation: .copy(to: Path("keep")), items: [])
    stage.send(.organized(task, FileResult(change: change, failures: [failure])))
    expect(shownMessage(stage), equals: "not copied: red: keep/red exists")
    stage.press(.character("u"))
    expect(shownMessage(stage), equals: "nothing to undo")
  }

  @Test func `in the grid the selection is meant, and the next one is selected after it`() throws {
    var stage = stage()
    stage.press(.character("g"), .right, .character("D"), .enter)
    expect(lastTask(stage), equals: .perform(.trash, on: [Path("green")]))
    try perform(&stage)
    expect(stage.session.selected?.slide.location, equals: .file(Path("blue")))
  }

  @Test func `the last slide may go, and comes back`() throws {
    var stage = Stage("red", columns: 60, rows: 12)
    stage.press(.character("D"), .enter)
    try perform(&stage)
    #expect(names(stage) == [] && !stage.effects.contains(.end(.noSlides)))
    stage.press(.character("u"))
    try perform(&stage)
    stage.deck(["red"])
    expect(shown(stage), equals: "red")
  }

  private struct Missing: Error {}
}
