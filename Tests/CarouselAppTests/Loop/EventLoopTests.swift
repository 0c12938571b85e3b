import Carousel
import CarouselValues
import CarouselViewing
import Decks
import Glibc
import Pictures
import Rendering
import System
import Terminal
import TestSupport
import Testing

@testable import CarouselApp

/// The event loop with a scripted terminal, signals, clock and providers.
@Suite @MainActor struct EventLoopTests {
  // MARK: - Turns

  @Test func `many events cause one turn, one frame, and one comparison of the requests with the work`() {
    let stage = LoopStage("red", "green")
    let (count, comparisons) = (stage.frameCount, stage.work.requests.count)
    for number in 1...5 { stage.loop.receive(.message("message \(number)")) }
    expect(stage.sources.turns.count, equals: 1)
    expect(stage.frameCount, equals: count)
    stage.sources.runTurns()
    expect(stage.frameCount, equals: count + 1)
    expect(stage.work.requests.count, equals: comparisons + 1)
    #expect(stage.rows[0].contains("message 5"))
  }

  /// A loop that starts with a slide whose picture is being loaded.
  private func opening() -> LoopStage {
    LoopStage(
      Options(settings: CarouselMachine.Settings(interval: nil), preferences: Preferences(art: .half)),
      deck: Deck([.slides([Slide(Location(argument: "red".utf8), caption: nil)])]), asking: [.version],
      waitingForPictures: .milliseconds(12))
  }

  @Test func `the first frame waits for its picture, and queries follow it`() {
    let stage = opening()
    expect(stage.frameCount, equals: 0)
    expect(stage.requests?.pictures.visible.count, equals: 1)
    stage.wait(11)
    expect(stage.frameCount, equals: 0)
    expect(stage.device.queries, equals: [])
    stage.loadPictures()
    expect(stage.frameCount, equals: 1)
    expect(stage.device.queries, equals: [[.version]])
  }

  @Test func `the first frame is presented without its picture when that takes too long`() {
    let stage = opening()
    stage.wait(12)
    expect(stage.frameCount, equals: 1)
    expect(stage.device.queries, equals: [[.version]])
    stage.loadPictures()
    expect(stage.frameCount, equals: 2)
  }

  @Test func `an event that changes nothing on the screen causes no frame`() {
    let stage = LoopStage("red", "green")
    let count = stage.frameCount
    stage.report(.performed(IssuedCommand(command: .repaint, generation: .first)))
    stage.report(.input(.focus(true)))
    expect(stage.frameCount, equals: count)
  }

  @Test func `which keys the terminal has is found out when there is input`() {
    let stage = LoopStage("red", "green")
    #expect(stage.frameCount > 0)
    expect(stage.device.decoders, equals: 0)
    stage.type("lh")
    expect(stage.device.decoders, equals: 1)
  }

  @Test func `colors are queried again once earlier queries have been answered, and only once then`() {
    let stage = LoopStage("red", "green")
    let colors: [TerminalQuery] = [.color(number: 11), .palette(0)]
    stage.loop.asked = [.version] + colors + [.primaryAttributes]
    stage.loop.ask(stage.loop.asked)
    // The theme changes while the first replies are on their way, of which some come with it.
    stage.type("\u{1B}[?997;2n\u{1B}]11;rgb:00/00/00\u{7}")
    stage.type("\u{1B}[?997;1n")
    expect(stage.device.queries.count, equals: 1)
    stage.type("\u{1B}]4;0;rgb:00/00/00\u{7}\u{1B}[?62c")
    expect(stage.device.queries.dropFirst(), equals: [colors + [.primaryAttributes]])
    stage.type("\u{1B}[?62c")
    stage.type("\u{0C}")
    expect(stage.device.queries.count, equals: 3)
  }

  @Test func `a terminal that answers no more is queried after a wait`() {
    let stage = LoopStage("red", "green")
    stage.loop.asked = [.color(number: 10), .primaryAttributes]
    stage.loop.ask(stage.loop.asked)
    stage.wait(5000)
    stage.type("\u{0C}")
    expect(stage.device.queries.count, equals: 2)
  }

  @Test func `an idle loop sets no timer`() {
    let stage = LoopStage("red", "green")
    stage.wait(1000)
    #expect(stage.sources.due == nil && stage.sources.turns.isEmpty)
    stage.report(.message("hello"))
    expect(stage.sources.due, equals: Timestamp(.milliseconds(2500)))
    stage.wait(2000)
    expect(stage.sources.due, equals: nil)
  }

