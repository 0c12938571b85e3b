import CGlibc
import Glibc
import Synchronization

/// The process that forks workers: processes without privileges, which handle input that may be hostile.
///
/// A worker can open no file, socket or program, reaches no other process, and has no terminal; it handles only what it
/// is sent, with one thread besides its first. It dies with its parent, and the zygote with this process, however that ends.
package final class WorkerZygote: Sendable {
  /// What a worker does with its socket; it may return when that is closed.
  package typealias Body = @convention(c) (Int32) -> Void

  /// What is done for a worker that it cannot do itself, such as to open files: with 1 for one that reads archives, otherwise with 0. It must
  /// not start a thread.
  package typealias Preparation = @convention(c) (Int32) -> Void

  /// Does work on the second thread of a worker, which cannot start threads; elsewhere at once.
  package static var help:
    @convention(c) ((@convention(c) (UnsafeMutableRawPointer?) -> Void)?, UnsafeMutableRawPointer?) -> Void
  { unsafe tui_help }

  /// Waits until that work is done.
  package static var waitForHelp: @convention(c) () -> Void { tui_wait_for_help }

  private let socket: Int32
  /// Our end of the socket of the first worker, which is forked at once, until it is taken; then -1.
  private let first: Mutex<Int32>
  /// The program that it is, unless it was forked.
  private let program: ProgramGroup?

  /// Forks the zygote from this process, which must have a single thread.
  ///
  /// - Parameter memory: the bytes that a worker may map, besides those that it starts with.
  /// - Returns: nil if the system does not allow another process.
  package init?(body: Body, preparation: Preparation, isolation: Isolation, memory: Int) {
    socket = tui_fork_zygote(body, preparation, tui_worker_limits(isolation, memory, startsThreads: false))
    first = Mutex(socket < 0 ? -1 : tui_fork_worker(socket, 0))
    program = nil
    if socket < 0 { return nil }
  }

  /// The zygote at the other end of a socket, of which it takes ownership; for tests.
  package init(socket: Int32) {
    self.socket = socket
    first = Mutex(-1)
    program = nil
  }

  /// Starts a program that becomes a zygote with `socketFromInput`; nil if that fails.
  init?(_ invocation: ProgramInvocation) {
    var ends: [Int32] = [-1, -1]
    let null = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { for descriptor in [null, ends[1]] where descriptor >= 0 { close(descriptor) } }
    let kind = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard null >= 0, unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    guard let program = try? ProgramGroup.start(invocation, input: ends[1], output: null, errors: null) else {
      close(ends[0])
      return nil
    }
    (self.program, socket) = (program, ends[0])
    first = Mutex(-1)
  }

  /// A descriptor of the socket that is standard input; nil if that is something else.
  static func socketFromInput() -> Int32? {
    var (kind, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
    guard unsafe getsockopt(STDIN_FILENO, SOL_SOCKET, SO_TYPE, &kind, &size) == 0 else { return nil }
    let socket = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    return socket < 0 ? nil : socket
  }

  deinit { for end in [socket, first.withLock(\.self)] where end >= 0 { close(end) } }

  /// Turns this process, which must have a single thread, into the zygote at the other end of a socket.
  package static func become(
    servedBy socket: Int32, body: Body, preparation: Preparation, isolation: Isolation, memory: Int,
    startsThreads: Bool = false
  ) {
    tui_become_zygote(
      socket, body, preparation, tui_worker_limits(isolation, memory, startsThreads: startsThreads))
  }

  /// The first worker, or one that is forked without waiting for it; nil if the zygote has ended, or too many files are open.
  package func worker(readsArchives: Bool = false) -> WorkerProcess? {
    let first = first.withLock { first in
      defer { if !readsArchives { first = -1 } }
      return readsArchives ? -1 : first
    }
    let end = first >= 0 ? first : tui_fork_worker(socket, readsArchives ? 1 : 0)
    return end < 0 ? nil : WorkerProcess(MessageSocket(end), readsArchives: readsArchives, zygote: self)
  }

  func kill(_ process: Int32) { tui_kill_worker(socket, process) }
}

extension tui_worker_limits {
  fileprivate init(_ isolation: Isolation, _ memory: Int, startsThreads: Bool) {
    self.init(
      level: isolation.level, memory_bytes: UInt(clamping: memory), starts_threads: startsThreads ? 1 : 0)
  }
}
