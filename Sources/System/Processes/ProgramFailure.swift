/// Why a program gave us nothing, whatever it was asked.
package enum ProgramFailure: Error, Hashable, Sendable {
  /// The system could not start it; the system's error number.
  case notStarted(Int32)
  /// It took longer than it may.
  case timedOut(Duration)
  /// It wrote more than it may.
  case tooMuchOutput
  /// Nobody wants its output any more.
  case cancelled
}

/// How a program ended.
package enum ProgramEnding: Hashable, Sendable {
  /// By itself, with a status.
  case exited(Int32)
  /// By a signal: ours, or its own mistake.
  case signaled(Int32)

  /// What `waitpid` told.
  init(waitStatus status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .exited(status >> 8 & 0xFF) : .signaled(signal)
  }
}
