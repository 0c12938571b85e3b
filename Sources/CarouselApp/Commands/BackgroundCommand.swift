import Glibc
import Terminal

/// A command that runs while the carousel stays on the screen. It has no input, the end of its output is kept, and it
/// may outlive us.
///
/// Its output goes through `tail`, so that endless output fills neither memory nor disk, and a command that outlives us
/// is not killed by SIGPIPE.
final class BackgroundCommand {
  /// Bytes of output that are kept.
  private static let outputLimit = 4096

  private let process: pid_t
  /// The `tail` process that keeps the end of the output.
  private let tail: pid_t
  /// An unlinked temporary file that `tail` writes to.
  private let output: Int32
  private var status: Int32?
  private var isOutputComplete = false

  /// Starts a command; nil if its output file, pipe or processes could not be created.
  init?(_ command: ShellCommand) {
    var template = Array("/tmp/tui-output-XXXXXX".utf8CString)
    output = unsafe mkstemp(&template)
    guard output >= 0 else { return nil }
    _ = fcntl(output, F_SETFD, FD_CLOEXEC)
    unsafe unlink(template)
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else {
      close(output)
      return nil
    }
    let (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer {
      close(reading)
      close(writing)
    }
    let arguments = ["tail", "-c", "\(BackgroundCommand.outputLimit)"].map { Array($0.utf8) }
    guard
      let tail = BackgroundCommand.start(
        "/usr/bin/env", [Array("env".utf8)] + arguments, command.environment, input: reading, output: output),
      let process = BackgroundCommand.start(
        "/bin/sh", command.arguments, command.environment, input: nil, output: writing)
    else {
      close(output)
      return nil
    }
    self.tail = tail
    self.process = process
  }

  deinit { close(output) }

  /// The exit status as `waitpid` reports it, or nil while the command runs or its output is still being read.
  func endedStatus() -> Int32? {
    if status == nil { status = ChildProcess.endedStatus(of: process) }
    if !isOutputComplete, ChildProcess.endedStatus(of: tail) != nil { isOutputComplete = true }
    return isOutputComplete ? status : nil
  }

  var lastLine: String? {
    var bytes = [UInt8](repeating: 0, count: BackgroundCommand.outputLimit)
    let count = unsafe pread(output, &bytes, bytes.count, 0)
    let lines = bytes.prefix(max(0, count)).split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
    return lines.last.map { SafeText.visible($0) }
  }

  /// Starts a program in its own process group, so that a Ctrl-C on the terminal does not reach it.
  ///
  /// - Parameter input: the descriptor to use as standard input; nil: `/dev/null`.
  private static func start(
    _ program: String, _ arguments: [[UInt8]], _ environment: [[UInt8]], input: Int32?, output: Int32
  ) -> pid_t? {
    let source = input.map { ChildProcess.Redirection.descriptor($0, as: STDIN_FILENO) }
    return ChildProcess.start(
      program, arguments, environment, hasOwnGroup: true,
      redirecting: [
        source ?? .file("/dev/null", flags: O_RDONLY, as: STDIN_FILENO), .descriptor(output, as: STDOUT_FILENO),
        .descriptor(output, as: STDERR_FILENO),
      ])
  }
}
