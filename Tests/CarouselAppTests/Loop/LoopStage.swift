import Bitmaps
import Carousel
import CarouselValues
import CarouselViewing
import Decks
import Downloads
import Glibc
import Pictures
import Rendering
import System
import Terminal

@testable import CarouselApp

/// The real event loop with a scripted terminal, signals, clock, commands and providers.
@MainActor
final class LoopStage {
  /// What the loop's closures share with the test.
  @MainActor private final class Record {
    var now = Timestamp.zero
    var outcome: Outcome?
    var issued: [IssuedCommand] = []
  }

  let device = ScriptedDevice()
  let signals = ScriptedSignals()
  let sources = ScriptedSources()
  let work = ScriptedWork()
  let commands = ScriptedCommands()
  let loop: EventLoop
  private let record = Record()

  /// Starts a loop without slides.
  ///
  /// - Parameters:
  ///   - deck: the deck that has been read before the loop starts; nil: none.
  ///   - timeout: how long the first frame waits for its pictures.
  init(
    _ options: Options, size: CellSize = CellSize(columns: 20, rows: 5), depth: ColorDepth = .truecolor,
    deck: Deck? = nil, asking queries: [TerminalQuery] = [], waitingForPictures timeout: Duration = .zero
  ) {
    device.frames.size = size
    let session = Session(
      options: options, viewport: Viewport(size: size), terminal: TerminalProfile(depth: depth), at: .zero)
    let (record, work) = (record, work)
    loop = EventLoop(
      device: device, signals: signals, session: session, sources: sources, commands: commands,
      clock: { record.now }, finish: { record.outcome = $0 }, work: { _ in work })
    loop.observe = { session, now in
      for issued in session.requests(at: now).commands where !record.issued.contains(issued) {
        record.issued.append(issued)
      }
    }
    if let deck { loop.receive(.deck(DeckUpdate(deck, isComplete: true))) }
    loop.start(asking: queries, waitingForPictures: timeout)
    sources.runTurns()
  }

  /// Starts a loop in a window of 20×5 cells with slides whose names are colors.
  ///
  /// - Parameter loads: whether their pictures arrive at once.
  convenience init(_ names: String..., loads: Bool = true, change: (inout Options) -> Void = { _ in }) {
    var options = Options(settings: CarouselMachine.Settings(interval: nil), preferences: Preferences(art: .half))
    change(&options)
    self.init(options, deck: Deck([.slides(names.map { Slide(Location(argument: $0.utf8), caption: nil) })]))
    if loads { loadPictures() }
  }

  /// The time, which only the test passes.
  var now: Timestamp {
    get { record.now }
    set { record.now = newValue }
  }

  /// Why the loop ended; nil while it runs.
  var outcome: Outcome? { record.outcome }

  /// The commands that the session has issued so far.
  var issued: [Command] { record.issued.map(\.command) }

  /// The requests that the loop has passed on last.
  var requests: Requests? { work.requests.last }

  /// The number of frames on the screen so far.
  var frameCount: Int { device.frames.shown.count }

  /// The last frame as text.
  var rows: [String] { device.frames.shown.last?.frame.cells.textRows ?? [] }

  /// Reports an event, and runs the turns that result.
  func report(_ event: SessionEvent) {
    loop.receive(event)
    sources.runTurns()
  }

  /// Has bytes arrive from the terminal.
  func type(_ text: String) {
    device.input += Array(text.utf8)
    sources.onInput?()
    sources.runTurns()
  }

  /// Has the loop handle an event of the terminal that is decoded already.
  func input(_ event: InputEvent) {
    loop.handleSignals()
    loop.apply([event], at: now)
    loop.requestTurn()
    sources.runTurns()
  }

  /// Delivers a slide that was drawn ahead.
  func prerendered(_ content: SlideContent, of job: PrerenderJob) {
    loop.receive(content, of: job)
    sources.runTurns()
  }

