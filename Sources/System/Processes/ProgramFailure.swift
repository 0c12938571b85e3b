/// Why running a program failed, regardless of what the program does.
package enum ProgramFailure: Error, Hashable, Sendable {
  /// The system could not start it; with the system's error number.
  case notStarted(Int32)
  /// The folder for its temporary files would be in this one, where other users could replace it.
  case unsafeFolder(Path)
  /// It exceeded its time limit.
  case timedOut(Duration)
  /// It exceeded its output limit.
  case tooMuchOutput
  /// The task was cancelled, or the process is ending.
  case cancelled

  /// The failure of a program whose temporary folder cannot be made.
  init(_ failure: OwnedFolder.Failure) {
    switch failure {
    case .system(let number): self = .notStarted(number)
    case .unsafeBase(let folder): self = .unsafeFolder(folder)
    }
  }
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
