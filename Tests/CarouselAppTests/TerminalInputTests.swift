@testable import CarouselApp
import CarouselValues
import Terminal
import TestSupport
import Testing

/// Replies that arrive one byte at a time over a slow line.
@Suite struct TerminalInputTests {
  private var input = TerminalInput(InputDecoder())
  private var now = Timestamp.zero

  /// Lets time pass; returns the events that timeouts produce from the bytes read so far.
  private mutating func pass(_ duration: Duration, unacknowledgedFrames: Int = 0) -> [InputEvent] {
    let end = now.advanced(by: duration)
    var events: [InputEvent] = []
    while let due = input.due, due <= end {
      events += input.timeOut(in: .init(unacknowledgedFrames: unacknowledgedFrames), at: due)
    }
    now = end
    return events
  }

  /// Returns the events of bytes that arrive with a pause after each.
  private mutating func events(
    of text: String, every pause: Duration, unacknowledgedFrames: Int = 0
  ) -> [InputEvent] {
    text.utf8.flatMap { byte in
      input.read([byte], in: .init(unacknowledgedFrames: unacknowledgedFrames), at: now)
        + pass(pause, unacknowledgedFrames: unacknowledgedFrames)
    }
  }

  /// All of xterm's replies to the queries at startup.
  private static let answers: [(bytes: String, reply: TerminalReply)] =
    [
      ("\u{1B}[?2026;2$y", .mode(2026, state: 2)),
      ("\u{1B}]11;rgb:ffff/8080/0000\u{1B}\\", .color(number: 11, Color(red: 255, green: 128, blue: 0))),
      ("\u{1B}[6;20;10t", .cellPixels(width: 10, height: 20)),
      ("\u{1B}P>|XTerm(379)\u{1B}\\", .version("XTerm(379)")),
    ]
    + (0..<16).map { index in
      ("\u{1B}]4;\(index);rgb:0000/0000/0000\u{1B}\\", .palette(UInt8(index), Color(red: 0, green: 0, blue: 0)))
    } + [("\u{1B}[0n", .ready), ("\u{1B}[?62;4;22c", .primaryAttributes([62, 4, 22]))]

  @Test(arguments: [Duration.milliseconds(1), .milliseconds(40), .milliseconds(150), .milliseconds(400)])
  mutating func `terminal replies are not read as keys, however slowly their bytes arrive`(pause: Duration) {
    input.queriesSent(at: now)
    var received: [InputEvent] = []
    for answer in Self.answers { received += events(of: answer.bytes, every: pause) }
    expect(received, equals: Self.answers.map { .reply($0.reply) })
  }

  @Test mutating func `Escape is a key within 25 ms when no reply is outstanding`() {
    input.queriesSent(at: now)
    _ = events(of: "\u{1B}[?62c", every: .milliseconds(150))
    expect(input.read([0x1B], in: .init(), at: now), equals: [])
    expect(pass(.milliseconds(25)), equals: [.key(.escape)])
  }

  @Test mutating func `Escape is a key within 25 ms without queries, or after five seconds without a reply`() {
    expect(events(of: "\u{1B}", every: .milliseconds(25)), equals: [.key(.escape)])
    input.queriesSent(at: now)
    _ = events(of: "\u{1B}[?2026;2$y", every: .milliseconds(150))
    _ = pass(.seconds(5))
    expect(events(of: "\u{1B}", every: .milliseconds(25)), equals: [.key(.escape)])
  }

  @Test mutating func `Escape is a key after half a second while replies are outstanding`() {
    input.queriesSent(at: now)
    expect(events(of: "\u{1B}", every: .milliseconds(499)), equals: [])
    expect(pass(.milliseconds(1)), equals: [.key(.escape)])
  }

  @Test mutating func `after five minutes no replies are expected, even if some kept arriving`() {
    input.queriesSent(at: now)
    for _ in 0..<100 { _ = events(of: "\u{1B}]4;1;rgb:00/00/00\u{7}", every: .milliseconds(150)) }
    #expect(now < .seconds(300))
    expect(events(of: "\u{1B}", every: .milliseconds(25)), equals: [])
    while now <= .seconds(300) { _ = events(of: "a", every: .seconds(1)) }
    expect(events(of: "\u{1B}", every: .milliseconds(25)), equals: [.key(.escape)])
  }

  @Test mutating func `a frame acknowledgment is not read as a key, however slowly it arrives`() {
    expect(events(of: "\u{1B}[0n", every: .milliseconds(150), unacknowledgedFrames: 1), equals: [.reply(.ready)])
  }

  @Test mutating func `an acknowledgment that arrives after its timeout is not read as a key`() {
    input.receiptsForgotten(at: now)
    _ = pass(.milliseconds(900))
    expect(events(of: "\u{1B}[0n\u{1B}[0n", every: .milliseconds(150)), equals: [.reply(.ready), .reply(.ready)])
  }

  @Test mutating func `Escape is a key within 25 ms five seconds after an acknowledgment timed out`() {
    input.receiptsForgotten(at: now)
    _ = pass(.seconds(5))
    expect(events(of: "\u{1B}", every: .milliseconds(25)), equals: [.key(.escape)])
  }

  @Test mutating func `where Escape quits, it waits 300 ms for the rest of a paste`() {
    let conditions = TerminalInput.Conditions(escapeQuits: true)
    expect(input.read([0x1B], in: conditions, at: now), equals: [])
    expect(input.due, equals: Timestamp(.milliseconds(300)))
    expect(input.timeOut(in: conditions, at: Timestamp(.milliseconds(299))), equals: [])
    expect(input.read(Array("[200~q\u{1B}[201~".utf8), in: conditions, at: .seconds(0.299)), equals: [.pasted([0x71])])
    expect(input.read([0x1B], in: conditions, at: .seconds(1)), equals: [])
    expect(input.timeOut(in: conditions, at: .seconds(1.3)), equals: [.key(.escape)])
  }
}
