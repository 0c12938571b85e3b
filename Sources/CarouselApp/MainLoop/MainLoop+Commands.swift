import Dispatch
import Glibc
import Terminal

extension MainLoop {
  /// Lends the terminal to a command for as long as it runs.
  func run(_ command: String, for clicked: ClickedSlide) {
    isAway = true
    session.suspended(true, at: MonotonicClock.now())
    device.restore()
    guard let process = ShellCommand(command: command, clicked: clicked).start() else {
      comeBack()
      session.say("cannot run /bin/sh", at: MonotonicClock.now())
      return
    }
    let source = DispatchSource.makeSignalSource(signal: SIGCHLD, queue: .main)
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.childChanged(process) } }
    source.activate()
    childSource = source
    // It may have ended before the source was there.
    childChanged(process)
  }

  private func childChanged(_ process: pid_t) {
    guard childSource != nil else { return }
    var status: Int32 = 0
    let ended = unsafe waitpid(process, &status, WNOHANG)
    guard ended == process || (ended < 0 && errno != EINTR) else { return }
    childSource?.cancel()
    childSource = nil
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
