import Carousel
package import Decks
import Dispatch
package import Downloads
import Glibc
package import Pictures
import Rendering
package import Terminal

/// The session between its walls: terminal, clock, signals, loader. Everything happens on the main queue; each wake
/// drains all there is, composes once, presents once, and arms one timer for the next thing that is due.
@MainActor
package final class MainLoop {
  let device: any TerminalDevice
  let signals: any SignalSource
  var session: Session
  let reader: DeckReader
  let store: PictureStore
  let loader: PictureLoader
  /// Where pictures from the network come from.
  let fetcher: Fetcher?
  /// What it was asked for last.
  var wishes: [DownloadWish] = []
  /// Decodes the frames of the current playback, one request at a time.
  var player: PicturePlayer?
  /// The number of the playback that the player is for.
  var playerNumber: Int?
  var isFrameUnderWay = false
  private let finish: (Outcome) -> Void
  private let queries: [TerminalQuery]
  private var presenter: Presenter
  /// Times of composition.
  private var composition = TimeDistribution()

  private var decoder: InputDecoder
  private var escapeDue: Timestamp?
  /// Until when answers to the questions of the start may come.
  var repliesDue: Timestamp?
  private var isWakePending = false
  var isOver = false
  /// Whether the next SIGCONT ends a stop of our own, after which the terminal is taken again anyway.
  var isOwnStop = false
  /// Whether the terminal belongs to someone else: stopped, or a command runs.
  var isAway = false {
    didSet {
      // What is typed meanwhile is not ours to read.
      guard isAway != oldValue, let inputSource else { return }
      if isAway { inputSource.suspend() } else { inputSource.resume() }
    }
  }
  var fetches: [PictureKey: Task<Void, Never>] = [:]
  /// Grows with each reading of the sources: an answer to an older question is dropped.
  var generation = 0

  /// Whether it goes on where the sources have no slides, for they may come to have some.
  package var waitsForSlides = false

  let readingQueue = DispatchQueue(label: "tui.reading")
  let preparingQueue = DispatchQueue(label: "tui.preparing")
  let thumbnailQueue = DispatchQueue(label: "tui.thumbnails")
  var isPreparing = false
  private var inputSource: (any DispatchSourceRead)?
  private var outputSource: (any DispatchSourceWrite)?
  private var isOutputArmed = false
  private let timer: any DispatchSourceTimer
  var signalSource: (any DispatchSourceRead)?
  /// The process of the command that has the terminal; nil: none runs.
  var command: pid_t?
  /// Commands that run beside the carousel.
  var backgroundCommands: [BackgroundCommand] = []

  /// A loop that has not begun.
  ///
  /// - Parameters:
  ///   - framesPerSecond: the most frames a second, while something moves.
  ///   - queries: what the terminal is asked, once, after the first frame.
  ///   - finish: called once, when it is over; it gives the terminal back and ends the process.
  package init(
    device: any TerminalDevice, signals: any SignalSource, session: Session, reader: DeckReader, store: PictureStore,
    loader: PictureLoader, fetcher: Fetcher? = nil, framesPerSecond: Int = 60,
    queries: [TerminalQuery] = [], finish: @escaping (Outcome) -> Void
  ) {
    self.device = device
    self.signals = signals
    self.session = session
    self.reader = reader
    self.store = store
    self.loader = loader
    self.fetcher = fetcher
    self.finish = finish
    self.queries = queries
    presenter = Presenter(framesPerSecond: framesPerSecond)
    decoder = device.makeInputDecoder()
    timer = DispatchSource.makeTimerSource(queue: .main)
  }

  /// Arms the sources and draws the first frame.
  ///
  /// - Parameter first: a picture that is there already, for the slide to begin with.
  package func start(with first: (key: PictureKey, picture: LoadedPicture)? = nil) {
    if let first {
      _ = session.wanted(at: MonotonicClock.now())
      _ = session.arrived(first.key, .success(first.picture))
    }
    let input = DispatchSource.makeReadSource(fileDescriptor: device.inputDescriptor, queue: .main)
    input.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.inputIsReady() } }
    input.activate()
    inputSource = input
    let output = DispatchSource.makeWriteSource(fileDescriptor: device.outputDescriptor, queue: .main)
    output.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.outputIsReady() } }
    outputSource = output
    timer.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.wake() } }
    timer.schedule(deadline: .distantFuture)
    timer.activate()
    armSignals()
    wake()
    if !queries.isEmpty { repliesDue = MonotonicClock.now().advanced(by: MainLoop.replyPatience) }
    device.ask(queries)
    if device.screen.isDraining { armOutput() }
  }

  /// A terminal that has not answered for this long will not.
  private static let replyPatience: Duration = .seconds(5)

  // MARK: - Waking

  /// Wakes the loop once, however many ask before it does.
  func requestWake() {
    guard !isWakePending, !isOver else { return }
    isWakePending = true
    DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.wake() } }
  }

  private func inputIsReady() {
    // What came before these keys, such as another size of the window, is known before they count.
    takeSignals()
    guard !isOver else { return }
    let now = MonotonicClock.now()
    guard let bytes = device.readInput() else {
      end(.hangup)
      return
    }
    guard !isAway else { return }
    decoder.expectsReplies = expectsReplies(at: now)
    let events = decoder.feed(bytes)
    escapeDue = decoder.isPending ? now.advanced(by: InputDecoder.escapeDelay) : nil
    handle(events, at: now)
    wake()
  }

  private func outputIsReady() {
    device.screen.drain()
    if !device.screen.isDraining {
      disarmOutput()
      wake()
    }
  }

  private func handle(_ events: [InputEvent], at now: Timestamp) {
    for event in events {
      if case .reply(let reply) = event { learn(reply, at: now) }
      for effect in session.handle(event, at: now) {
        perform(effect)
        if isOver || isAway { return }
      }
    }
  }

  private func learn(_ reply: TerminalReply, at now: Timestamp) {
    let (palette, depth) = (device.facts.knownPalette, device.screen.colorDepth)
    guard device.learn(reply) else { return }
    let screen = device.screen
    session.learn(device.facts, depth: screen.colorDepth)
    let aspect = screen.cellPixels?.aspect ?? CellPixels.usualAspect
    if aspect != session.viewport.cellAspect { session.resized(to: screen.size, cellAspect: aspect, at: now) }
    // The same frame may look otherwise by another palette.
    if device.facts.knownPalette != palette { presenter.forgetShownFrame() }
    // More colours than the environment promised, and another screen that knows nothing of what is shown.
    if screen.colorDepth != depth { repaint() }
  }

  func perform(_ effect: Effect) {
    switch effect {
    case .quit: end(.quit)
    case .pick(let slide): end(.picked(slide))
    case .run(let clicked, let command): run(command, for: clicked)
    case .runInBackground(let clicked, let command): runInBackground(command, for: clicked)
    case .reload: reload()
    case .clearCaches: clearCaches()
    case .repaint: repaint()
    case .suspend: suspend()
    }
  }

  /// One turn: time, composition, presentation, demand, the next timer.
  func wake() {
    isWakePending = false
    guard !isOver, !isAway else { return }
    let now = MonotonicClock.now()
    if let due = escapeDue, due <= now {
      decoder.expectsReplies = expectsReplies(at: now)
      let events = decoder.timeOut()
      // A reply that has been cut off takes several time-outs to be given up; the next key must not be lost to it.
      escapeDue = decoder.isPending ? now.advanced(by: InputDecoder.escapeDelay) : nil
      handle(events, at: now)
      guard !isOver, !isAway else { return }
    }
    session.tick(at: now)
    present(at: now)
    fetch(at: now)
    prepare()
    play()
    arm(at: now)
  }

  private func present(at now: Timestamp) {
    let screen = device.screen
    switch presenter.decide(session.frameKind(at: now), on: line, at: now, composing: { composed(at: now) }) {
    case .present(let frame, let kind):
      screen.present(frame, as: kind)
      presenter.presented(isIncomplete: screen.isIncomplete)
      if screen.isDraining { armOutput() } else if screen.isIncomplete { requestWake() }
    case .hold: if screen.isDraining { armOutput() }
    case .skip: break
    case .forgetReceipts:
      device.forgetReceipts()
      present(at: now)
    }
  }

  private var line: Presenter.Line {
    Presenter.Line(
      isDraining: device.screen.isDraining, unacknowledgedFrames: device.screen.unacknowledgedFrames)
  }

  /// The window at a moment, its composition timed.
  private func composed(at now: Timestamp) -> CellBuffer {
    let beginning = MonotonicClock.now()
    let frame = session.composed(at: now)
    composition.add(nanoseconds: beginning.duration(to: MonotonicClock.now()).nanoseconds)
    return frame
  }

  /// Statistics of the frames so far.
  package var statistics: FrameStatistics {
    var statistics = device.screen.statistics
    statistics.compose = composition
    statistics.dropped = presenter.droppedFrames
    if let cell = device.screen.cellPixels, !cell.isPlausible { statistics.implausibleCell = cell }
    return statistics
  }

  /// Draws everything anew: after a resize, a stop, or a command.
  func repaint() {
    presenter.invalidate()
    device.screen.invalidate()
    requestWake()
  }

  private func arm(at now: Timestamp) {
    var due = presenter.nextTurn(for: session.nextWake(after: now), on: line, at: now)
    if let escapeDue { due = min(due ?? escapeDue, escapeDue) }
    guard let due else {
      timer.schedule(deadline: .distantFuture)
      return
    }
    let wait = max(.zero, now.duration(to: due))
    timer.schedule(deadline: .now() + .nanoseconds(Int(wait.nanoseconds)), leeway: .nanoseconds(0))
  }

  // MARK: - Output

  private func armOutput() {
    guard !isOutputArmed, let outputSource else { return }
    isOutputArmed = true
    outputSource.resume()
  }

  private func disarmOutput() {
    guard isOutputArmed, let outputSource else { return }
    isOutputArmed = false
    outputSource.suspend()
  }

  // MARK: - The end

  func end(_ outcome: Outcome) {
    guard !isOver else { return }
    isOver = true
    for task in fetches.values { task.cancel() }
    player?.stop()
    finish(outcome)
  }
}
