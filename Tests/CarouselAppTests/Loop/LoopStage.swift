import Carousel
import CarouselViewing
import Decks
import Downloads
import Pictures
import Rendering
import System
import Terminal

@testable import CarouselApp

/// The real event loop with a scripted terminal, signals, clock and providers.
@MainActor
final class LoopStage {
  let device = ScriptedDevice()
  let signals = ScriptedSignals()
  let sources = ScriptedSources()
  let work = ScriptedWork()
  var now = Timestamp.zero
  /// Why the loop ended; nil while it runs.
  private(set) var outcome: Outcome?
  private(set) var loop: EventLoop?

  /// Starts a loop in a window of 20×5 cells with slides whose names are colors.
  ///
  /// - Parameter loads: whether their pictures arrive at once.
  init(_ names: String..., loads: Bool = true, change: (inout Options) -> Void = { _ in }) {
    var options = Options(settings: CarouselMachine.Settings(interval: nil), preferences: Preferences(art: .half))
    change(&options)
    let session = Session(
      options: options, viewport: Viewport(size: device.frames.size), terminal: TerminalProfile(depth: .truecolor),
      at: now)
    let loop = EventLoop(
      device: device, signals: signals, session: session, sources: sources, clock: { [unowned self] in now },
      finish: { [unowned self] in outcome = $0 }, work: { _ in work })
    self.loop = loop
    let slides = names.map { Slide(Location(argument: $0.utf8), caption: nil) }
    loop.receive(.deck(DeckUpdate(Deck([.slides(slides)]), isComplete: true)))
    loop.start()
    if loads { loadPictures() } else { sources.runTurns() }
  }

  /// The requests that the loop has passed on last.
  var requests: Requests? { work.requests.last }

  /// The number of frames on the screen so far.
  var frameCount: Int { device.frames.shown.count }

  /// The last frame as text.
  var rows: [String] { device.frames.shown.last?.frame.cells.textRows ?? [] }

  /// Reports an event, and runs the turns that result.
  func report(_ event: SessionEvent) {
    loop?.receive(event)
    sources.runTurns()
  }

  /// Has bytes arrive from the terminal.
  func type(_ text: String) {
    device.input += Array(text.utf8)
    sources.onInput?()
    sources.runTurns()
  }

  /// Lets milliseconds pass; the timer fires when it is due.
  func wait(_ milliseconds: Int) {
    let end = now.advanced(by: .milliseconds(milliseconds))
    while let due = sources.due, due <= end {
      now = max(due, now.advanced(by: .milliseconds(1)))
      sources.due = nil
      sources.onTimer?()
      sources.runTurns()
    }
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
  private(set) var shown: [(frame: Frame, kind: FrameKind)] = []
  private(set) var invalidations = 0

  func present(_ frame: Frame, as kind: FrameKind) { shown.append((frame, kind)) }
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
  private(set) var forgottenReceipts = 0
  private(set) var isRestored = false

  var isResized: Bool { false }

  func readInput() -> [UInt8]? {
    defer { if input != nil { input = [] } }
    return input
  }
  func makeInputDecoder() -> InputDecoder { InputDecoder() }
  func sizeChanged() {
    frames.size = nextSize ?? frames.size
    nextSize = nil
  }
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

  func reconcile(with requests: Requests, drawing job: PrerenderJob?) {
    self.requests.append(requests)
    self.job = job
  }
  func forgetPictures() { reloads += 1 }
  func filesChanged(_ files: Set<Path>, unfinished: Set<Path>) {}
  func save(_ copy: FetchedCopy, as name: SavedName) {}
  func organize(_ task: FileTask) {}
  func listFolders(beginningWith text: String) {}
  func clearCaches() {}
  func readConfiguration() {}
  func stop() { hasStopped = true }
}
