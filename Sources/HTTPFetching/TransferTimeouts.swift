import Fetching

/// When a transfer counts as timed out: without data, without a connection, in total, and if it is too slow.
struct TransferTimeouts {
  /// Whether any data has arrived since the last check.
  var isAlive = false
  /// Whether the connection is ready for the request, with TLS if it has it.
  var isConnected = false
  /// When data last arrived or a connection became ready, and when the first request of the transfer began.
  private var lastSign: Duration
  let begun: Duration
  private let settings: TransferSettings

  /// The timeouts of a request that is sent now.
  init(_ settings: TransferSettings, now: Duration, begun: Duration) {
    (self.settings, self.begun, lastSign) = (settings, begun, now)
  }

  /// The timeout that has been exceeded, or nil if there is none.
  ///
  /// - Parameter received: The bytes received by this attempt.
  mutating func overdue(at now: Duration, received: Int) -> FetchFailure? {
    if isAlive { (isAlive, lastSign) = (false, now) }
    if now - begun >= settings.totalLimit {
      return .timedOut("timed out: not finished after \(settings.totalLimit.inWords)")
    }
    if now >= slowDeadline(received) {
      return .timedOut("timed out: slower than \(settings.minimumRate) bytes per second")
    }
    guard now - lastSign >= settings.idleLimit else { return nil }
    guard isConnected else { return .notConnected }
    return .timedOut("timed out: no data for \(settings.idleLimit.inWords)")
  }

  /// When the transfer will time out if no data arrives.
  func deadline(received: Int) -> Duration {
    min(lastSign + settings.idleLimit, begun + settings.totalLimit, slowDeadline(received))
  }

  /// The time at which the transfer counts as too slow, given the bytes received so far.
  private func slowDeadline(_ received: Int) -> Duration {
    begun + max(settings.slowLimit, .seconds(Double(received) / Double(max(1, settings.minimumRate))))
  }
}

extension Duration {
  /// Whole milliseconds, at least 1.
  var wholeMilliseconds: Int { max(1, milliseconds) }

  fileprivate var inWords: String {
    wholeMilliseconds % 1_000 == 0 ? "\(wholeMilliseconds / 1_000) s" : "\(wholeMilliseconds) ms"
  }
}
