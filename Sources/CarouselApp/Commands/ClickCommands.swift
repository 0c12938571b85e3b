import Glibc

/// The background commands that clicks have started.
struct ClickCommands {
  /// The maximum number of background commands at once.
  private static let backgroundLimit = 16

  private var background: [(command: BackgroundCommand, action: RunningAction?)] = []

  /// Runs a command in the background; returns why it could not be started, or nil on success.
  mutating func startInBackground(_ command: String, for clicked: ClickedSlide) -> String? {
    guard background.count < ClickCommands.backgroundLimit else {
      return "\(ClickCommands.backgroundLimit) commands are running already"
    }
    guard let running = BackgroundCommand(ShellCommand(command: command, clicked: clicked)) else {
      return ShellCommand.failure
    }
    // SIGCHLD reports the command's end, even if that comes immediately.
    background.append((running, clicked.action))
    return nil
  }

  /// Returns an event for each background command that has ended since the last call.
  mutating func collectEnded() -> [SessionEvent] {
    var ends: [SessionEvent] = []
    background.removeAll { command, action in
      guard let status = command.endedStatus() else { return false }
      ends.append(
        .commandEnded(status: status, lastLine: command.lastLine, isInBackground: true, action: action))
      return true
    }
    return ends
  }
}
