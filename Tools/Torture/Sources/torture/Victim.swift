import Foundation
import Glibc

/// A run of the program on a new terminal.
final class Victim {
  /// How the program ended.
  enum Ending: Equatable {
    case exited(Int32)
    case signaled(Int32)
    /// It did not end in time and was killed.
    case hung
  }

  let terminal = Pseudoterminal()
  let process: pid_t
  private var ending: Ending?

  /// Starts a program as the leader of a session.
  ///
  /// - Parameter output: A file for its standard output, or nil for the terminal.
  init(_ program: String, _ arguments: [String], environment: [String], output: String? = nil) {
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    var all = sigset_t()
    var none = sigset_t()
    unsafe sigfillset(&all)
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    // POSIX_SPAWN_SETSID is 0x80.
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(0x80) | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
    // A session leader that opens a terminal without O_NOCTTY gets it as its controlling terminal.
    unsafe posix_spawn_file_actions_addopen(&actions, 0, terminal.path, O_RDWR, 0)
    if let output {
      unsafe posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    } else {
      unsafe posix_spawn_file_actions_adddup2(&actions, 0, 1)
    }
    unsafe posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var process: pid_t = 0
    var arguments = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
    var environment = unsafe environment.map { unsafe strdup($0) } + [nil]
    let result = unsafe posix_spawn(&process, program, &actions, &attributes, &arguments, &environment)
    unsafe (arguments + environment).forEach { unsafe free($0) }
    guard result == 0 else { fatalError("cannot start \(program)") }
    self.process = process
  }

  /// Lets the program run for `milliseconds`, or until it ends.
  func wait(milliseconds: Double) {
    let deadline = Victim.now + milliseconds / 1000
    while !hasEnded, Victim.now < deadline {
      let left = (deadline - Victim.now) * 1000
      if left < 2 { usleep(UInt32(max(0, left * 1000))) } else { terminal.read(milliseconds: Int32(min(left, 10))) }
    }
  }

  func send(_ signal: Int32) { if !hasEnded { kill(process, signal) } }

  /// Waits for the program's end for at most `seconds`, then kills it.
  func end(withinSeconds seconds: Double) -> Ending {
    wait(milliseconds: seconds * 1000)
    if let ending { return ending }
    kill(process, SIGKILL)
    var status: Int32 = 0
    _ = unsafe waitpid(process, &status, 0)
    ending = .hung
    return .hung
  }

  var isRunning: Bool { !hasEnded }

  /// The decoding processes: the children of the zygote, which is a child of the program.
  var workers: [pid_t] {
    Victim.children(of: process).flatMap(Victim.children)
  }

  /// The number of the program's open descriptors; nil if it has ended.
  var descriptors: Int? { try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count }

  private var hasEnded: Bool {
    if ending != nil { return true }
    var status: Int32 = 0
    guard unsafe waitpid(process, &status, WNOHANG) == process else { return false }
    ending = status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signaled(status & 0x7F)
    return true
  }

  /// Waits at most a second for the program's descendants, which have become our children,
  /// and kills those that are left.
  ///
  /// - Returns: The number of descendants killed.
  static func orphans() -> Int {
    let deadline = now + 1
    var status: Int32 = 0
    while now < deadline {
      let child = unsafe waitpid(-1, &status, WNOHANG)
      if child < 0 { return 0 }
      if child == 0 { usleep(2000) }
    }
    var left = 0
    while unsafe waitpid(-1, &status, WNOHANG) >= 0 {
      for child in children { if kill(child, SIGKILL) == 0 { left += 1 } }
      usleep(20_000)
    }
    return left
  }

  private static var children: [pid_t] { children(of: getpid()) }

  private static func children(of process: pid_t) -> [pid_t] {
    guard let file = unsafe fopen("/proc/\(process)/task/\(process)/children", "r") else { return [] }
    defer { unsafe fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe fread(&buffer, 1, buffer.count, file)
    return String(decoding: buffer[..<count], as: UTF8.self).split(separator: " ").compactMap { pid_t($0) }
  }

  /// The seconds of the monotonic clock.
  static var now: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
