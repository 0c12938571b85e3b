import Bitmaps
import Carousel
import CarouselValues
import Decks
import Imaging
import Pictures
import RemoteControl
import System
import Terminal
import TestSupport
import Testing

@testable import CarouselApp

/// What clients of `--listen` can do with a session, and what they learn of it.
@MainActor struct SessionRemoteTests {
  /// Carries out a command as the server does.
  private func send(_ command: RemoteCommand, to stage: inout Stage) throws(RemoteError) {
    if let instruction = try stage.session.instruction(for: command, at: stage.now) {
      stage.send(.remote(instruction))
      stage.load()
    }
  }

  private func refusal(of command: RemoteCommand, in stage: Stage) -> RemoteError? {
    do throws(RemoteError) {
      _ = try stage.session.instruction(for: command, at: stage.now)
      return nil
    } catch { return error }
  }

  @Test func `show goes to a slide by its number or name, with a motion unless none is wanted`() throws {
    var stage = Stage("red", "green", "blue")
    try send(.show(SlideTarget(number: 3), RemoteMotion()), to: &stage)
    #expect(stage.session.machine.frame(at: stage.now).isMoving)
    stage.wait(1)
    expect(stage.current, equals: 2)
    try send(.show(SlideTarget(name: "green"), RemoteMotion(isAnimated: false)), to: &stage)
    #expect(stage.current == 1 && !stage.session.machine.frame(at: stage.now).isMoving)
  }

  @Test func `a slide is found by its path from the root although it was named relative to the folder`() throws {
    var stage = Stage("red", "green", "blue")
    let path = String(decoding: Path("blue").absolute.bytes, as: UTF8.self)
    try send(.show(SlideTarget(name: path), RemoteMotion(isAnimated: false)), to: &stage)
    expect(stage.current, equals: 2)
  }

  @Test func `with a number and a name the name counts, unless no slide has it`() throws {
    var stage = Stage("red", "green", "blue")
    let path = String(decoding: Path("blue").absolute.bytes, as: UTF8.self)
    try send(.show(SlideTarget(number: 2, name: path), RemoteMotion(isAnimated: false)), to: &stage)
    expect(stage.current, equals: 2)
    try send(.show(SlideTarget(number: 2, name: "/elsewhere/x"), RemoteMotion(isAnimated: false)), to: &stage)
    expect(stage.current, equals: 1)
    // Of two slides with one name, the number chooses.
    stage.deck(["red", "green", "red"])
    let red = String(decoding: Path("red").absolute.bytes, as: UTF8.self)
    try send(.show(SlideTarget(number: 3, name: red), RemoteMotion(isAnimated: false)), to: &stage)
    expect(stage.current, equals: 2)
  }

