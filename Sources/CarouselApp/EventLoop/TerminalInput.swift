package import Carousel
package import Terminal

/// Decodes the terminal's bytes into events, and decides when to stop waiting for the rest of a sequence.
///
/// While replies are outstanding, an ESC may be the beginning of one, and is held longer
/// (`InputDecoder.expectsReplies`). Replies are outstanding from a query until the last answer (DA1), and from a frame
/// until its receipt. On a slow line answers take minutes, so each byte that arrives extends the wait, up to a limit.
package struct TerminalInput: Sendable {
  /// A wait for outstanding replies.
  private struct Wait {
    /// When the wait ends.
    var until: Timestamp
    /// The latest time to which bytes can extend the wait.
    let limit: Timestamp

    init(at now: Timestamp) {
      until = now.advanced(by: TerminalInput.replyTimeout)
      limit = now.advanced(by: TerminalInput.replyLimit)
    }

    mutating func extend(at now: Timestamp) {
      if now < until { until = min(now.advanced(by: TerminalInput.replyTimeout), limit) }
    }
  }

  private var decoder: InputDecoder
  /// When an unfinished escape sequence times out; nil if there is none.
  package private(set) var due: Timestamp?
  /// The wait for answers to queries; nil if none are outstanding.
  private var answers: Wait?
  /// The wait for receipts that were given up but may still arrive; nil if there are none.
  private var lateReceipts: Wait?

  /// A terminal that sends nothing for this long will not answer.
  package static let replyTimeout: Duration = .seconds(5)
  /// The maximum time that a terminal may take to answer.
  package static let replyLimit: Duration = .seconds(300)

  /// Input before its first byte.
  package init(_ decoder: InputDecoder) { self.decoder = decoder }

  /// Records that queries were sent, DA1 last.
  package mutating func queriesSent(at now: Timestamp) { answers = Wait(at: now) }

  /// Records that receipts of frames are no longer awaited, but may still arrive.
  package mutating func receiptsForgotten(at now: Timestamp) { lateReceipts = Wait(at: now) }

  /// Decodes bytes that have arrived.
  ///
  /// - Parameter unacknowledgedFrames: the number of frames whose receipts are outstanding.
  package mutating func read(
    _ bytes: [UInt8], unacknowledgedFrames: Int, at now: Timestamp
  ) -> [InputEvent] {
    decoder.expectsReplies = expectsReplies(unacknowledgedFrames, at: now)
    defer { schedule(at: now) }
    let events = decoder.feed(bytes)
    answers?.extend(at: now)
    lateReceipts?.extend(at: now)
    for case .reply(.primaryAttributes) in events { answers = nil }
    return events
  }

  /// Ends an escape sequence whose rest is overdue; returns the events that result, such as the Escape key.
  package mutating func timeOut(unacknowledgedFrames: Int, at now: Timestamp) -> [InputEvent] {
    guard let due, due <= now else { return [] }
    decoder.expectsReplies = expectsReplies(unacknowledgedFrames, at: now)
    // A truncated reply is dropped only after several time-outs, and must not swallow the next key.
    defer { schedule(at: now) }
    return decoder.timeOut()
  }

  private mutating func schedule(at now: Timestamp) {
    due = decoder.isPending ? now.advanced(by: InputDecoder.escapeDelay) : nil
  }

  /// Whether an answer to a query or the receipt of a frame is outstanding.
  private func expectsReplies(_ unacknowledgedFrames: Int, at now: Timestamp) -> Bool {
    unacknowledgedFrames > 0 || [answers, lateReceipts].contains { $0.map { now < $0.until } ?? false }
  }
}
