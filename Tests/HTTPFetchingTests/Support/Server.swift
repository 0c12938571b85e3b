import Dispatch
import Glibc
import Synchronization

/// A real HTTP server on the loopback interface that answers with raw bytes, so that it can misbehave, and records its
/// requests.
///
/// It runs until the tests end: requests may still arrive after a test has released it.
final class Server: Sendable {
  /// A received request.
  struct Request: Sendable {
    let target: String
    let headers: RequestHead.Headers
    /// The number of requests for this target so far, from 1.
    let time: Int
  }

  /// A step of an answer.
  enum Step: Sendable {
    case send([UInt8])
    case wait(Gate)
    case close
    /// Sends these bytes forever, as fast as the client reads them.
    case flood([UInt8])

    static func text(_ text: String) -> Self { .send(Array(text.utf8)) }
  }

  private struct Tally: Sendable {
    var requests: [Request] = []
    var open = 0
    var maxOpen = 0
    var aborted = 0
  }

  private let tally = Mutex(Tally())
  private let answer: @Sendable (Request) -> [Step]
  private let listener: Listener

  /// Listens on a free port.
  init(_ answer: @escaping @Sendable (Request) -> [Step]) throws {
    self.answer = answer
    listener = try Listener()
    DispatchQueue(label: "server").async {
      while let connection = self.listener.accept() {
        // Separate threads, since serving blocks.
        DispatchQueue(label: "connection").async { self.serve(connection) }
      }
    }
  }

  var port: Int { listener.port }

  func url(_ target: String) -> String { "http://127.0.0.1:\(port)\(target)" }

  /// Returns the number of requests for a target, or of all requests.
  func count(_ target: String? = nil) -> Int {
    tally.withLock { $0.requests.count { target == nil || $0.target == target } }
  }

  var requests: [Request] { tally.withLock { $0.requests } }
  /// The answers in progress, now and at most.
  var open: Int { tally.withLock { $0.open } }
  var maxOpen: Int { tally.withLock { $0.maxOpen } }
  /// The connections that clients closed in the middle of an answer.
  var aborted: Int { tally.withLock { $0.aborted } }

  /// Answers one request after another until either side closes the connection.
  private func serve(_ connection: Connection) {
    while let head = connection.readHead() {
      let request = tally.withLock { tally in
        let time = tally.requests.count { $0.target == head.target } + 1
        let request = Request(target: head.target, headers: head.headers, time: time)
        tally.requests.append(request)
        tally.open += 1
        tally.maxOpen = max(tally.maxOpen, tally.open)
        return request
      }
      let ending = play(answer(request), on: connection)
      tally.withLock { tally in
        tally.open -= 1
        if ending == .aborted { tally.aborted += 1 }
      }
      guard ending == .complete else { return }
    }
  }

  private enum Ending { case complete, closed, aborted }

  private func play(_ steps: [Step], on connection: Connection) -> Ending {
    for step in steps {
      switch step {
      case .send(let bytes): guard connection.send(bytes) else { return .aborted }
      case .wait(let gate): guard connection.wait(for: gate) else { return .aborted }
      case .close: return .closed
      case .flood(let bytes):
        while connection.send(bytes) {}
        return .aborted
      }
    }
    return .complete
  }
}
