package import Glibc

/// A program that we started; killed, if it still runs, when nobody holds it any more.
package final class ChildProcess {
  /// How a program ended.
  package enum Ending: Equatable {
    /// By itself, with a status.
    case exited(Int32)
    /// By a signal.
    case signaled(Int32)

    /// What `wait` told; nil: it has only been stopped.
    package init?(waitStatus status: Int32) {
      let signal = status & 0x7F
      switch signal {
      case 0: self = .exited(status >> 8 & 0xFF)
      case 0x7F: return nil
      default: self = .signaled(signal)
      }
    }
  }

  /// Its process number, which is also that of its session.
  package let identifier: pid_t
  package private(set) var ending: Ending?
  /// Seconds of processor time, all threads, known once it has ended.
  package private(set) var processorSeconds: Double?

  /// A child with a process number that is not waited for elsewhere.
  package init(identifier: pid_t) { self.identifier = identifier }

  deinit {
    guard ending == nil else { return }
    kill(identifier, SIGKILL)
    _ = wait()
  }

  /// Sends a signal, unless it has ended.
  package func send(signal: Int32) {
    if ending == nil { kill(identifier, signal) }
  }

  /// How it ended, if it has.
  package func poll() -> Ending? { wait(options: WNOHANG) }

  /// Waits for its end.
  package func wait() -> Ending? { wait(options: 0) }

  private func wait(options: Int32) -> Ending? {
    if let ending { return ending }
    var status: Int32 = 0
    var usage = rusage()
    var result: pid_t
    repeat { result = unsafe wait4(identifier, &status, options, &usage) } while result == -1 && errno == EINTR
    guard result == identifier else { return nil }
    ending = Ending(waitStatus: status)
    processorSeconds = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
    return ending
  }

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
}
