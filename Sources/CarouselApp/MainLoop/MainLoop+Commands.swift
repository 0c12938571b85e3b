import Glibc
import Terminal

extension MainLoop {
  /// Lends the terminal to a command for as long as it runs.
  func run(_ command: String, for clicked: ClickedSlide) {
    isAway = true
    session.suspended(true, at: MonotonicClock.now())
    device.restore()
    // From here on Ctrl-C is the command's. What the system ignores leaves nothing behind that could be read when the command
    // has ended; what came before is ours.
    signals.ignoreInterrupts(true)
    takeSignals()
    guard !isOver else { return }
    guard let process = ShellCommand(command: command, clicked: clicked).start() else {
      signals.ignoreInterrupts(false)
      comeBack()
      session.say("cannot run /bin/sh", at: MonotonicClock.now())
      return
    }
    // SIGCHLD tells its end, however soon it comes.
    self.command = process
  }

  /// A child has ended: perhaps the command.
  func childChanged() {
    guard let process = command, let status = ChildProcess.endedStatus(of: process) else { return }
    command = nil
    signals.ignoreInterrupts(false)
    comeBack()
    if let trouble = MainLoop.trouble(status) { session.say(trouble, at: MonotonicClock.now()) }
  }

  /// What to say of a command that did not end well.
  static func trouble(_ status: Int32) -> String? {
    let signal = status & 0x7F
    if signal != 0 { return "the command was ended by signal \(signal)" }
    let code = status >> 8 & 0xFF
    return code == 0 ? nil : "the command ended with status \(code)"
  }
}
