import Glibc

/// The commands that clicks have started and that run beside the carousel.
struct ClickCommands {
  /// Commands beside the carousel at most.
  private static let backgroundLimit = 16

  private var background: [(command: BackgroundCommand, mayChangeFiles: Bool)] = []

  /// Runs a command while the carousel goes on; returns why it could not be started, or nil.
  mutating func startInBackground(_ command: String, for clicked: ClickedSlide) -> String? {
    guard background.count < ClickCommands.backgroundLimit else {
      return "\(ClickCommands.backgroundLimit) commands are running already"
    }
    guard let running = BackgroundCommand(ShellCommand(command: command, clicked: clicked)) else {
      return ShellCommand.failure
    }
    // SIGCHLD reports its end, however soon it comes.
    background.append((running, clicked.mayChangeFiles))
    return nil
  }

  /// The ends of commands beside the carousel since the last call.
  mutating func collectEnded() -> [SessionEvent] {
    var ends: [SessionEvent] = []
    background.removeAll { command, mayChangeFiles in
      guard let status = command.endedStatus() else { return false }
      ends.append(
        .commandEnded(
          status: status, lastLine: command.lastLine, isInBackground: true, mayHaveChangedFiles: mayChangeFiles))
      return true
    }
    return ends
  }
}
