/// Why running a program failed, regardless of what the program does.
package enum ProgramFailure: Error, Hashable, Sendable {
  /// The system could not start it; with the system's error number.
  case notStarted(Int32)
  /// It exceeded its time limit.
  case timedOut(Duration)
  /// It exceeded its output limit.
  case tooMuchOutput
  /// The task was cancelled, or the process is ending.
  case cancelled
}

/// How a program ended.
package enum ProgramEnding: Hashable, Sendable {
  /// It exited with a status.
  case exited(Int32)
  /// It was killed by a signal: ours or one that it caused.
  case signaled(Int32)

  /// Decodes a status as `waitpid` reports it.
  init(waitStatus status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .exited(status >> 8 & 0xFF) : .signaled(signal)
  }
}