  /// Ends the command that has the terminal. If it failed, the user then presses Enter.
  func endCommand(status: Int32) {
    endProcess(status: status)
    if status != 0, !loop.lifecycle.hasTerminal { endProcess(status: 0) }
  }

  /// Ends the process that has the terminal.
  func endProcess(status: Int32) {
    commands.status = status
    signals.pending.append(SIGCHLD)
    sources.onSignals?()
    sources.runTurns()
  }

  /// Lets time pass until the timer fires; returns false if it is not due by a timestamp.
  func fireTimer(by end: Timestamp) -> Bool {
    guard now < end, let due = sources.due, due <= end else { return false }
    now = min(max(due, now.advanced(by: .milliseconds(1))), end)
    sources.due = nil
    sources.onTimer?()
    sources.runTurns()
    return true
  }

  /// Lets milliseconds pass; the timer fires when it is due.
  func wait(_ milliseconds: Int) {
    let end = now.advanced(by: .milliseconds(milliseconds))
    while fireTimer(by: end) {}
    now = max(now, end)
  }

  /// Answers all requests for pictures.
  func loadPictures() {
    sources.runTurns()
    while let pictures = requests?.pictures, let request = (pictures.visible + pictures.soon).first {
      answer(request)
    }
  }

  /// Answers a request with a picture of the color that its slide is named after.
  func answer(_ request: PictureRequest) {
    let name = String(decoding: request.key.location.reference, as: UTF8.self)
    work.serial += 1
    report(.picture(request, .picture(Stage.picture(name, in: request.key, serial: work.serial))))
  }
}

/// A screen that records what it shows.
final class ScriptedScreen: Screen {
  var size = CellSize(columns: 20, rows: 5)
  let colorDepth = ColorDepth.truecolor
  let cellPixels: CellPixels? = nil
  var isDraining = false
  var unacknowledgedFrames = 0
  let statistics = FrameStatistics()
  var shownAnimation: UInt64?
  let pixelProtocol: PixelProtocol? = nil
  let (animatesPixels, isIncomplete) = (false, false)
  let reordering = TextReordering.none
  private(set) var shown: [(frame: Frame, kind: FrameKind)] = []
  private(set) var invalidations = 0

  func present(_ frame: Frame, as kind: FrameKind) { shown.append((frame, kind)) }
  func holds(frame serial: UInt64) -> Bool { false }
  func upload() -> Bool { false }
  func drain() {}
  func invalidate() { invalidations += 1 }
}

/// A terminal whose input, size and line the test sets.
final class ScriptedDevice: TerminalDevice {
  let frames = ScriptedScreen()
  var screen: any Screen { frames }
  let inputDescriptor: Int32 = -1
  let outputDescriptor: Int32 = -1
  let facts = TerminalFacts()
  /// The bytes that have not been read yet; nil once the terminal has hung up.
  var input: [UInt8]? = []
  /// The size that is read next; nil: it has not changed.
  var nextSize: CellSize?
  private(set) var (forgottenReceipts, decoders) = (0, 0)
  /// The batches of queries so far.
  private(set) var queries: [[TerminalQuery]] = []
  private(set) var isRestored = false
  let tmuxReportDelay: Duration? = nil

  var isResized: Bool { false }

  func readInput() -> [UInt8]? {
    defer { if input != nil { input = [] } }
    return input
  }
  func makeInputDecoder() -> InputDecoder {
    decoders += 1
    return InputDecoder()
  }
  func sizeChanged() {
    frames.size = nextSize ?? frames.size
    nextSize = nil
  }
  func ask(_ queries: [TerminalQuery]) { self.queries.append(queries) }
  func apply(_ reply: TerminalReply) -> Bool { false }
  func show(_ effect: OutsideEffect) {}
  func workBegins() {}
  func workEnds() {}
  func restartOutput() {}
  func restore() { isRestored = true }
  func resume() { isRestored = false }
  func forgetReceipts() {
    forgottenReceipts += 1
    frames.unacknowledgedFrames = 0
  }
}

