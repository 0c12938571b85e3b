import Glibc
import Terminal

extension EventLoop {
  // MARK: - Signals

  /// Handles all signals that have come so far, in their order.
  func handleSignals() {
    while lifecycle != .over, let number = signals.next() { handle(number) }
  }

  private func handle(_ number: Int32) {
    switch number {
    case SIGWINCH: windowChanged()
    case SIGTSTP: suspend()
    case SIGCONT: continued()
    case SIGCHLD: childrenChanged()
    // Ctrl-C and Ctrl-\ are the command's while one runs.
    case SIGINT, SIGQUIT: if !isLent { end(.signal(number)) }
    default: end(.signal(number))
    }
  }

  /// Whether a command has the terminal, and runs.
  private var isLent: Bool {
    if case .lent(to: .some) = lifecycle { true } else { false }
  }

  func windowChanged() {
    guard lifecycle.hasTerminal else { return }
    device.sizeChanged()
    adoptTerminal(at: clock())
    repaint()
  }

  // MARK: - Giving the terminal away and taking it again

  /// Becomes another state, and has input and session follow; false: that state may not follow.
  private func enter(_ next: Lifecycle) -> Bool {
    guard lifecycle.become(next) else { return false }
    sources.readsInput = next.hasTerminal
    apply(.lifecycle(next), at: clock())
    return true
  }

  /// Gives the terminal back, stops as any program that Ctrl-Z stops, and takes the terminal again when `fg` continues us.
  func suspend() {
    // While a command has the terminal it is given back already, and the command stops and goes on with us.
    if case .lent = lifecycle { return stop() }
    guard enter(.suspended) else { return }
    device.restore()
    stop()
    reclaimTerminal(.resumed)
  }

  /// Stops the process; returns when it goes on.
  private func stop() {
    var usual = sigaction()
    unsafe usual.__sigaction_handler.sa_handler = SIG_DFL
    var ours = sigaction()
    unsafe sigaction(SIGTSTP, &usual, &ours)
    // Not SIGSTOP: where no shell could ever continue us (an orphaned group), the system ignores this one.
    raiseUnblocked(SIGTSTP)
    unsafe sigaction(SIGTSTP, &ours, nil)
  }

  /// SIGCONT: of a stop of our own, or of one from outside, during which the terminal's modes may have changed.
  private func continued() {
    switch lifecycle {
    case .resumed: _ = enter(.running)
    case .running:
      guard enter(.stopped) else { return }
      device.restore()
      reclaimTerminal(.running)
    case .suspended, .stopped, .lent, .over: break
    }
  }

  /// Takes the terminal again.
  private func reclaimTerminal(_ next: Lifecycle) {
    device.resume()
    guard enter(next) else { return }
    device.sizeChanged()
    adoptTerminal(at: clock())
    repaint()
  }

  // MARK: - Commands of clicks

  /// Lends the terminal to a command for as long as it runs.
  func lendTerminal(to command: String, for clicked: ClickedSlide) {
    guard enter(.lent(to: nil)) else { return }
    device.restore()
    // From here on Ctrl-C is the command's. What the system ignores leaves nothing behind that could be read when the command
    // has ended; what came before is ours.
    signals.ignoreInterrupts(true)
    handleSignals()
    guard lifecycle != .over else { return }
    // SIGCHLD reports its end, however soon it comes.
    if let process = ShellCommand(command: command, clicked: clicked).start() {
      _ = lifecycle.become(.lent(to: .init(process: process, mayChangeFiles: clicked.mayChangeFiles)))
    } else {
      reclaimTerminalFromCommand()
      apply(.message(ShellCommand.failure), at: clock())
    }
  }

  private func reclaimTerminalFromCommand() {
    signals.ignoreInterrupts(false)
    reclaimTerminal(.running)
  }

  /// Children have ended: the command that has the terminal, or some beside the carousel.
  private func childrenChanged() {
    if case .lent(to: let command?) = lifecycle, let status = ChildProcess.endedStatus(of: command.process) {
      reclaimTerminalFromCommand()
      apply(.commandEnded(status: status, mayHaveChangedFiles: command.mayChangeFiles), at: clock())
    }
    for end in clickCommands.collectEnded() { receive(end) }
  }
}

/// Sends a signal to the calling thread, as `raise` does, and lets it through.
///
/// The main queue runs on a thread of Dispatch's, and those block all signals: a blocked one would never come.
package func raiseUnblocked(_ number: Int32) {
  var signals = sigset_t()
  unsafe sigemptyset(&signals)
  unsafe sigaddset(&signals, number)
  var before = sigset_t()
  unsafe pthread_sigmask(SIG_UNBLOCK, &signals, &before)
  raise(number)
  unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
}
