import Dispatch
import Glibc
import Synchronization

/// A real HTTP server on the loopback that answers with raw bytes, so that it can misbehave, and counts what it is asked.
///
/// It goes on until the tests end: a test may let go of it before it is asked for the last time.
final class Server: Sendable {
  /// A request that has come.
  struct Request: Sendable {
    let target: String
    let headers: RequestHead.Headers
    /// How often this target was asked for, from 1.
    let time: Int
  }

  /// What an answer is made of.
  enum Step: Sendable {
    case send([UInt8])
    case wait(Gate)
    case close
    /// Sends this for ever, as fast as it is taken.
    case flood([UInt8])

    static func text(_ text: String) -> Self { .send(Array(text.utf8)) }
  }

  private struct Tally: Sendable {
    var requests: [Request] = []
    var open = 0
    var maxOpen = 0
    var brokenOff = 0
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
        // Threads of their own, since all of this blocks.
        DispatchQueue(label: "connection").async { self.serve(connection) }
      }
    }
  }

  var port: Int { listener.port }

  func url(_ target: String) -> String { "http://127.0.0.1:\(port)\(target)" }

  /// How often a target, or anything, was asked for.
  func count(_ target: String? = nil) -> Int {
    tally.withLock { $0.requests.count { target == nil || $0.target == target } }
  }

  var requests: [Request] { tally.withLock { $0.requests } }
  /// Answers under way, now and at most.
  var open: Int { tally.withLock { $0.open } }
  var maxOpen: Int { tally.withLock { $0.maxOpen } }
  /// Connections that the other side has closed in the middle of an answer.
  var brokenOff: Int { tally.withLock { $0.brokenOff } }

  /// Answers one request after the other until either side closes the connection.
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
        if ending == .brokenOff { tally.brokenOff += 1 }
      }
      guard ending == .complete else { return }
    }
  }

  private enum Ending { case complete, closed, brokenOff }

  private func play(_ steps: [Step], on connection: Connection) -> Ending {
    for step in steps {
      switch step {
      case .send(let bytes): guard connection.send(bytes) else { return .brokenOff }
      case .wait(let gate): guard connection.wait(for: gate) else { return .brokenOff }
      case .close: return .closed
      case .flood(let bytes):
        while connection.send(bytes) {}
        return .brokenOff
      }
    }
    return .complete
  }
}