extension [UInt8]? {
  fileprivate static func += (left: inout [UInt8]?, right: [UInt8]) { left = (left ?? []) + right }
}

/// Signals that the test sends.
final class ScriptedSignals: SignalSource {
  let descriptor: Int32 = -1
  var pending: [Int32] = []

  func report() {}
  func next() -> Int32? { pending.isEmpty ? nil : pending.removeFirst() }
  func send(_ signal: KeySignal) {}
  /// How often the process was stopped.
  private(set) var stops = 0
  /// Returns at once, as if `fg` had continued the process.
  func stop() {
    stops += 1
    pending.append(SIGCONT)
  }
  func ignoreInterrupts(_ isIgnored: Bool) {}
  func release() {}
}

/// What wakes the loop: only the test.
@MainActor
final class ScriptedSources: LoopWaking {
  var readsInput = true
  private(set) var isAwaitingOutput = false
  var due: Timestamp?
  private(set) var turns: [@MainActor @Sendable () -> Void] = []
  private(set) var onInput: (@MainActor @Sendable () -> Void)?
  private(set) var onOutput: (@MainActor @Sendable () -> Void)?
  private(set) var onSignals: (@MainActor @Sendable () -> Void)?
  private(set) var onTimer: (@MainActor @Sendable () -> Void)?

  func start(
    input onInput: @escaping @MainActor @Sendable () -> Void,
    output onOutput: @escaping @MainActor @Sendable () -> Void,
    signals onSignals: @escaping @MainActor @Sendable () -> Void,
    timer onTimer: @escaping @MainActor @Sendable () -> Void
  ) {
    (self.onInput, self.onOutput, self.onSignals, self.onTimer) = (onInput, onOutput, onSignals, onTimer)
  }
  func awaitOutput() { isAwaitingOutput = true }
  func outputIsDone() { isAwaitingOutput = false }
  func wake(at due: Timestamp?, from now: Timestamp) { self.due = due }
  func soon(_ turn: @escaping @MainActor @Sendable () -> Void) { turns.append(turn) }

  /// Runs the turns that the loop has requested.
  func runTurns() {
    while !turns.isEmpty { turns.removeFirst()() }
  }
}

/// Providers that record the requests; the test reports the answers.
@MainActor
final class ScriptedWork: RequestHandling {
  private(set) var requests: [Requests] = []
  /// The slide to draw ahead.
  private(set) var job: PrerenderJob?
  private(set) var hasStopped = false
  private(set) var reloads = 0
  /// The serial of the last picture.
  var serial: UInt64 = 0

  func reconcile(with requests: Requests, drawing job: PrerenderJob?, holding holds: (UInt64) -> Bool) {
    self.requests.append(requests)
    self.job = job
  }
  func perform(_ task: BackgroundTask) { if task == .forgetPictures { reloads += 1 } }
  func filesChanged(_ files: Set<Path>, unfinished: Set<Path>) {}
  func readFiles(
    of key: PictureKey, turned orientation: Orientation, type: String?, limit: Int,
    _ done: @escaping @MainActor (Result<ClipboardPicture, LoadError>) -> Void
  ) {
    done(.success(ClipboardPicture([.init(type: "image/png", content: [1, 2])])))
  }
  func stop() { hasStopped = true }
}

/// Commands that run until the test ends them.
@MainActor
final class ScriptedCommands: CommandRunning {
  /// The exit status of the command that has the terminal; nil while it runs.
  var status: Int32?

  func start(_ command: String, for clicked: ClickedSlide) -> pid_t? {
    status = nil
    return 1
  }
  func startPause(afterStatus status: Int32) -> pid_t? {
    self.status = nil
    return 2
  }
  func endedStatus(of process: pid_t) -> Int32? { status }
  func startInBackground(_ command: String, for clicked: ClickedSlide) -> String? { nil }
  func collectEnded() -> [SessionEvent] { [] }
}
