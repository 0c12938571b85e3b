import Glibc
import TestSupport

/// Runs of the programs that were built beside the tests.
enum Programs {
  /// The result of a run.
  struct Run {
    var status: Int32
    var output: String
    var errors: String
  }

  /// Runs `tui-fetch` to its end.
  ///
  /// - Parameter maxBlocks: the size limit of files that it writes (RLIMIT_FSIZE), in blocks of 512 bytes; nil for
  ///   none.
  static func fetch(
    _ arguments: [String], input: String = "", environment: [String: String] = [:], maxBlocks: Int? = nil
  ) throws -> Run {
    var (program, arguments) = (BuiltProgram.path(of: "tui-fetch"), arguments)
    if let maxBlocks {
      arguments = ["-c", "ulimit -f \(maxBlocks); exec \"$0\" \"$@\"", program] + arguments
      program = "/bin/sh"
    }
    let run = try PipedProgram.run(program, arguments, environment: environment, input: Array(input.utf8))
    guard case .exited(let status) = run.ending else { throw SystemFailure("tui-fetch \(run.ending)", code: EINTR) }
    return Run(
      status: status, output: String(decoding: run.output, as: UTF8.self),
      errors: String(decoding: run.errors, as: UTF8.self))
  }
}
