import Foundation
import Glibc
import TestSupport

/// A run of the program on a new terminal.
final class Victim {
  /// How the program ended.
  enum Ending: Equatable {
    case exited(Int32)
    case signaled(Int32)
    /// It did not end in time and was killed.
    case hung
  }

  let terminal: RecordingTerminal
  private let child: ChildProcess

  /// Starts a program as the leader of a session.
  ///
  /// - Parameter output: A file for its standard output, or nil for the terminal.
  init(_ program: String, _ arguments: [String], environment: [String], output: String? = nil) {
    let variables = environment.map { variable in
      let parts = variable.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      return (parts[0], parts[1])
    }
    let file = output.map { unsafe open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600) }
    defer { if let file { close(file) } }
    do {
      terminal = try RecordingTerminal()
      child = try Launch(
        program: program, arguments: arguments, environment: Dictionary(uniqueKeysWithValues: variables),
        terminal: terminal.path, output: file.map { .descriptor($0) }
      ).start()
    } catch {
      fatalError("cannot start \(program): \(error)")
    }
  }

  var process: pid_t { child.identifier }

  /// Lets the program run for `milliseconds`, or until it ends.
  func wait(milliseconds: Double) {
    let deadline = secondsNow() + milliseconds / 1000
    while !hasEnded, secondsNow() < deadline {
      let left = (deadline - secondsNow()) * 1000
      if left < 2 { usleep(UInt32(max(0, left * 1000))) } else { terminal.read(milliseconds: Int32(min(left, 10))) }
    }
  }

  func send(_ signal: Int32) { if !hasEnded { kill(process, signal) } }

  /// Waits for the program's end for at most `seconds`, then kills it.
  func end(withinSeconds seconds: Double) -> Ending {
    wait(milliseconds: seconds * 1000)
    switch child.poll() {
    case .exited(let status): return .exited(status)
    case .signaled(let signal): return .signaled(signal)
    case nil:
      kill(process, SIGKILL)
      _ = child.wait()
      return .hung
    }
  }

  var isRunning: Bool { !hasEnded }

  /// The decoding processes: the children of the zygote, which is a child of the program.
  var workers: [pid_t] {
    ProcessState.children(of: process).flatMap(ProcessState.children)
  }

  /// The number of the program's open descriptors; nil if it has ended.
  var descriptors: Int? { try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count }

  private var hasEnded: Bool { child.poll() != nil }

  /// Waits at most a second for the program's descendants, which have become our children,
  /// and kills those that are left.
  ///
  /// - Returns: The number of descendants killed.
  static func orphans() -> Int {
    let deadline = secondsNow() + 1
    var status: Int32 = 0
    while secondsNow() < deadline {
      let child = unsafe waitpid(-1, &status, WNOHANG)
      if child < 0 { return 0 }
      if child == 0 { usleep(2000) }
    }
    var left = 0
    while unsafe waitpid(-1, &status, WNOHANG) >= 0 {
      for child in ProcessState.children(of: getpid()) { if kill(child, SIGKILL) == 0 { left += 1 } }
      usleep(20_000)
    }
    return left
  }
}
