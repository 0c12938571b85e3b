import Glibc
import Terminal

extension EventLoop {
  // MARK: - Signals

  /// Handles all signals that have arrived, in order.
  func handleSignals() {
    while lifecycle != .over, let number = signals.next() { handle(number) }
  }

  private func handle(_ number: Int32) {
    switch number {
    case SIGWINCH: windowChanged()
    case SIGTSTP: suspend()
    case SIGCONT: continued()
    case SIGCHLD: childrenChanged()
    // Ctrl-C and Ctrl-\ are meant for the command while one runs.
    case SIGINT, SIGQUIT: if !isLent { end(.signal(number)) }
    default: end(.signal(number))
    }
  }

  /// Whether a command is running on the terminal.
  private var isLent: Bool {
    if case .lent(to: .some) = lifecycle { true } else { false }
  }

  func windowChanged() {
    guard lifecycle.hasTerminal else { return }
    device.sizeChanged()
    applyTerminal(at: clock())
    repaint()
  }

  // MARK: - Giving the terminal away and taking it again

  /// Changes to another state, and updates input and session; returns false if the state may not follow the current
  /// one.
  private func enter(_ next: Lifecycle) -> Bool {
    guard lifecycle.become(next) else { return false }
    sources.readsInput = next.hasTerminal
    apply(.lifecycle(next), at: clock())
    return true
  }

  /// Restores the terminal, stops as Ctrl-Z stops any program, and takes the terminal again when `fg` continues us.
  func suspend() {
    // While a command has the terminal, it is already restored, and the command stops and continues with us.
    if case .lent = lifecycle { return signals.stop() }
    guard enter(.suspended) else { return }
    device.restore()
    signals.stop()
    reclaimTerminal(.resumed)
  }

  /// Handles SIGCONT after our own stop, or after one from outside, during which the terminal's modes may have changed.
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

  /// Takes the terminal again and enters a state.
  private func reclaimTerminal(_ next: Lifecycle) {
    device.resume()
    guard enter(next) else { return }
    device.sizeChanged()
    applyTerminal(at: clock())
    repaint()
    hasStaleColors = true
  }

  // MARK: - Commands of clicks

  /// Lends the terminal to a command for as long as it runs.
  func lendTerminal(to command: String, for clicked: ClickedSlide) {
    guard enter(.lent(to: nil)) else { return }
    device.restore()
    // From here on, Ctrl-C is meant for the command. Ignored signals leave nothing to be read after the command has
    // ended; signals that arrived before are handled now.
    signals.ignoreInterrupts(true)
    handleSignals()
    guard lifecycle != .over else { return }
    // SIGCHLD reports the command's end, even if that comes immediately.
    if let process = commands.start(command, for: clicked) {
      _ = lifecycle.become(.lent(to: .init(process: process, action: clicked.action)))
    } else {
      reclaimTerminalFromCommand()
      apply(.message(ShellCommand.failure), at: clock())
    }
  }

  private func reclaimTerminalFromCommand() {
    signals.ignoreInterrupts(false)
    reclaimTerminal(.running)
  }

  /// Takes the terminal back from a command that has ended; if it failed by itself, once the user has read what it wrote.
  private func ended(_ command: Lifecycle.Borrower, status: Int32) {
    let code = status >> 8 & 0xFF
    let isInterrupted = status & 0x7F != 0 || code == 128 + SIGINT
    if command.failure == nil, code != 0, !isInterrupted, let process = commands.startPause(afterStatus: code) {
      _ = lifecycle.become(.lent(to: .init(process: process, action: command.action, failure: status)))
      return
    }
    reclaimTerminalFromCommand()
    apply(.commandEnded(status: command.failure ?? status, action: command.action), at: clock())
  }

  /// Handles the end of child processes: the command that has the terminal, or background commands.
  private func childrenChanged() {
    if case .lent(to: let command?) = lifecycle, let status = commands.endedStatus(of: command.process) {
      ended(command, status: status)
    }
    for end in commands.collectEnded() { receive(end) }
  }
}
