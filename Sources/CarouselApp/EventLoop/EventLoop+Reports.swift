import Bitmaps
import CarouselValues
package import Decks
import Pictures
import Rendering
import System
package import Terminal

extension EventLoop {
  /// The statistics of the frames so far.
  package var statistics: FrameStatistics {
    var statistics = device.screen.statistics
    statistics.compose = renderer.times
    statistics.dropped = presenter.droppedFrames
    statistics.check(device.screen.cellPixels, in: device.screen.size, showsPixels: device.screen.pixelProtocol != nil)
    return statistics
  }

  // MARK: - Input

  /// Reads and applies what the terminal has sent.
  func readInput() {
    // Signals that came before these keys, such as SIGWINCH, must take effect first.
    handleSignals()
    guard lifecycle != .over else { return }
    guard let bytes = device.readInput() else { return end(.hangup) }
    guard lifecycle.hasTerminal else { return }
    if device.isResized { windowChanged() }
    let now = clock()
    apply(input.read(bytes, in: inputConditions, at: now), at: now)
  }

  var inputConditions: TerminalInput.Conditions {
    .init(
      unacknowledgedFrames: line.unacknowledgedFrames, escapeQuits: session.escapeQuits,
      reportsEscape: device.facts.features.contains(.keyboardProtocol))
  }

  // MARK: - Reports from outside

  /// Applies input events; those that follow a key that gives the terminal away are dropped.
  func apply(_ events: [InputEvent], at now: Timestamp) {
    for event in events where lifecycle.hasTerminal {
      switch event {
      case .reply(.copied(let status)): copied(status, at: now)
      case .reply(let reply): apply(reply, at: now)
      // The signal comes back to us through `signals`.
      case .signal(let signal): return signals.send(signal)
      case .pasted:
        // The paste may have contained a Ctrl-S.
        device.restartOutput()
        apply(.input(event), at: now)
      case .mouse(let report):
        guard let mouse = report.inCells(of: device.screen.cellPixels, in: device.screen.size) else { continue }
        let target = renderer.hitTarget(atColumn: mouse.column, row: mouse.row)
        apply(.input(.mouse(mouse), over: target), at: now)
      case .key, .layoutKey, .keyReleased, .focus: apply(.input(event), at: now)
      }
    }
  }

  /// Handles a slide that was drawn ahead.
  func receive(_ content: SlideContent, of job: PrerenderJob) {
    guard lifecycle != .over else { return }
    _ = renderer.keep(content, of: job)
    requestTurn()
  }

  /// Handles a program's answer about the terminal, such as that of tmux.
  func receive(_ reply: TerminalReply) {
    guard lifecycle.hasTerminal else { return }
    apply(reply, at: clock())
    requestTurn()
  }

  /// Handles a change of the sources on disk, or a failure to watch them.
  package func receive(_ report: SourceWatch.Report) {
    guard lifecycle != .over else { return }
    switch report {
    case .warning(let text): receive(.message(text))
    case .changed(let changes):
      work?.filesChanged(Set(changes.changed.map(\.absolute)), unfinished: changes.unfinished)
    }
  }

  // MARK: - Queries

  /// Sends queries; DA1 comes last.
  func ask(_ queries: [TerminalQuery]) {
    guard !queries.isEmpty else { return }
    input.queriesSent(at: clock())
    device.ask(queries)
    if device.screen.isDraining { sources.awaitOutput() }
  }

  /// Queries the terminal's colors again, once all earlier queries have been answered: no late reply to those counts.
  func askColors(at now: Timestamp) {
    hasStaleColors = input.awaitsAnswers(at: now)
    let queries = asked.filter(\.isAboutColor)
    if !hasStaleColors, !queries.isEmpty { ask(queries + [.primaryAttributes]) }
  }

  /// Handles a part of what the user pastes.
  func receive(_ packet: ClipboardPacket, at now: Timestamp) {
    switch paste.receive(packet) {
    case .request(let query): ask([query, .primaryAttributes])
    case .text(let text): apply(.input(.pasted(text)), at: now)
    case .picture(let bytes, let type): work?.perform(.find(.picture(bytes, type: type)))
    case nil: break
    }
  }

  // MARK: - Pictures in pixels

  /// Sends pictures in pixels while the line is free and nothing moves, one part in each turn so that keys are handled
  /// in between.
  func upload() {
    let screen = device.screen
    guard !screen.isDraining, screen.unacknowledgedFrames < Presenter.framesInFlight else { return }
    let hasMore = screen.upload()
    if screen.isDraining { sources.awaitOutput() } else if hasMore { requestTurn() }
  }

  // MARK: - Outside the window

  /// Shows how far the work is that the user waits for, and the slide's number and name in the title of the terminal's
  /// window, unless slides move: it would change with each one that passes.
  func showOutside(with kind: FrameKind, at now: Timestamp) {
    guard !device.screen.isDraining else { return }
    device.show(.progress(session.progress(at: now)))
    if kind == .still, let title = session.title(at: now) { device.show(.title(title)) }
  }

  // MARK: - The clipboard

  /// Sends a picture to the terminal's clipboard; a message says why if it cannot be read or is too large.
  private func copy(_ picture: Result<ClipboardPicture, LoadError>) {
    guard lifecycle.hasTerminal else { return }
    switch picture {
    case .success(let picture):
      isCopying = true
      device.show(.clipboardPicture(picture))
      if device.screen.isDraining { sources.awaitOutput() }
    case .failure(let error): receive(.message("not copied: \(error.description)"))
    }
  }

  /// Shows the terminal's answer to a picture for its clipboard.
  private func copied(_ status: String, at now: Timestamp) {
    guard isCopying else { return }
    isCopying = false
    let reason = status == "EPERM" ? "the terminal does not allow it" : "the terminal reports \(status)"
    apply(.message(status == "DONE" ? "picture copied" : "not copied: \(reason)"), at: now)
  }

  // MARK: - Commands

  func perform(_ command: Command) {
    switch command {
    case .end(let outcome): end(outcome)
    case .run(let clicked, let command): lendTerminal(to: command, for: clicked)
    case .runInBackground(let clicked, let command):
      if let failure = commands.startInBackground(command, for: clicked) { apply(.message(failure), at: clock()) }
    case .copy(let text): device.show(.clipboardText(text))
    case .copyPicture(let key, let type, let limit):
      work?.readFiles(of: key, turned: .upright, type: type, limit: limit) { [weak self] in self?.copy($0) }
    case .notify(let notification): device.show(.notification(notification))
    case .work(let task): work?.perform(task)
    case .repaint:
      repaint()
      hasStaleColors = true
    case .suspend: suspend()
    }
  }
}