  @Test func `an overdue frame is drawn even if another event arrives before the timer fires`() {
    let stage = LoopStage("slow", loads: false)
    let count = stage.frameCount
    // The placeholder is due at this time; the event itself changes nothing on screen.
    stage.now = Timestamp(.milliseconds(130))
    stage.report(.performed(IssuedCommand(command: .repaint, generation: .first)))
    expect(stage.frameCount, equals: count + 1)
    stage.report(.performed(IssuedCommand(command: .repaint, generation: .first)))
    expect(stage.frameCount, equals: count + 1)
  }

  @Test func `the frames of a motion are a sixtieth of a second apart`() {
    let stage = LoopStage("red", "green")
    stage.wait(1000)
    stage.type("l")
    let beginning = stage.now
    stage.wait(100)
    expect(stage.device.frames.shown.last?.kind, equals: .sliding)
    let due = stage.sources.due.map { beginning.duration(to: $0) } ?? .zero
    #expect(due > .milliseconds(100) && due <= .milliseconds(117))
    stage.wait(1000)
    expect(stage.device.frames.shown.last?.kind, equals: .still)
    expect(stage.sources.due, equals: nil)
  }

  // MARK: - Order

  @Test func `a resize takes effect before a key that was typed after it`() {
    let stage = LoopStage("red", "green")
    let count = stage.frameCount
    stage.device.nextSize = CellSize(columns: 30, rows: 9)
    stage.signals.pending = [SIGWINCH]
    stage.type("?")
    let sizes = stage.device.frames.shown[count...].map(\.frame.cells.size)
    expect(sizes, equals: [CellSize(columns: 30, rows: 9)])
    expect(stage.loop.session.mode.helpRow, equals: 0)
  }

  @Test func `keys after one that quits are dropped`() {
    let stage = LoopStage("red", "green")
    let count = stage.frameCount
    stage.type("ql")
    #expect(stage.outcome == .quit(marked: []) && stage.work.hasStopped)
    stage.report(.message("late"))
    stage.type("l")
    expect(stage.frameCount, equals: count)
  }

  @Test func `a terminal that hangs up ends the loop, and so does a signal`() {
    let stage = LoopStage("red")
    stage.device.input = nil
    stage.sources.onInput?()
    expect(stage.outcome, equals: .hangup)
    let other = LoopStage("red")
    other.signals.pending = [SIGTERM, SIGWINCH]
    other.sources.onSignals?()
    expect(other.outcome, equals: .signal(SIGTERM))
    expect(other.signals.pending, equals: [SIGWINCH])
  }

  @Test func `marked slides are part of the outcome`() {
    let stage = LoopStage("red", "green")
    stage.type("mq")
    expect(stage.outcome, equals: .quit(marked: [Slide(.file(Path("red")))]))
  }

  @Test func `a click acts on what the user saw`() {
    let stage = LoopStage("red", "green", "blue")
    stage.wait(1000)
    expect(stage.rows[4], equals: "       ● ○ ○        ")
    // The third dot: reports count columns and rows from 1.
    stage.type("\u{1B}[<0;12;5M\u{1B}[<0;12;5m")
    expect(stage.loop.session.machine.frame(at: stage.now).destination, equals: 2)
  }

  // MARK: - Giving the terminal away

  @Test func `a command of a click has the terminal until it ends; then everything is drawn again`() {
    let stage = LoopStage("red", "green") { $0.click = .command("keep") }
    stage.type("\r")
    #expect(stage.device.isRestored && !stage.sources.readsInput)
    expect(stage.loop.lifecycle, equals: .lent(to: .init(process: 1)))
    let count = stage.frameCount
    stage.report(.message("not drawn"))
    expect(stage.frameCount, equals: count)
    stage.endCommand(status: 1 << 8)
    #expect(!stage.device.isRestored && stage.sources.readsInput && stage.loop.lifecycle == .running)
    #expect(stage.device.frames.invalidations == 1 && stage.rows[0].contains("the command"))
  }

  @Test(arguments: [(3 << 8, true), (0, false), (2, false), (130 << 8, false)] as [(Int32, Bool)])
  func `what a command wrote that failed by itself stays until Enter`(status: Int32, stays: Bool) {
    let stage = LoopStage("red", "green") { $0.click = .command("keep") }
    stage.type("\r")
    stage.endProcess(status: status)
    expect(!stage.loop.lifecycle.hasTerminal, equals: stays)
    if stays {
      expect(stage.loop.lifecycle, equals: .lent(to: .init(process: 2, failure: 3 << 8)))
      stage.endProcess(status: 0)
      #expect(stage.loop.lifecycle == .running && stage.rows[0].contains("the command"))
    }
  }

