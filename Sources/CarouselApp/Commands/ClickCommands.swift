import Glibc

/// Runs the shell commands of clicks and actions. SIGCHLD reports the end of each.
@MainActor
protocol CommandRunning: AnyObject {
  /// Starts a command on the terminal; nil if no process could be created.
  func start(_ command: String, for clicked: ClickedSlide) -> pid_t?
  /// Starts a process that ends when the user presses Enter, after a command on the terminal that failed with a status;
  /// nil if no process could be created.
  func startPause(afterStatus status: Int32) -> pid_t?
  /// The exit status of a command on the terminal, as `waitpid` reports it; nil while it runs.
  func endedStatus(of process: pid_t) -> Int32?
  /// Runs a command in the background; returns why it could not be started, or nil on success.
  func startInBackground(_ command: String, for clicked: ClickedSlide) -> String?
  /// Returns an event for each background command that has ended since the last call.
  func collectEnded() -> [SessionEvent]
}

/// The commands that clicks and actions have started.
@MainActor
final class ClickCommands: CommandRunning {
  /// The maximum number of background commands at once.
  private static let backgroundLimit = 16

  private var background: [(command: BackgroundCommand, action: String?)] = []

  func start(_ command: String, for clicked: ClickedSlide) -> pid_t? {
    ShellCommand(command: command, clicked: clicked).start()
  }

  func startPause(afterStatus status: Int32) -> pid_t? { ShellCommand.startPause(afterStatus: status) }

  func endedStatus(of process: pid_t) -> Int32? { ChildProcess.endedStatus(of: process) }

  func startInBackground(_ command: String, for clicked: ClickedSlide) -> String? {
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

  func collectEnded() -> [SessionEvent] {
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
