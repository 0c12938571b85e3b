import Glibc
import TestSupport

/// Runs programs with their output in a pipe, so that there is no terminal to query or wait for.
enum PipeRun {
  /// The result of a run.
  struct Result {
    /// Seconds from just before exec to the end of the output.
    var seconds: Double
    /// The size of the output.
    var bytes: Int
    /// How the program ended.
    var ending: ChildProcess.Ending?
  }

  /// Runs a program to its end and discards its standard error.
  static func run(_ program: String, _ arguments: [String]) throws -> Result {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw SystemFailure("pipe") }
    defer { close(ends[0]) }
    // Otherwise the program would inherit both ends and keep the pipe open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let launch = Launch(
      program: program, arguments: arguments, environment: TerminalRun.environment, input: .null,
      output: .descriptor(ends[1]), error: .null)
    let start = monotonicNanoseconds()
    let child: ChildProcess
    do {
      defer { close(ends[1]) }
      child = try launch.start()
    }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var bytes = 0
    while case let count = unsafe read(ends[0], &buffer, buffer.count), count > 0 { bytes += count }
    let end = monotonicNanoseconds()
    return Result(seconds: Double(end - start) / 1e9, bytes: bytes, ending: child.wait())
  }

  /// Returns the output of a program, whose standard error stays ours; nil if it failed.
  static func output(of program: String, _ arguments: [String]) throws -> String? {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw SystemFailure("pipe") }
    defer { close(ends[0]) }
    let launch = Launch(
      program: program, arguments: arguments, environment: TerminalRun.environment, input: .null,
      output: .descriptor(ends[1]), error: .descriptor(2))
    let child = try launch.start()
    close(ends[1])
    var answer: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = unsafe read(ends[0], &piece, piece.count), count > 0 { answer += piece[..<count] }
    guard child.wait() == .exited(0) else { return nil }
    return String(decoding: answer, as: UTF8.self)
  }
}
