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
    let start = monotonicNanoseconds()
    var bytes = 0
    let (end, ending) = try read(program, arguments, error: .null) { bytes += $0.count }
    return Result(seconds: Double(end - start) / 1e9, bytes: bytes, ending: ending)
  }

  /// Returns the output of a program, whose standard error stays ours; nil if it failed.
  static func output(of program: String, _ arguments: [String]) throws -> String? {
    var answer: [UInt8] = []
    let (_, ending) = try read(program, arguments, error: .descriptor(2)) { answer += $0 }
    return ending == .exited(0) ? String(decoding: answer, as: UTF8.self) : nil
  }

  /// Runs a program to its end; returns when its output ended, and how it did.
  private static func read(
    _ program: String, _ arguments: [String], error: Launch.Stream, _ body: (ArraySlice<UInt8>) -> Void
  ) throws -> (end: UInt64, ending: ChildProcess.Ending?) {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw SystemFailure("pipe") }
    defer { close(ends[0]) }
    // Otherwise the program would inherit both ends and keep the pipe open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let launch = Launch(
      program: program, arguments: arguments, environment: TerminalRun.environment, input: .null,
      output: .descriptor(ends[1]), error: error)
    let child: ChildProcess
    do {
      defer { close(ends[1]) }
      child = try launch.start()
    }
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = unsafe Glibc.read(ends[0], &piece, piece.count), count > 0 { body(piece[..<count]) }
    return (monotonicNanoseconds(), child.wait())
  }
}
