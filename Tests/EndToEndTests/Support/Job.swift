import Glibc
import TestSupport

/// The program under test as a shell's foreground job, so that its terminal outlives it.
final class Job {
  /// The program's state according to the runner's reports.
  private enum State: Equatable {
    case running
    case stopped(Int32)
    case ended(ChildProcess.Ending)
  }

  private let runner: ChildProcess
  private let reports: Int32
  private let orders: Int32
  private var state = State.running
  private var pending: [UInt8] = []
  /// The program's process identifier, or nil until it is known.
  var identifier: pid_t? {
    takeReports()
    return started
  }
  private var started: pid_t?

  /// Starts a program as the job of a runner that leads a new session on the launch's terminal.
  init(_ launch: Launch) throws {
    let (ours, theirs) = try socketPair()
    let (orders, ordersTaken) = try socketPair()
    defer {
      close(theirs)
      close(ordersTaken)
    }
    var launch = launch
    launch.arguments = [launch.program] + launch.arguments
    launch.program = Build.path(of: "job-runner")
    launch.others = [3: theirs, 4: ordersTaken]
    reports = ours
    self.orders = orders
    runner = try launch.start()
    _ = fcntl(reports, F_SETFL, O_NONBLOCK)
    // Until the runner has reported the start, which it may do later than the program draws, the program gets no signals.
    var started = pollfd(fd: reports, events: Int16(POLLIN), revents: 0)
    while case let count = unsafe poll(&started, 1, 60_000), count != 1 {
      guard count < 0, errno == EINTR else { throw SystemFailure("poll", code: ETIMEDOUT) }
    }
  }

  deinit {
    if let identifier, !isOver { kill(identifier, SIGKILL) }
    close(reports)
    close(orders)
  }

  /// How the program ended, or nil while it runs or is stopped.
  var ending: ChildProcess.Ending? {
    takeReports()
    if case .ended(let ending) = state { return ending }
    return nil
  }

  /// The signal that stopped the program, or nil if it is not stopped.
  var stopSignal: Int32? {
    takeReports()
    if case .stopped(let signal) = state { return signal }
    return nil
  }

  /// Brings the program back to the foreground, as `fg` does.
  func bringToForeground() {
    state = .running
    _ = unsafe write(orders, [0x0A], 1)
  }

  /// Sends the program a signal, unless it has ended.
  func send(signal: Int32) {
    if let identifier, !isOver { kill(identifier, signal) }
  }

  private var isOver: Bool {
    if case .ended = state { return true }
    return false
  }

  private func takeReports() {
    var buffer = [UInt8](repeating: 0, count: 256)
    while case let count = unsafe read(reports, &buffer, buffer.count), count > 0 { pending += buffer[..<count] }
    while let end = pending.firstIndex(of: 0x0A) {
      let words = String(decoding: pending[..<end], as: UTF8.self).split(separator: " ")
      pending.removeSubrange(...end)
      guard words.count == 2, let number = Int32(words[1]) else { continue }
      switch words[0] {
      case "started": started = number
      case "stopped": state = .stopped(number)
      case "exited": state = .ended(.exited(number))
      case "signaled": state = .ended(.signaled(number))
      default: break
      }
    }
  }
}

/// Returns two connected sockets: each reads what is written to the other. Programs that are started do not inherit
/// them.
func socketPair() throws -> (Int32, Int32) {
  var ends: [Int32] = [0, 0]
  let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
  guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw SystemFailure("socketpair") }
  return (ends[0], ends[1])
}