  @Test func `Ctrl-Z gives the terminal back while the program is stopped`() {
    let stage = LoopStage("red", "green")
    stage.signals.pending = [SIGTSTP]
    stage.sources.onSignals?()
    stage.sources.runTurns()
    #expect(stage.signals.stops == 1 && !stage.device.isRestored && stage.loop.lifecycle == .running)
    expect(stage.device.frames.invalidations, equals: 1)
  }

  // MARK: - A busy line

  @Test func `with two frames unacknowledged no other is drawn, and a receipt lets the next one through`() {
    let stage = LoopStage("red", "green")
    let count = stage.frameCount
    stage.device.frames.unacknowledgedFrames = 2
    stage.report(.message("one"))
    stage.report(.message("two"))
    expect(stage.frameCount, equals: count)
    stage.device.frames.unacknowledgedFrames = 1
    stage.type("")
    #expect(stage.frameCount == count + 1 && stage.rows[0].contains("two"))
  }

  @Test func `receipts that do not come within half a second are no longer awaited`() {
    let stage = LoopStage("red", "green")
    stage.wait(1000)
    stage.report(.message("one"))
    let count = stage.frameCount
    stage.device.frames.unacknowledgedFrames = 2
    stage.report(.message("two"))
    stage.wait(499)
    expect(stage.frameCount, equals: count)
    expect(stage.device.forgottenReceipts, equals: 0)
    stage.wait(1)
    expect(stage.frameCount, equals: count + 1)
    expect(stage.device.forgottenReceipts, equals: 1)
  }

  @Test func `while the line drains no frame is drawn, and the drained line wakes the loop`() {
    let stage = LoopStage("red", "green")
    let count = stage.frameCount
    stage.device.frames.isDraining = true
    stage.report(.message("hello"))
    #expect(stage.frameCount == count && stage.sources.isAwaitingOutput)
    stage.device.frames.isDraining = false
    stage.sources.onOutput?()
    #expect(stage.frameCount == count + 1 && !stage.sources.isAwaitingOutput)
  }

  // MARK: - Requests and answers

  @Test func `a late answer to a superseded request changes nothing`() throws {
    let stage = LoopStage("red")
    stage.type("r")
    let deck = try #require(stage.requests?.deck)
    expect(stage.work.reloads, equals: 1)
    stage.report(
      .deck(
        DeckUpdate(
          Deck([.slides([Slide(.file(Path("green")))])]), isComplete: true, generation: deck.generation)))
    let old = try #require(stage.requests?.pictures.visible.first)
    stage.type("r")
    let new = try #require(stage.requests?.pictures.visible.first)
    #expect(old.key == new.key && old.generation < new.generation)
    stage.wait(2000)
    let count = stage.frameCount
    stage.answer(old)
    expect(stage.frameCount, equals: count)
    expect(stage.requests?.pictures.visible, equals: [new])
    stage.answer(new)
    expect(stage.frameCount, equals: count + 1)
    expect(stage.requests?.pictures.isEmpty, equals: true)
  }

  @Test func `slides are drawn ahead, one after the other`() throws {
    let stage = LoopStage("red", "green", "blue")
    var drawn = 0
    while let job = stage.work.job {
      drawn += 1
      try #require(drawn < 9)
      stage.loop.receive(job.run(), of: job)
      stage.sources.runTurns()
    }
    expect(drawn, equals: 2)
  }

  @Test func `slides are drawn ahead by all processors, except while slides move`() {
    let stage = LoopStage("red", "green", "blue")
    expect(stage.requests?.isCalm, equals: true)
    stage.type("\u{1B}[C")
    expect(stage.requests?.isCalm, equals: false)
    stage.wait(2000)
    expect(stage.requests?.isCalm, equals: true)
  }

  @Test func `a stopped program redraws its window when it continues`() {
    let stage = LoopStage("red")
    let (count, invalidations) = (stage.frameCount, stage.device.frames.invalidations)
    stage.signals.pending = [SIGCONT]
    stage.sources.onSignals?()
    stage.sources.runTurns()
    expect(stage.frameCount, equals: count + 1)
    expect(stage.device.frames.invalidations, equals: invalidations + 1)
    #expect(!stage.device.isRestored && stage.sources.readsInput)
  }
}
