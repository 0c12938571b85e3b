package import CarouselValues
import Decks
import Pictures
import Rendering
import System
package import Terminal

/// Connects the session with the terminal, signals, providers and the clock. Everything runs on the main queue.
///
/// The session's views become frames in `FrameRenderer`, and its requests work in `RequestReconciler`.
///
/// Each turn applies all pending events, presents at most one frame, reconciles the work under way with the session's
/// requests, and sets one timer for the next deadline. When nothing is due, there is no timer.
@MainActor
package final class EventLoop {
  let device: any TerminalDevice
  let signals: any SignalSource
  /// The only clock: everything else takes the time as an argument.
  let clock: @MainActor () -> Timestamp
  private let finish: (Outcome) -> Void

  private(set) var session: Session
  /// Called after each event that the session has handled.
  var observe: ((Session, Timestamp) -> Void)?
  /// The session's requests since the last event.
  private var requests: Requests
  private(set) var presenter: Presenter
  var input: TerminalInput
  /// The queries to find out what the terminal is.
  var asked: [TerminalQuery] = []
  /// Whether the terminal's colors may have changed, and must be queried again.
  var hasStaleColors = false
  /// What the user pastes by kitty's clipboard protocol.
  var paste = ClipboardPaste()
  private let tmux: TmuxInquiry?
  var lifecycle = Lifecycle.running
  let commands: any CommandRunning
  let sources: any LoopWaking
  var work: (any RequestHandling)?
  var renderer = FrameRenderer()
  /// The window, the facts and the color depth that the session has received last.
  private var adopted: (viewport: Viewport?, facts: TerminalFacts?, depth: ColorDepth?)
  private var (isTurnPending, isWorking) = (false, false)
  /// Until the first frame: when it is due without its pictures, and the queries that follow it.
  private var opening: (due: Timestamp, queries: [TerminalQuery])?
  /// When the timer fires; nil if it is not set.
  private var due: Timestamp?
  /// Whether the terminal has yet to answer to a picture for its clipboard.
  var isCopying = false

  /// A loop that has not started.
  ///
  /// - Parameters:
  ///   - framesPerSecond: the maximum frame rate while something moves.
  ///   - clock: returns the time, which must be monotonic.
  ///   - finish: called once, at the end; it restores the terminal and exits the process.
  package convenience init(
    device: any TerminalDevice, signals: any SignalSource, session: Session, providers: Providers,
    tmux: TmuxInquiry? = nil, framesPerSecond: Int = 60, clock: @escaping @MainActor () -> Timestamp,
    finish: @escaping (Outcome) -> Void
  ) {
    let sources = EventSources(
      input: device.inputDescriptor, output: device.outputDescriptor, signals: signals.descriptor)
    self.init(
      device: device, signals: signals, session: session, sources: sources, tmux: tmux,
      framesPerSecond: framesPerSecond, clock: clock, finish: finish
    ) { loop in
      RequestReconciler(
        providers, report: { [weak loop] event in loop?.receive(event) },
        prerendered: { [weak loop] in loop?.receive($1, of: $0) })
    }
  }

  /// A loop that has not started.
  ///
  /// - Parameters:
  ///   - sources: what wakes the loop.
  ///   - commands: runs the shell commands of clicks and actions.
  ///   - work: what carries out the session's requests, and reports to the loop, which it must not retain.
  init(
    device: any TerminalDevice, signals: any SignalSource, session: Session, sources: any LoopWaking,
    commands: any CommandRunning = ClickCommands(), tmux: TmuxInquiry? = nil, framesPerSecond: Int = 60,
    clock: @escaping @MainActor () -> Timestamp, finish: @escaping (Outcome) -> Void,
    work: (EventLoop) -> any RequestHandling
  ) {
    (self.device, self.tmux) = (device, tmux)
    (self.signals, self.commands) = (signals, commands)
    self.session = session
    requests = session.requests(at: clock())
    self.clock = clock
    self.finish = finish
    presenter = Presenter(framesPerSecond: framesPerSecond)
    input = TerminalInput(device.makeInputDecoder())
    self.sources = sources
    self.work = work(self)
  }

  /// Starts the event sources. The first frame is due at once, or when the pictures in it have been loaded.
  ///
  /// - Parameters:
  ///   - queries: the queries to send to the terminal once, after the first frame.
  ///   - timeout: how long the first frame waits for its pictures.
  package func start(asking queries: [TerminalQuery] = [], waitingForPictures timeout: Duration = .zero) {
    sources.start(
      input: { [weak self] in self?.monitored { $0.inputIsReady() } },
      output: { [weak self] in self?.monitored { $0.outputIsReady() } },
      signals: { [weak self] in self?.monitored { $0.handleSignals() } },
      timer: { [weak self] in self?.monitored { $0.turn() } })
    opening = (clock().advanced(by: timeout), queries)
    signals.report()
    monitored { $0.turn() }
    // The first picture is being loaded.
    if opening != nil { requests.ahead.style.prepare() }
  }

  /// Runs part of the work while the device monitors how long it takes.
  private func monitored(_ body: (EventLoop) -> Void) {
    guard !isWorking else { return body(self) }
    isWorking = true
    device.workBegins()
    body(self)
    device.workEnds()
    isWorking = false
  }

  // MARK: - Events

  /// Handles an event from outside.
  package func receive(_ event: SessionEvent) {
    guard lifecycle != .over else { return }
    monitored { loop in
      loop.apply(event, at: loop.clock())
      loop.requestTurn()
    }
  }

  /// Applies an event to the session and performs the commands that it issues.
  func apply(_ event: SessionEvent, at now: Timestamp) {
    update(event, at: now)
    // Commands wait until the terminal is ours.
    while lifecycle.hasTerminal, let issued = requests.commands.first {
      update(.performed(issued), at: now)
      perform(issued.command)
    }
  }

  private func update(_ event: SessionEvent, at now: Timestamp) {
    session.update(event, at: now)
    requests = session.requests(at: now)
    observe?(session, now)
  }

  private func inputIsReady() {
    readInput()
    turn()
  }

  private func outputIsReady() {
    device.screen.drain()
    guard !device.screen.isDraining else { return }
    sources.outputIsDone()
    turn()
  }

  func apply(_ reply: TerminalReply, at now: Timestamp) {
    let (palette, depth) = (device.facts.knownPalette, device.screen.colorDepth)
    let reordering = device.screen.reordering
    if case .colorScheme = reply { hasStaleColors = true }
    if case .clipboard(let packet) = reply { receive(packet, at: now) }
    guard device.apply(reply) else { return }
    if case .windowSize = reply, device.isResized { windowChanged() }
    if case .primaryAttributes(let attributes) = reply {
      let following = TerminalQuery.following(asked, attributes: attributes)
      asked += following
      ask(following)
    }
    applyTerminal(at: now)
    // The same frame may look different with another palette, or in pixels.
    if device.facts.knownPalette != palette || device.screen.reordering != reordering || reply.isAboutImage {
      presenter.forgetShownFrame()
    }
    // A new color depth means a new screen, which does not know what the terminal shows.
    if device.screen.colorDepth != depth { repaint() }
  }

  /// Sends the window's size and cells to the session before other facts about the terminal, because what is drawn
  /// depends on pixels.
  func applyTerminal(at now: Timestamp) {
    let screen = device.screen
    var viewport = Viewport(size: screen.size, cellAspect: screen.cellPixels?.aspect ?? CellPixels.defaultAspect)
    if let pixelProtocol = screen.pixelProtocol, let cell = screen.cellPixels, cell.isUsable(in: screen.size) {
      (viewport.pixels, viewport.pixelProtocol) = (cell, pixelProtocol)
      viewport.animatesPixels = screen.animatesPixels
    }
    if viewport != adopted.viewport {
      adopted.viewport = viewport
      apply(.resized(to: viewport), at: now)
    }
    guard adopted.facts != device.facts || adopted.depth != screen.colorDepth else { return }
    (adopted.facts, adopted.depth) = (device.facts, screen.colorDepth)
    apply(.terminal(device.facts, depth: screen.colorDepth), at: now)
  }

  // MARK: - Turns

  /// Schedules one turn, however many events request it before it runs.
  func requestTurn() {
    guard !isTurnPending, lifecycle != .over else { return }
    isTurnPending = true
    sources.soon { [weak self] in self?.monitored { $0.turn() } }
  }

  /// Runs one turn: time, frame, requests, the next timer.
  private func turn() {
    isTurnPending = false
    guard lifecycle.hasTerminal else { return }
    let now = clock()
    // The rest of a sequence may have arrived without having been read.
    if let due = input.due, due <= now { readInput() }
    if input.due != nil { apply(input.timeOut(in: inputConditions, at: now), at: now) }
    apply(.tick, at: now)
    guard lifecycle.hasTerminal else { return }
    if hasStaleColors { askColors(at: now) }
    if let opening, now < opening.due, !requests.pictures.visible.isEmpty { return reconcile(at: now) }
    let first = opening
    opening = nil
    present(at: now)
    reconcile(at: now)
    guard let first, lifecycle != .over else { return }
    asked = first.queries
    ask(asked)
  }

  private func present(at now: Timestamp) {
    let screen = device.screen
    let view = session.view(at: now)
    let decision = presenter.decide(view.kind, on: line, at: now) { renderer.frame(of: view, clock) }
    switch decision {
    case .present(let frame, let kind):
      screen.present(frame, as: kind)
      presenter.presented(isIncomplete: screen.isIncomplete)
      if renderer.presented(animation: screen.shownAnimation) { requestTurn() }
      if screen.isDraining { sources.awaitOutput() } else if screen.isIncomplete { requestTurn() }
    case .hold: if screen.isDraining { sources.awaitOutput() }
    case .skip: break
    case .forgetReceipts:
      device.forgetReceipts()
      input.receiptsForgotten(at: now)
      present(at: now)
    }
    showOutside(with: view.kind, at: now)
  }

  var line: Presenter.Line {
    Presenter.Line(
      isDraining: device.screen.isDraining, unacknowledgedFrames: device.screen.unacknowledgedFrames)
  }

  /// Starts and cancels work to match the session's requests, and sets the timer.
  private func reconcile(at now: Timestamp) {
    guard lifecycle.hasTerminal else { return }
    if requests.isCalm { upload() }
    let screen = device.screen
    work?.reconcile(with: requests, drawing: renderer.expect(requests.ahead)) { screen.holds(frame: $0) }
    let report = device.tmuxReportDelay.flatMap { tmux?.ask(in: $0, at: now) { [weak self] in self?.receive($0) } }
    let next = presenter.nextTurn(for: requests.wake, on: line, at: now)
    due = [next, opening?.due, input.due, report].compactMap { $0 }.min()
    sources.wake(at: due, from: now)
  }

  /// Redraws everything after a resize, a stop, or a command.
  func repaint() {
    presenter.invalidate()
    _ = renderer.presented(animation: nil)
    device.screen.invalidate()
    requestTurn()
  }

  // MARK: - The end

  func end(_ outcome: Outcome) {
    guard lifecycle.become(.over) else { return }
    work?.stop()
    finish(outcome)
  }
}