  @Test func `slides that do not exist are refused`() {
    let stage = Stage("red", "green")
    for number in [0, -1, 3, .max, .min] {
      let error = refusal(of: .show(SlideTarget(number: number), RemoteMotion()), in: stage)
      expect(error, equals: RemoteError(.noSuchSlide, "no slide \(number); the last is 2"))
    }
    expect(refusal(of: .show(SlideTarget(name: "x"), RemoteMotion()), in: stage)?.message, equals: "no slide “x”")
    expect(refusal(of: .show(SlideTarget(name: ""), RemoteMotion()), in: stage)?.code, equals: .noSuchSlide)
    let empty = Stage()
    #expect(
      refusal(of: .show(SlideTarget(number: 1), RemoteMotion()), in: empty)?.message
        == "no slide 1; 0 have been found so far")
  }

  @Test func `next and previous are the arrow keys, also in the grid`() throws {
    var stage = Stage("red", "green", "blue")
    try send(.next, to: &stage)
    stage.wait(1)
    expect(stage.current, equals: 1)
    try send(.previous, to: &stage)
    try send(.previous, to: &stage)
    stage.wait(1)
    expect(stage.current, equals: 2)
    stage.type("g")
    try send(.previous, to: &stage)
    expect(stage.session.selected?.index, equals: 1)
    try send(.show(SlideTarget(number: 1), RemoteMotion()), to: &stage)
    expect(stage.session.selected?.index, equals: 0)
    expect(stage.session.remoteState(at: stage.now).mode, equals: .grid)
  }

  @Test func `pause and resume are the space bar, and a hold is apart from it`() throws {
    var stage = Stage("red", "green") { $0.settings.interval = .seconds(5) }
    try send(.pause, to: &stage)
    stage.wait(20)
    #expect(stage.current == 0 && stage.session.remoteState(at: stage.now).paused)
    stage.send(.remote(.hold(true)))
    try send(.resume, to: &stage)
    stage.wait(20)
    #expect(stage.current == 0 && !stage.session.remoteState(at: stage.now).paused)
    stage.send(.remote(.hold(false)))
    stage.wait(6)
    expect(stage.current, equals: 1)
  }

  @Test func `a motion begins when it began in the program that leads`() throws {
    var stage = Stage("red", "green", "blue")
    stage.wait(10)
    let start = stage.now.sinceStart.remoteSeconds
    // No event until it arrives, 8 ms later.
    stage.now = stage.now.advanced(by: .milliseconds(8))
    try send(.show(SlideTarget(number: 2), RemoteMotion(start: start, direction: .forward, cause: .user)), to: &stage)
    expect(stage.session.machine.motionStart, equals: .seconds(10))
    var leader = CarouselMachine(count: 3, settings: stage.session.machine.settings)
    leader.handle(.move(by: 1), at: .seconds(10))
    expect(stage.session.machine.frame(at: stage.now).position, equals: leader.frame(at: stage.now).position)
  }

  @Test(arguments: [(0, 9.0), (5, 9), (9.5, 9.5), (100, 10), (1e300, 10), (-1e300, 10)])
  func `a start that is not within the last second is limited to it`(start: Double, expected: Double) throws {
    var stage = Stage("red", "green", "blue") {
      $0.settings.transition = TransitionSettings(.slide, userDuration: .seconds(5))
    }
    stage.now = .seconds(10)
    try send(.show(SlideTarget(number: 2), RemoteMotion(start: start)), to: &stage)
    expect(stage.session.machine.motionStart, equals: .seconds(expected))
  }

  @Test func `an automatic motion takes as long as in the program that leads, although the follower is held`() throws {
    var stage = Stage("red", "green", "blue") {
      $0.settings.interval = .seconds(5)
      $0.settings.transition = .fade
    }
    stage.send(.remote(.hold(true)))
    stage.wait(7)
    try send(.show(SlideTarget(number: 2), RemoteMotion(direction: .forward, cause: .automatic)), to: &stage)
    stage.wait(1.1)
    #expect(stage.session.machine.frame(at: stage.now).isMoving)
    stage.wait(0.2)
    #expect(!stage.session.machine.frame(at: stage.now).isMoving && stage.current == 1)
    // It is still held.
    stage.wait(20)
    expect(stage.current, equals: 1)
  }

  @Test func `the way round is the leader's, where there are two`() throws {
    for direction in [RemoteMotion.Direction.forward, .backward] {
      var stage = Stage("red", "green")
      try send(.show(SlideTarget(number: 2), RemoteMotion(direction: direction)), to: &stage)
      let velocity = stage.session.machine.frame(at: stage.now).velocity
      expect(velocity > 0, equals: direction == .forward)
    }
  }

  @Test func `added sources are read with the others from then on, and the first one is shown if wanted`() throws {
    var stage = Stage("red", "green")
    try send(.add(RemoteAddition(["/x/blue"], goes: true)), to: &stage)
    expect(stage.session.slides.reading.added, equals: [Array("/x/blue".utf8)])
    expect(stage.session.slides.reading.destination, equals: Array("/x/blue".utf8))
    let deck = Deck([.slides(["red", "green", "/x/blue"].map { Slide(.file(Path($0))) })])
    let generation = stage.session.slides.reading.generation
    stage.send(.deck(DeckUpdate(deck, isComplete: true, generation: generation, destination: 2)))
    stage.wait(1)
    expect(stage.current, equals: 2)
    stage.send(.sourcesChanged(files: [], unfinished: []))
    expect(stage.session.slides.reading.added.count, equals: 1)
    expect(stage.session.slides.reading.destination, equals: nil)
    try send(.add(RemoteAddition(["/x/white"])), to: &stage)
    expect(stage.session.slides.reading.added.count, equals: 2)
    expect(stage.session.slides.reading.destination, equals: nil)
  }

  @Test func `the number of added sources is limited`() throws {
    var stage = Stage("red")
    let many = Array(repeating: "/x", count: 1_000)
    for _ in 0..<10 { try send(.add(RemoteAddition(many)), to: &stage) }
    expect(refusal(of: .add(RemoteAddition(["/x"])), in: stage)?.code, equals: .tooManySources)
  }

  @Test func `quit quits with the marked slides, like the key`() throws {
    var stage = Stage("red", "green")
    stage.type("m")
    try send(.quit, to: &stage)
    guard case .end(.quit(let marked))? = stage.effects.last else {
      Issue.record("did not quit")
      return
    }
    expect(marked.count, equals: 1)
  }

  // MARK: - Reports

  @Test func `a key's motion is reported with its destination and its cause, then the slide, then its rest`() {
    var stage = Stage("red", "green", "blue")
    var reporter = RemoteReporter(stage.session, at: stage.now)
    func reports() -> [RemoteReport.Event] { reporter.reports(of: stage.session, at: stage.now).map(\.event) }
    let green = stage.session.remoteSlide(at: 1)
    #expect(reports().isEmpty)
    stage.press(.right)
    #expect(
      reports() == [.begin(to: green ?? RemoteSlide(number: 0, name: ""), start: 0, cause: .user, direction: .forward)])
    stage.wait(0.1)
    #expect(reports().isEmpty)
    stage.wait(0.9)
    expect(reports(), equals: [.show(green, isMoving: false), .land(2)])
    expect(green?.name, equals: "green")
    expect(green?.path?.hasSuffix("/green"), equals: true)
  }

  @Test func `an automatic motion is reported with its way and the time at which it was due`() {
    var stage = Stage("red", "green") { $0.settings.interval = .seconds(5) }
    var reporter = RemoteReporter(stage.session, at: stage.now)
    stage.now = .seconds(5.01)
    stage.send(.tick)
    let events = reporter.reports(of: stage.session, at: stage.now).map(\.event)
    guard case .begin(let slide, 5, .automatic, .forward)? = events.first else {
      Issue.record("\(events)")
      return
    }
    expect(slide.number, equals: 2)
  }

  @Test func `pauses, other slides at the same place and the end of a reading are reported`() {
    var stage = Stage("red", "green")
    var reporter = RemoteReporter(stage.session, at: stage.now)
    func reports() -> [RemoteReport.Event] { reporter.reports(of: stage.session, at: stage.now).map(\.event) }
    stage.press(.character(" "))
    expect(reports(), equals: [.pause(true)])
    stage.press(.character(" "))
    expect(reports(), equals: [.pause(false)])
    stage.press(.character("r"))
    #expect(reports().isEmpty)
    stage.deck(["blue", "red", "green"])
    expect(reports(), equals: [.deck(count: 3), .show(stage.session.remoteSlide(at: 1), isMoving: false)])
    stage.send(.sourcesChanged(files: [], unfinished: []))
    stage.deck([])
    expect(reports(), equals: [.deck(count: 0), .show(nil, isMoving: false)])
  }

  @Test func `a jump without a motion is reported as a slide only`() throws {
    var stage = Stage("red", "green", "blue")
    var reporter = RemoteReporter(stage.session, at: stage.now)
    try send(.show(SlideTarget(number: 3), RemoteMotion(isAnimated: false)), to: &stage)
    let events = reporter.reports(of: stage.session, at: stage.now).map(\.event)
    expect(events, equals: [.show(stage.session.remoteSlide(at: 2), isMoving: false)])
  }

  @Test func `marks are reported with the slide, or only with their number, and listed`() throws {
    var stage = Stage("red", "green", "blue")
    var reporter = RemoteReporter(stage.session, at: stage.now)
    func reports() -> [RemoteReport.Event] { reporter.reports(of: stage.session, at: stage.now).map(\.event) }
    let red = stage.session.remoteSlide(at: 0)
    stage.type("m")
    expect(reports(), equals: [.mark(count: 1, red, isMarked: true)])
    expect(stage.session.remoteMarks(after: 0).slides, equals: [try #require(red)])
    stage.type("m")
    expect(reports(), equals: [.mark(count: 0, red, isMarked: false)])
    stage.type("M")
    expect(reports(), equals: [.mark(count: 3, nil, isMarked: nil)])
    expect(stage.session.remoteMarks(after: 2).slides.map(\.number), equals: [3])
    expect(stage.session.remoteMarks(after: 3).slides.count, equals: 0)
    expect(stage.session.remoteMarks(after: -1).count, equals: 3)
  }

  @Test func `a click is reported with its slide`() {
    var stage = Stage("red", "green")
    var reporter = RemoteReporter(stage.session, at: stage.now)
    stage.press(.enter)
    let events = reporter.reports(of: stage.session, at: stage.now).map(\.event)
    expect(events.first, equals: stage.session.remoteSlide(at: 0).map { .click($0) })
    stage.wait(1)
    // The same slide again.
    stage.press(.escape)
    stage.wait(1)
    _ = reporter.reports(of: stage.session, at: stage.now)
    stage.press(.enter)
    #expect(reporter.reports(of: stage.session, at: stage.now).map(\.event).contains { $0 == events.first })
  }

  @Test func `the viewer's zoom and turns are reported once they rest, with the part in pixels`() throws {
    var stage = Stage("red", "green")
    var reporter = RemoteReporter(stage.session, at: stage.now)
    func views() -> [RemoteView] {
      reporter.reports(of: stage.session, at: stage.now).compactMap {
        if case .view(let view) = $0.event { view } else { nil }
      }
    }
    stage.press(.enter)
    stage.wait(1)
    let whole = try #require(views().last)
    #expect(whole.zoom == 1 && whole.rotation == 0 && whole.x == 0 && whole.y == 0)
    stage.type("++")
    #expect(views().isEmpty)
    stage.wait(1)
    let zoomed = try #require(views().last)
    #expect(zoomed.zoom > 1 && zoomed.width * zoomed.height < whole.width * whole.height)
    stage.type(">")
    stage.wait(1)
    expect(views().last?.rotation, equals: 90)
    #expect(views().isEmpty)
  }

  // MARK: - Additions

  @Test func `a picture with a key replaces the one before, whose slide keeps its place and its mark`() throws {
    var stage = Stage("red")
    try send(.add(RemoteAddition(["/x/blue"], caption: "one", key: "loss")), to: &stage)
    try send(.add(RemoteAddition(["/x/green"])), to: &stage)
    func read(_ names: [String]) {
      let deck = Deck([.slides(names.map { Slide(.file(Path($0))) })])
      stage.send(.deck(DeckUpdate(deck, isComplete: true, generation: stage.session.slides.reading.generation)))
      stage.load()
    }
    read(["red", "/x/blue", "/x/green"])
    expect(stage.session.remoteSlide(at: 1)?.caption, equals: "one")
    try send(.show(SlideTarget(number: 2), RemoteMotion(isAnimated: false)), to: &stage)
    stage.type("m")
    try send(.add(RemoteAddition(["/x/white"], caption: "two", key: "loss")), to: &stage)
    expect(
      stage.session.slides.reading.added.map { String(decoding: $0, as: UTF8.self) }, equals: ["/x/white", "/x/green"])
    read(["red", "/x/white", "/x/green"])
    #expect(stage.current == 1 && stage.session.remoteMarks(after: 0).slides.map(\.path) == ["/x/white"])
    expect(stage.session.remoteSlide(at: 1)?.caption, equals: "two")
    // The same path: its file has another content.
    try send(.add(RemoteAddition(["/x/white"], key: "loss")), to: &stage)
    expect(stage.effects.last, equals: .work(.adopt(Path("/x/white"))))
    expect(stage.session.remoteSlide(at: 1)?.caption, equals: nil)
  }

  @Test func `a source comes after the last one of its group`() throws {
    var stage = Stage("red")
    try send(.add(RemoteAddition(["/a1"], group: "a")), to: &stage)
    try send(.add(RemoteAddition(["/b1", "/b2"], group: "b")), to: &stage)
    try send(.add(RemoteAddition(["/a2"], group: "a")), to: &stage)
    try send(.add(RemoteAddition(["/c"])), to: &stage)
    let names = stage.session.slides.reading.added.map { String(decoding: $0, as: UTF8.self) }
    expect(names, equals: ["/a1", "/a2", "/b1", "/b2", "/c"])
  }

  @Test func `a caption is given to the current slide or another one, and stays when sources are read again`() throws {
    var stage = Stage("red", "green")
    try send(.caption("first", nil), to: &stage)
    try send(.caption("second", SlideTarget(name: "green")), to: &stage)
    stage.send(.sourcesChanged(files: [], unfinished: []))
    stage.deck(["green", "red"])
    expect((0..<2).map { stage.session.remoteSlide(at: $0)?.caption }, equals: ["second", "first"])
    expect(refusal(of: .caption("x", SlideTarget(number: 9)), in: stage)?.code, equals: .noSuchSlide)
    expect(refusal(of: .caption("x", nil), in: Stage())?.code, equals: .noSuchSlide)
  }

  // MARK: - Looking

  @Test func `what is seen is the whole picture, and a part of it once it is zoomed, within the longest side`() throws {
    var stage = Stage("red", "green")
    let whole = try stage.session.lookedAt(side: 2800, at: stage.now)
    #expect(whole.key.shape.region == nil && whole.view.zoom == 1)
    stage.press(.enter)
    stage.wait(1)
    stage.type("+++")
    stage.wait(1)
    let part = try stage.session.lookedAt(side: 2800, at: stage.now)
    let region = try #require(part.key.shape.region)
    #expect(region.whole == whole.key.shape.fit.box)
    #expect(region.part.width == part.view.width && region.part.x == part.view.x)
    let small = try stage.session.lookedAt(side: 16, at: stage.now)
    #expect(max(small.key.shape.region?.part.width ?? 0, small.key.shape.region?.part.height ?? 0) <= 16)
    expect(small.view, equals: part.view)
    #expect(throws: RemoteError(.noPicture, "the picture has not been loaded")) {
      try Stage("slow").session.lookedAt(side: 100, at: .zero)
    }
  }
}
