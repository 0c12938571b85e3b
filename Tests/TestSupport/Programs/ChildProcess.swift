package import Glibc

/// A program that the tests started; it is killed with this object if it is still running.
package final class ChildProcess {
  /// How a program ended.
  package enum Ending: Equatable {
    /// It exited with a status.
    case exited(Int32)
    /// It was killed by a signal.
    case signaled(Int32)

    /// Decodes a status that `wait` returned; nil if the program was only stopped.
    package init?(waitStatus status: Int32) {
      let signal = status & 0x7F
      switch signal {
      case 0: self = .exited(status >> 8 & 0xFF)
      case 0x7F: return nil
      default: self = .signaled(signal)
      }
    }
  }

  /// The process identifier, which is also that of its session.
  package let identifier: pid_t
  package private(set) var ending: Ending?
  /// The processor time of all threads in seconds, or nil until the program has ended.
  package private(set) var processorSeconds: Double?

  /// Creates a child from a process identifier that is not waited for elsewhere.
  package init(identifier: pid_t) { self.identifier = identifier }

  deinit {
    guard ending == nil else { return }
    kill(identifier, SIGKILL)
    _ = wait()
  }

  /// Sends a signal unless the program has ended.
  package func send(signal: Int32) {
    if ending == nil { kill(identifier, signal) }
  }

  /// Returns how the program ended, or nil if it has not.
  package func poll() -> Ending? { wait(options: WNOHANG) }

  /// Waits for the program's end and returns it, or nil if it cannot be waited for.
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
