package import CarouselValues
package import Terminal

/// Decodes the terminal's bytes into events, and decides how long an ESC may be the beginning of a late sequence.
///
/// While replies are outstanding, an ESC may be the beginning of one, and is held longer
/// (`InputDecoder.expectsReplies`). Replies are outstanding from a query until the last answer (DA1), and from a frame
/// until its receipt. On a slow line answers take minutes, so each byte that arrives extends the wait, up to a limit.
package struct TerminalInput {
  /// What decides how long an ESC is held.
  package struct Conditions: Hashable, Sendable {
    /// The number of frames whose receipts are outstanding.
    package var unacknowledgedFrames = 0
    /// Whether the Escape key would quit. An ESC may be the first byte of a paste whose rest is late, and a paste must
    /// not quit.
    package var escapeQuits = false
    /// Whether the terminal reports the Escape key as a sequence: an ESC is always the beginning of one.
    package var reportsEscape = false
  }

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

  /// Made for the first bytes: which keys the terminal has takes a tenth of a millisecond to find out, before the first picture.
  private var decoder: InputDecoder?
  private let makeDecoder: () -> InputDecoder
  /// The wait for answers to queries; nil if none are outstanding.
  private var answers: Wait?
  /// The wait for receipts that were given up but may still arrive; nil if there are none.
  private var lateReceipts: Wait?

  /// A terminal that sends nothing for this long will not answer.
  package static let replyTimeout: Duration = .seconds(5)
  /// The maximum time that a terminal may take to answer.
  package static let replyLimit: Duration = .seconds(300)
  /// How long an ESC is held where the Escape key quits.
  package static let quittingEscapeDelay: Duration = .milliseconds(300)

  /// Input before its first byte.
  package init(_ decoder: @autoclosure @escaping () -> InputDecoder) { makeDecoder = decoder }

  /// When an unfinished sequence times out; nil if there is none.
  package var due: Timestamp? { decoder?.due.map { Timestamp($0) } }

  /// Records that queries were sent, DA1 last.
  package mutating func queriesSent(at now: Timestamp) { answers = Wait(at: now) }

  /// Whether answers to queries are outstanding.
  package func awaitsAnswers(at now: Timestamp) -> Bool { answers.map { now < $0.until } ?? false }

  /// Records that receipts of frames are no longer awaited, but may still arrive.
  package mutating func receiptsForgotten(at now: Timestamp) { lateReceipts = Wait(at: now) }

  /// Decodes bytes that have arrived together.
  package mutating func read(_ bytes: [UInt8], in conditions: Conditions, at now: Timestamp) -> [InputEvent] {
    apply(conditions, at: now)
    let events = decoder?.feed(bytes, at: now.sinceStart) ?? []
    answers?.extend(at: now)
    lateReceipts?.extend(at: now)
    for case .reply(.primaryAttributes) in events { answers = nil }
    return events
  }

  /// Ends a sequence whose rest is overdue; returns the events that result, such as the Escape key.
  package mutating func timeOut(in conditions: Conditions, at now: Timestamp) -> [InputEvent] {
    apply(conditions, at: now)
    return decoder?.timeOut(at: now.sinceStart) ?? []
  }

  private mutating func apply(_ conditions: Conditions, at now: Timestamp) {
    if decoder == nil { decoder = makeDecoder() }
    decoder?.escapeDelay = conditions.escapeQuits ? Self.quittingEscapeDelay : InputDecoder.defaultEscapeDelay
    // Answers to queries and the receipts of frames are replies.
    let expectsReplies =
      conditions.reportsEscape || conditions.unacknowledgedFrames > 0 || awaitsAnswers(at: now)
      || lateReceipts.map { now < $0.until } ?? false
    decoder?.expectsReplies = expectsReplies
  }
}
