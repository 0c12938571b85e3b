import CGlibc
import Glibc
import Synchronization

/// The first worker, and the process that becomes the zygote of the others, once they know the workers' limits. They can be forked before
/// options are parsed: they then start while this process does that, and share the least memory with it.
///
/// They end if they are given no limits.
package struct ForkedZygote: ~Copyable {
  private let workers: tui_workers

  /// Forks this process, which must have a single thread.
  ///
  /// - Parameter preparation: called before workers are confined.
  /// - Returns: nil if the system does not allow another process.
  package init?(body: WorkerZygote.Body, preparation: WorkerZygote.Preparation) {
    var workers = tui_workers()
    guard unsafe tui_fork_workers(body, preparation, &workers) == 0 else { return nil }
    self.workers = workers
  }

  /// A process at the other end of a socket, and perhaps a first worker at that of another one. Takes ownership of the sockets.
  package init(socket: Int32, firstWorker: Int32 = -1) {
    workers = tui_workers(first: firstWorker, first_process: 0, zygote: socket, zygote_process: 0)
  }

  deinit {
    close(workers.zygote)
    tui_end_process(workers.zygote_process)
    if workers.first >= 0 { close(workers.first) }
    tui_end_process(workers.first_process)
  }

  /// Limits the workers.
  ///
  /// - Parameter memory: the bytes that a worker may map, besides those that it starts with.
  /// - Returns: nil if the zygote has ended.
  package consuming func limited(by isolation: Isolation, memory: Int) -> WorkerZygote? {
    let limits = tui_worker_limits(level: isolation.level, memory_bytes: UInt(clamping: memory))
    let workers = workers
    guard tui_limit_workers(workers.zygote, limits) == 0 else {
      _ = consume self
      return nil
    }
    if workers.first >= 0 { _ = tui_limit_first_worker(workers.first, limits) }
    discard self
    return WorkerZygote(limited: workers)
  }

  /// Turns this process, which must have a single thread, into the one at the other end of a socket; for tests.
  package static func become(
    servedBy socket: Int32, body: WorkerZygote.Body, preparation: WorkerZygote.Preparation
  ) {
    tui_become_zygote(socket, body, preparation)
  }

  /// Turns this process, which must have a single thread, into the first worker at the other end of a socket; for tests.
  package static func becomeFirstWorker(
    servedBy socket: Int32, body: WorkerZygote.Body, preparation: WorkerZygote.Preparation
  ) {
    tui_become_first_worker(socket, getppid(), body, preparation)
  }
}

/// The source of workers: processes without privileges, which handle input that may be hostile. Another process forks them, except the first.
///
/// A worker can open no file, socket or program, reaches no other process, and has no terminal; it handles only what it
/// is sent. It dies with its parent, and the zygote with this process, however that ends.
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

  /// What is done once, so that each worker finds it done: by the first worker for itself, and by the zygote for later ones. It must not
  /// start a thread. The argument is the worker's socket; -1 in the zygote.
  package typealias Preparation = @convention(c) (Int32) -> Void

  private let socket: Int32
  /// Whether a worker has been requested that nobody has received yet.
  private let isRequested = Mutex(false)
  /// Our end of the first worker's socket until somebody has received it; then -1.
  private let first: Mutex<Int32>
  /// The process of the first worker; 0 if it is not this process's child, or has ended.
  private let firstProcess: Mutex<Int32>
  /// The number of the first worker: the zygote counts from 1.
  private static let firstNumber: Int32 = 0

  fileprivate init(limited workers: tui_workers) {
    socket = workers.zygote
    first = Mutex(workers.first)
    firstProcess = Mutex(workers.first_process)
    // It is ready when it is needed.
    if workers.first < 0 { request() }
  }

  deinit {
    close(socket)
    if case let first = first.withLock({ $0 }), first >= 0 { close(first) }
  }

  /// Requests a worker that the next call of `worker` receives.
  package func request() { isRequested.withLock { if !$0 { $0 = tui_request_worker(socket) == 0 } } }

  /// A new worker.
  ///
  /// - Throws: `Failure` if there is none.
  package func worker() throws(Failure) -> WorkerProcess {
    let first = first.withLock { first in
      defer { first = -1 }
      return first
    }
    // It may have been killed, for example when memory ran out.
    if first >= 0, case let socket = MessageSocket(first), !socket.isEnded {
      return WorkerProcess(socket, number: WorkerZygote.firstNumber, zygote: self)
    }
    firstProcess.withLock { if $0 > 0, tui_has_ended($0) != 0 { $0 = 0 } }
    var (end, number): (Int32, Int32) = (-1, 0)
    let result = isRequested.withLock { isRequested in
      if !isRequested, tui_request_worker(socket) != 0 { return EPIPE }
      isRequested = false
      return unsafe tui_receive_worker(socket, &end, &number)
    }
    guard result == 0 else { throw result == EPIPE ? .ended : .system(result) }
    return WorkerProcess(MessageSocket(end), number: number, zygote: self)
  }

  fileprivate func kill(_ number: Int32) {
    guard number == WorkerZygote.firstNumber else {
      return isRequested.withLock { _ in tui_kill_worker(socket, number) }
    }
    firstProcess.withLock { process in
      tui_end_process(process)
      process = 0
    }
  }
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
