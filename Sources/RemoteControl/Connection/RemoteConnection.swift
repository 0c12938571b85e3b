/// A client's connection, as the program sees it: bytes in, requests out, messages in, bytes out.
///
/// ```
/// open ──► closing ──► closed
/// ```
/// While it closes, the connection accepts no more input, and waits until its output has been written.
package struct RemoteConnection: Sendable {
  private enum Phase { case open, closing, closed }

  private var phase = Phase.open
  private var input = LineBuffer()
  /// Whether the client has closed its end. Its last requests are still answered.
  private var inputHasEnded = false
  /// Whether the client takes no more bytes. What it has sent is still handled.
  private var outputHasEnded = false
  /// The requests that may still be read in this turn.
  private var allowance = RemoteLimits.requestsPerTurn
  /// The bytes to write, from the first one that has not been written.
  private var pending: ArraySlice<UInt8> = []
  /// Whether reports are sent to it.
  package var isSubscribed = false
  /// Whether it holds auto-advance.
  package var holds = false
  /// The name by which the client has introduced itself.
  package var name: String?
  /// The number of its last question.
  package var question: Int?
  /// Whether the reply to the last request is still to come: until then, no other request is handled.
  package var awaitsReply = false

  /// A new connection.
  ///
  /// - Parameter hello: the first message; nil for a connection that is to be refused.
  package init(hello: RemoteMessage?) { pending += hello?.line ?? [] }

  /// Whether the descriptor should be closed.
  package var isClosed: Bool { phase == .closed }

  /// Whether more bytes should be read: not while requests wait for the next turn.
  package var wantsInput: Bool { phase == .open && !inputHasEnded && allowance > 0 && !awaitsReply }

  /// Whether requests have been read that wait for the next turn.
  package var hasWaitingRequests: Bool { phase == .open && allowance == 0 && !awaitsReply }

  /// The bytes to write.
  package var output: ArraySlice<UInt8> { phase == .closed ? [] : pending }

  // MARK: - Input

  /// Adds bytes from the client.
  package mutating func received(_ bytes: some Collection<UInt8>) {
    if phase == .open { input.append(bytes) }
  }

  /// The client has closed its end. A line without a line feed is dropped.
  package mutating func inputEnded() { inputHasEnded = true }

  /// A turn of the event loop begins.
  package mutating func beginTurn() { allowance = RemoteLimits.requestsPerTurn }

  /// Takes the next request out; nil if there is none, or no more in this turn.
  ///
  /// After the last one of a client that has closed its end, the connection closes.
  package mutating func nextRequest() -> ParsedRequest? {
    while phase == .open, allowance > 0, !awaitsReply {
      switch input.next() {
      case .line(let line):
        allowance -= 1
        if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
        return ParsedRequest(line)
      case .tooLong:
        refuse(RemoteError(.tooLong, "a line is longer than \(RemoteLimits.line) bytes"))
        return nil
      case nil:
        if inputHasEnded { finish() }
        return nil
      }
    }
    return nil
  }

  // MARK: - Output

  /// Adds a message. A client that lets too many bytes wait is disconnected.
  package mutating func send(_ message: RemoteMessage) {
    guard phase == .open, !outputHasEnded else { return }
    let line = message.line
    guard pending.count + line.count <= RemoteLimits.pendingOutput else { return close() }
    pending += line
  }

  /// Sends a refusal, and closes the connection once it has been written.
  package mutating func refuse(_ error: RemoteError) {
    send(.refusal(error, id: nil))
    finish()
  }

  /// The client takes no more bytes, perhaps since it has closed its end after its last request.
  package mutating func outputEnded() {
    (outputHasEnded, pending) = (true, [])
    closeIfWritten()
  }

  /// Closes the connection once its output has been written.
  package mutating func finish() {
    guard phase == .open else { return }
    (phase, input) = (.closing, LineBuffer())
    closeIfWritten()
  }

  /// Some bytes of the output have been written.
  package mutating func wrote(_ count: Int) {
    pending = pending.count <= count ? [] : pending.dropFirst(count)
    closeIfWritten()
  }

  private mutating func closeIfWritten() { if phase == .closing, pending.isEmpty { close() } }

  private mutating func close() { (phase, input, pending) = (.closed, LineBuffer(), []) }
}
