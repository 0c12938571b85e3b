import Carousel
import Terminal

/// The terminal's bytes on their way to events: a decoder, and the times at which it gives up waiting.
struct TerminalInput {
  private var decoder: InputDecoder
  /// When an escape sequence that has begun counts as keys.
  private(set) var due: Timestamp?
  /// Until when answers to the questions of the start may come.
  private var repliesDue: Timestamp?

  /// A terminal that has not answered for this long will not.
  private static let replyTimeout: Duration = .seconds(5)

  init(_ decoder: InputDecoder) { self.decoder = decoder }

  /// Questions were sent.
  mutating func asked(at now: Timestamp) { repliesDue = now.advanced(by: TerminalInput.replyTimeout) }

  /// Bytes have come.
  mutating func read(_ bytes: [UInt8], from device: any TerminalDevice, at now: Timestamp) -> [InputEvent] {
    decoder.expectsReplies = expectsReplies(from: device, at: now)
    defer { schedule(at: now) }
    return decoder.feed(bytes)
  }

  /// Time has passed: what was cut off is given up.
  mutating func timeOut(from device: any TerminalDevice, at now: Timestamp) -> [InputEvent] {
    guard let due, due <= now else { return [] }
    decoder.expectsReplies = expectsReplies(from: device, at: now)
    // A reply that has been cut off takes several time-outs to be given up; the next key must not be lost to it.
    defer { schedule(at: now) }
    return decoder.timeOut()
  }

  private mutating func schedule(at now: Timestamp) {
    due = decoder.isPending ? now.advanced(by: InputDecoder.escapeDelay) : nil
  }

  /// Whether the terminal owes an answer, or the receipt of a frame.
  private func expectsReplies(from device: any TerminalDevice, at now: Timestamp) -> Bool {
    if device.screen.unacknowledgedFrames > 0 { return true }
    guard let repliesDue, device.facts.attributes == nil else { return false }
    return now < repliesDue
  }
}
