import CNcurses
import CTerminalRestore
import Glibc
package import Terminal

/// Queries the terminal without taking over its screen: for printing, and for a report.
///
/// Meanwhile the terminal does not echo keys. `end` restores its modes, as does whatever ends or stops the process
/// before. Keys that are typed between the queries and the replies are lost.
package final class TerminalInquiry {
  /// What the terminal has replied.
  package private(set) var facts = TerminalFacts()
  /// The replies themselves, of which at most the first 64 KiB are kept.
  package private(set) var replies: [UInt8] = []
  private let line: TTY
  private let shared = SharedImages()
  private var decoder = InputDecoder()
  /// Nanoseconds that each batch of queries has for its replies.
  private let limit: Int64
  /// Whether a batch of queries has no last reply yet.
  private var isOwed = false

  private static let replyLimit = 1 << 16
  /// Nanoseconds that `end` waits for outstanding replies, which the shell would read as keys.
  private static let lateReplyTimeout: Int64 = 300_000_000

  /// Prepares the controlling terminal.
  ///
  /// - Parameters:
  ///   - output: A descriptor that must be the controlling terminal.
  ///   - milliseconds: How long to wait for replies. A terminal that has replied is queried up to two more times.
  /// - Returns: nil if there is no such terminal, another program is in its foreground, or keys are waiting that
  ///   another program should read.
  package init?(on output: Int32? = nil, within milliseconds: Int64) {
    guard let line = try? TTY(), tcgetpgrp(output ?? line.descriptor) == getpgrp() else { return nil }
    (self.line, limit) = (line, milliseconds * 1_000_000)
    guard tui_restore_remember(line.descriptor, -1) == 0 else { return nil }
    var modes = termios()
    // `modes` is a local structure; there are no bytes to write.
    guard unsafe tcgetattr(line.descriptor, &modes) == 0, unsafe tui_restore_prepare(line.descriptor, [], 0) == 0 else {
      return nil
    }
    tui_restore_on_crash()
    tui_restore_on_end(1)
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
    unsafe tcsetattr(line.descriptor, TCSANOW, &modes)
    if line.wait(for: Int32(POLLIN), milliseconds: 0) {
      end()
      return nil
    }
  }

  deinit { end() }

  /// Sends the queries of the carousel and waits for the replies; returns whether all have come in time.
  ///
  /// - Parameters:
  ///   - pixels: How pictures are to be shown in pixels.
  ///   - testsMemory: Whether the terminal's reading of images from shared memory is tested, too.
  package func ask(_ pixels: PixelChoice, environment: [String: String], testsMemory: Bool = false) -> Bool {
    let queries = TerminalQuery.atStart(environment: environment, pixels: pixels)
    if queries.isEmpty { return true }
    let trial = testsMemory && queries.contains(.kittyGraphics) ? shared.query(in: environment) : []
    guard send(queries, after: trial) else { return false }
    if facts.hasKittyGraphics == true, !send([.kittyProbe, .primaryAttributes]) { return false }
    let further = TerminalQuery.following(queries, attributes: facts.attributes ?? [])
    if !further.isEmpty { return send(further) }
    guard case .sixel? = pixels.protocolForPrinting(facts: facts, environment: environment) else { return true }
    return send([.sixelColors, .sixelSize, .primaryAttributes])
  }

  /// Sends queries, of which the last is DA1, and waits for its reply; returns whether it has come in time.
  private func send(_ queries: [TerminalQuery], after ahead: [UInt8] = []) -> Bool {
    isOwed = true
    let deadline = FrameLine.now() + limit
    // What a terminal prints of a query that it does not understand is erased.
    var bytes = Array("\u{1B}7".utf8) + ahead + queries.flatMap(\.bytes) + Array("\u{1B}8\u{1B}[K".utf8)
    while !bytes.isEmpty, line.wait(for: Int32(POLLOUT), milliseconds: remaining(until: deadline)) {
      let written = unsafe write(line.descriptor, bytes, bytes.count)
      guard written > 0 else { break }
      bytes.removeFirst(written)
    }
    return awaitReplies(until: deadline)
  }

  /// Restores the terminal, once outstanding replies have come or are unlikely to come.
  package func end() {
    if isOwed { awaitReplies(until: FrameLine.now() + Self.lateReplyTimeout) }
    isOwed = false
    shared.removeAll()
    tui_restore_now()
    tui_restore_forget_modes()
    tui_restore_on_end(0)
  }

  @discardableResult
  private func awaitReplies(until deadline: Int64) -> Bool {
    while isOwed, line.wait(for: Int32(POLLIN), milliseconds: remaining(until: deadline)) {
      guard let bytes = line.read() else { return false }
      replies += bytes.prefix(Self.replyLimit - replies.count)
      for case .reply(let reply) in decoder.feed(bytes, at: .zero) {
        if case .primaryAttributes = reply { isOwed = false }
        if case .graphics(SharedMemory.queryID, _, _) = reply, !shared.hasBeenRead() { continue }
        _ = facts.apply(reply)
      }
    }
    return !isOwed
  }

  /// The milliseconds until a time.
  private func remaining(until deadline: Int64) -> Int32 { Int32(max(0, deadline - FrameLine.now()) / 1_000_000) }
}
