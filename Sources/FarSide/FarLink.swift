import Downloads
import Fetching
import Synchronization

/// The connection to a host, with a thread that talks to `ssh` and sleeps while there is nothing to do.
final class FarLink: Sendable {
  /// What the thread has not handled yet.
  struct Inbox: Sendable {
    var requests: [(request: FarRequest, answer: @Sendable (FarAnswer) -> Void)] = []
    var cancelled: [UInt64] = []
    /// Called when the first attempt to connect is over. `ssh` may ask for passwords.
    var connects: [@Sendable (FetchFailure?) -> Void] = []
  }

  let host: FarAddress.Host
  private let settings: FarSettings
  let note: @Sendable (String) -> Void
  let inbox = ThreadInbox(Inbox(), label: "tui.far")
  private let lastNumber = Atomic<UInt64>(0)
  private let measuredRate = Mutex<Double?>(nil)

  /// - Parameter note: receives lines to show, on the thread.
  init(_ host: FarAddress.Host, _ settings: FarSettings, note: @escaping @Sendable (String) -> Void) {
    (self.host, self.settings, self.note) = (host, settings, note)
  }

  /// Bytes per second that have arrived lately; nil until that is known.
  var rate: Double? { measuredRate.withLock { $0 } }

  /// Sends a request.
  ///
  /// - Parameter answer: called on the thread with each part of the reply.
  /// - Returns: the number of the request, to cancel it.
  @discardableResult
  func ask(_ request: (UInt64) -> FarRequest, answer: @escaping @Sendable (FarAnswer) -> Void) -> UInt64 {
    let number = lastNumber.add(1, ordering: .relaxed).newValue
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
  func stop() { inbox.stop() }

  private func post(_ change: (inout Inbox) -> Void) {
    inbox.post(change) { [self] in
      FarLoop(FarSession(host: host, timeout: settings.timeout), settings, wakePipe: $0).run(for: self)
    }
  }

  // MARK: - For the thread

  /// Counts bytes that have arrived within a time while they were expected.
  func measured(_ bytes: Int, within time: Duration) {
    let seconds = max(time / .seconds(1), 0.000_1)
    // The last few pictures count.
    measuredRate.withLock { $0 = 0.7 * ($0 ?? Double(bytes) / seconds) + 0.3 * Double(bytes) / seconds }
  }
}
