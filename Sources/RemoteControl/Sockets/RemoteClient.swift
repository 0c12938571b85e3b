import Glibc
package import System

/// A client's connection to a program. Its calls wait, up to a limit.
package final class RemoteClient {
  package let path: Path
  /// How the program introduced itself.
  package private(set) var hello = RemoteHello(version: "", pid: 0)
  /// The descriptor, for `poll`.
  package let descriptor: Int32
  private var input = LineBuffer(limit: RemoteLimits.pendingOutput)
  private var lastID = 0

  /// Connects, and waits for the program's introduction.
  ///
  /// - Parameter limit: how long to wait.
  package init(to path: Path, within limit: Duration) throws(RemoteSocketError) {
    self.path = path
    descriptor = try UnixSocket.connect(to: path)
    guard UnixSocket.isOwn(descriptor) else { throw .otherUser }
    switch try message(within: limit) {
    case .hello(let hello) where hello.hello == "tui" && hello.protocol == RemoteHello.current: self.hello = hello
    case .refusal(let error, _): throw .refused(error.message)
    case .hello, .reply, .report: throw .unknownProtocol
    }
  }

  deinit { close(descriptor) }

  /// Sends a request, and waits for its reply. Reports that arrive meanwhile are passed on.
  ///
  /// - Returns: the reply, or why the program refuses the request.
  package func request(
    _ command: RemoteCommand, within limit: Duration, report: (RemoteReport) -> Void = { _ in }
  ) throws(RemoteSocketError) -> Result<RemoteReply, RemoteError> {
    lastID += 1
    try send(RemoteRequest(command, id: lastID), within: limit)
    let deadline = MonotonicClock.now + limit
    while true {
      switch try message(within: deadline - MonotonicClock.now) {
      case .reply(let reply) where reply.id == lastID: return .success(reply)
      case .refusal(let error, let id) where id == lastID || id == nil: return .failure(error)
      case .report(let new): report(new)
      case .hello, .reply, .refusal: break
      }
    }
  }

  /// Sends a request without waiting for its reply.
  package func send(_ request: RemoteRequest, within limit: Duration) throws(RemoteSocketError) {
    let deadline = MonotonicClock.now + limit
    var rest = request.line[...]
    while !rest.isEmpty {
      switch UnixSocket.write(rest, to: descriptor) {
      case .bytes(let count): rest = rest.dropFirst(count)
      case .wait: try wait(for: POLLOUT, until: deadline)
      case .ended: throw .nobodyListens
      }
    }
  }

  /// The next message, for which this waits.
  ///
  /// - Parameter limit: nil to wait without a limit.
  package func message(within limit: Duration?) throws(RemoteSocketError) -> RemoteMessage {
    let deadline = limit.map { MonotonicClock.now + $0 }
    while true {
      if let message = try bufferedMessage() { return message }
      try wait(for: POLLIN, until: deadline)
      try readAvailable()
    }
  }

  /// A message that has arrived; nil if none is complete.
  package func bufferedMessage() throws(RemoteSocketError) -> RemoteMessage? {
    switch input.next() {
    case .line(let line):
      guard let message = RemoteMessage(line: line) else { throw .unknownProtocol }
      return message
    case .tooLong: throw .unknownProtocol
    case nil: return nil
    }
  }

  /// Reads what has arrived, without waiting.
  ///
  /// - Throws: `.nobodyListens` at the end.
  package func readAvailable() throws(RemoteSocketError) {
    var bytes: [UInt8] = []
    switch UnixSocket.read(from: descriptor, into: &bytes) {
    case .bytes: input.append(bytes)
    case .wait: break
    case .ended: throw .nobodyListens
    }
  }

  private func wait(for event: Int32, until deadline: Duration?) throws(RemoteSocketError) {
    var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    while true {
      let rest = deadline.map { max(.zero, $0 - MonotonicClock.now).wholeMilliseconds } ?? -1
      let count = unsafe poll(&request, 1, rest)
      if count > 0 { return }
      if count == 0 { throw .noAnswer }
      if errno != EINTR { throw .system(errno) }
    }
  }
}

extension Duration {
  /// The milliseconds, rounded up, for `poll`.
  package var wholeMilliseconds: Int32 {
    let milliseconds =
      components.seconds * 1_000 + (components.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return Int32(clamping: milliseconds)
  }
}
