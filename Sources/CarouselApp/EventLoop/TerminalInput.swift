package import Carousel
package import Terminal

/// The terminal's bytes on their way to events: a decoder, and the times at which it stops waiting for the rest of a sequence.
///
/// While replies are outstanding, an ESC may be the beginning of one, and is held longer (`InputDecoder.expectsReplies`).
/// Replies are outstanding from a query until the last answer (DA1), and from a frame until its receipt. A slow line takes
/// minutes for the answers, so each byte that arrives meanwhile extends the wait, up to a limit.
package struct TerminalInput: Sendable {
  /// Replies that are still to come.
  private struct Wait {
    /// When they are given up.
    var until: Timestamp
    /// The latest time to which bytes extend the wait.
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
  /// When an escape sequence that has begun counts as keys; nil: none has begun.
  package private(set) var due: Timestamp?
  /// The answers to queries; nil: none are outstanding.
  private var answers: Wait?
  /// Receipts that were given up and may still arrive; nil: none.
  private var lateReceipts: Wait?

  /// A terminal that has sent nothing for this long will not answer.
  package static let replyTimeout: Duration = .seconds(5)
  /// The longest that a terminal may take to answer.
  package static let replyLimit: Duration = .seconds(300)

  /// Input that has not begun.
  package init(_ decoder: InputDecoder) { self.decoder = decoder }

  /// Queries were sent, DA1 the last of them.
  package mutating func queriesSent(at now: Timestamp) { answers = Wait(at: now) }

  /// Receipts of frames are no longer waited for, but may still come.
  package mutating func receiptsForgotten(at now: Timestamp) { lateReceipts = Wait(at: now) }

  /// Decodes bytes that have arrived.
  ///
  /// - Parameter unacknowledgedFrames: frames whose receipts are outstanding.
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

  /// Time has passed: a sequence whose rest is overdue counts as keys.
  package mutating func timeOut(unacknowledgedFrames: Int, at now: Timestamp) -> [InputEvent] {
    guard let due, due <= now else { return [] }
    decoder.expectsReplies = expectsReplies(unacknowledgedFrames, at: now)
    // A reply that has been cut off takes several time-outs to be given up; the next key must not be lost to it.
    defer { schedule(at: now) }
    return decoder.timeOut()
  }

  private mutating func schedule(at now: Timestamp) {
    due = decoder.isPending ? now.advanced(by: InputDecoder.escapeDelay) : nil
  }

  /// Whether the terminal owes an answer, or the receipt of a frame.
  private func expectsReplies(_ unacknowledgedFrames: Int, at now: Timestamp) -> Bool {
    unacknowledgedFrames > 0 || [answers, lateReceipts].contains { $0.map { now < $0.until } ?? false }
  }
}
