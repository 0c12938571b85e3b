import Glibc

extension MainLoop {
  /// Commands beside the carousel at most.
  private static let backgroundLimit = 16
  /// How long the failure of one is shown: nobody was waiting for it.
  private static let failureDuration: Duration = .seconds(5)

  /// Runs a command while the carousel goes on.
  func runInBackground(_ command: String, for clicked: ClickedSlide) {
    let now = MonotonicClock.now()
    guard backgroundCommands.count < MainLoop.backgroundLimit else {
      return session.say("\(MainLoop.backgroundLimit) commands are running already", at: now)
    }
    guard let running = BackgroundCommand(ShellCommand(command: command, clicked: clicked)) else {
      return session.say("cannot run /bin/sh", at: now)
    }
    // SIGCHLD reports its end, however soon it comes.
    backgroundCommands.append(running)
  }

  /// Takes leave of those that have ended, and shows why one failed.
  func collectBackgroundCommands() {
    guard !isOver else { return }
    backgroundCommands.removeAll { command in
      guard let status = command.endedStatus() else { return false }
      if let trouble = MainLoop.trouble(status) {
        let words = command.lastWords.map { ": \($0)" } ?? ""
        session.say(trouble + words, for: MainLoop.failureDuration, at: MonotonicClock.now())
        requestWake()
      }
      return true
    }
  }
}
