import CGlibc
import Dispatch
import Fetching
import Glibc
import Synchronization
import System

/// The connection to a host, with a thread that talks to `ssh` and sleeps while there is nothing to do.
final class FarLink: Sendable {
  /// What the thread has not handled yet.
  struct Inbox: Sendable {
    var requests: [(request: FarRequest, answer: @Sendable (FarAnswer) -> Void)] = []
    var cancelled: [UInt64] = []
    /// Called when the first attempt to connect is over. `ssh` may ask for passwords.
    var connects: [@Sendable (FetchFailure?) -> Void] = []
    var end: (@Sendable () -> Void)?
  }

  private struct State {
    var inbox = Inbox()
    var lastNumber: UInt64 = 0
    /// The write end of the pipe that wakes the thread; nil until the thread is started.
    var wakePipe: Int32?
    /// Bytes per second that have arrived lately; nil until that is known.
    var rate: Double?
  }

  let host: FarAddress.Host
  private let settings: FarSettings
  private let note: @Sendable (String) -> Void
  private let state = Mutex(State())

  /// - Parameter note: receives lines to show, on the thread.
  init(_ host: FarAddress.Host, _ settings: FarSettings, note: @escaping @Sendable (String) -> Void) {
    (self.host, self.settings, self.note) = (host, settings, note)
  }

  /// Bytes per second that have arrived lately; nil until that is known.
  var rate: Double? { state.withLock(\.rate) }

  /// Sends a request.
  ///
  /// - Parameter answer: called on the thread with each part of the reply.
  /// - Returns: the number of the request, to cancel it.
  @discardableResult
  func ask(_ request: (UInt64) -> FarRequest, answer: @escaping @Sendable (FarAnswer) -> Void) -> UInt64 {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    post { $0.requests.append((request(number), answer)) }
    return number
  }

  /// Cancels a request. Its answers may still be on the way.
  func cancel(_ number: UInt64) { post { $0.cancelled.append(number) } }

  /// Connects. `ssh` may ask for passwords on the terminal.
  ///
  /// - Parameter body: called on the thread once that has succeeded, or failed for a reason.
  func connect(_ body: @escaping @Sendable (FetchFailure?) -> Void) { post { $0.connects.append(body) } }

  /// Ends the connection. Blocks at most half a second.
  func stop() {
    if state.withLock({ $0.wakePipe == nil }) { return }
    let isOver = DispatchSemaphore(value: 0)
    post { $0.end = { isOver.signal() } }
    _ = isOver.wait(timeout: .now() + 0.5)
  }

  private func post(_ change: (inout Inbox) -> Void) {
    let wakePipe: Int32? = state.withLock { state in
      change(&state.inbox)
      if let wakePipe = state.wakePipe { return wakePipe }
      state.wakePipe = begin()
      return nil
    }
    guard let wakePipe else { return }
    _ = unsafe [UInt8(1)].withUnsafeBytes { unsafe Glibc.write(wakePipe, $0.baseAddress, 1) }
  }

  /// Starts the thread; nil if there are no descriptors left. Then the next request tries again.
  private func begin() -> Int32? {
    var end: (reading: Int32, writing: Int32) = (-1, -1)
    guard unsafe tui_pipe(&end.reading, &end.writing) == 0 else { return nil }
    // A full pipe wakes the thread as well.
    _ = fcntl(end.writing, F_SETFL, O_NONBLOCK)
    let wakePipe = end.reading
    DispatchQueue(label: "tui.far").async { [self] in
      FarLoop(FarSession(host: host, timeout: settings.timeout), settings, wakePipe: wakePipe).run(for: self)
    }
    return end.writing
  }

  // MARK: - For the thread

  func popInbox() -> Inbox {
    state.withLock { state in
      defer { state.inbox = Inbox() }
      return state.inbox
    }
  }

  /// Counts bytes that have arrived within a time while they were expected.
  func measured(_ bytes: Int, within time: Duration) {
    let seconds = max(time / .seconds(1), 0.000_1)
    // The last few pictures count.
    state.withLock { $0.rate = 0.7 * ($0.rate ?? Double(bytes) / seconds) + 0.3 * Double(bytes) / seconds }
  }

  func show(_ line: String) { note(line) }
}
