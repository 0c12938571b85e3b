import CGlibc
import Glibc
import Synchronization

/// A process that becomes the zygote of workers once it knows their limits. It can be forked before options are parsed: the zygote then starts
/// while this process does that, and shares the least memory with it.
///
/// It ends if it is given no limits.
package struct ForkedZygote: ~Copyable {
  private let socket: Int32
  /// 0 if it is not this process's child.
  private let process: Int32

  /// Forks this process, which must have a single thread.
  ///
  /// - Parameter preparation: called in the zygote before it is confined.
  /// - Returns: nil if the system does not allow another process.
  package init?(body: WorkerZygote.Body, preparation: WorkerZygote.Preparation) {
    var process: Int32 = 0
    let socket = unsafe tui_fork_zygote(body, preparation, &process)
    guard socket >= 0 else { return nil }
    self.socket = socket
    self.process = process
  }

  /// A process at the other end of a socket, of which this takes ownership.
  package init(socket: Int32) {
    self.socket = socket
    process = 0
  }

  deinit { tui_end_zygote(socket, process) }

  /// Limits the workers, and requests the first one.
  ///
  /// - Parameter memory: the bytes that a worker may map, besides those that it starts with.
  /// - Returns: nil if it has ended.
  package consuming func limited(by isolation: Isolation, memory: Int) -> WorkerZygote? {
    let limits = tui_worker_limits(level: isolation.level, memory_bytes: UInt(clamping: memory))
    let socket = socket
    guard tui_limit_workers(socket, limits) == 0 else {
      _ = consume self
      return nil
    }
    discard self
    return WorkerZygote(limited: socket)
  }

  /// Turns this process, which must have a single thread, into the one at the other end of a socket; for tests.
  package static func become(
    servedBy socket: Int32, body: WorkerZygote.Body, preparation: WorkerZygote.Preparation
  ) {
    tui_become_zygote(socket, body, preparation)
  }
}

/// The process that forks workers: processes without privileges, which handle input that may be hostile.
///
/// A worker can open no file, socket or program, reaches no other process, and has no terminal; it handles only what it
/// is sent. It dies with the zygote, and that with this process, however that ends.
package final class WorkerZygote: Sendable {
  /// Why there is no worker.
  package enum Failure: Error, Hashable, Sendable {
    /// The zygote has ended.
    case ended
    /// The system's error number.
    case system(Int32)
  }

  /// What a worker does with its socket; it may return when that is closed.
  package typealias Body = @convention(c) (Int32) -> Void

  /// What is done once, so that each worker finds it done. It must not start a thread.
  package typealias Preparation = @convention(c) () -> Void

  private let socket: Int32
  /// Whether a worker has been requested that nobody has received yet.
  private let isRequested = Mutex(false)

  fileprivate init(limited socket: Int32) {
    self.socket = socket
    request()
  }

  deinit { close(socket) }

  /// Requests a worker that the next call of `worker` receives.
  package func request() { isRequested.withLock { if !$0 { $0 = tui_request_worker(socket) == 0 } } }

  /// A new worker.
  ///
  /// - Throws: `Failure` if there is none.
  package func worker() throws(Failure) -> WorkerProcess {
    var (end, number): (Int32, Int32) = (-1, 0)
    let result = isRequested.withLock { isRequested in
      if !isRequested, tui_request_worker(socket) != 0 { return EPIPE }
      isRequested = false
      return unsafe tui_receive_worker(socket, &end, &number)
    }
    guard result == 0 else { throw result == EPIPE ? .ended : .system(result) }
    return WorkerProcess(MessageSocket(end), number: number, zygote: self)
  }

  fileprivate func kill(_ number: Int32) { isRequested.withLock { _ in tui_kill_worker(socket, number) } }
}

/// A process without privileges. It ends when the last reference goes.
package final class WorkerProcess: Sendable {
  /// The connection to it.
  package let socket: MessageSocket
  private let number: Int32
  private let zygote: WorkerZygote

  fileprivate init(_ socket: MessageSocket, number: Int32, zygote: WorkerZygote) {
    self.socket = socket
    self.number = number
    self.zygote = zygote
  }

  /// Ends it at once, whatever it is doing.
  package func kill() { zygote.kill(number) }
}
