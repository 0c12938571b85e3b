import Downloads
import Fetching
import System
import TestSupport
import Testing

@testable import FarSide

/// The connection to a host as a value: the program exits and time passes as the test says.
@Suite("A connection to the far side")
struct FarSessionTests {
  private let host = FarAddress.Host(name: "nas", user: nil, port: nil)
  private let greeting = Array("\u{0}tui-serve 1\n".utf8)

  private func text(_ actions: [FarSession.Action]) -> [String] {
    actions.map { action in
      switch action {
      case .launch(let isSFTP, let asks): "launch\(isSFTP ? " sftp" : "")\(asks ? " asking" : "")"
      case .send: "send"
      case .kill: "kill"
      case .answer(let number, .failed(let failure)): "\(number) \(failure)"
      case .answer(let number, .changed): "\(number) changed"
      case .answer(let number, _): "\(number) answered"
      case .settled(let failure): failure.map { "settled \($0)" } ?? "settled"
      case .note(let line): line
      }
    }
  }

  private func list(_ number: UInt64) -> FarRequest {
    .list(number: number, path: "/p", isRecursive: false, hasFacts: false)
  }

  private func session() -> FarSession { FarSession(host: host, timeout: .seconds(30)) }

  @Test func `requests are sent before the far side has greeted`() {
    var session = session()
    expect(text(session.ask(list(1), at: .zero)), equals: ["launch", "send", "send"])
    expect(text(session.ask(list(2), at: .zero)), equals: ["send"])
    expect(text(session.heard(greeting, at: .seconds(1))), equals: ["settled"])
    expect(text(session.cancel(2)), equals: ["send"])
    let end = FarFrame(FarReply.end(number: 1)).bytes + FarFrame(FarReply.end(number: 2)).bytes
    expect(text(session.heard(end, at: .seconds(1))), equals: ["1 answered"])
    expect(session.nextWake, equals: nil)
  }

  @Test func `a connection that cannot be made fails the requests, and the next one tries again`() {
    var session = session()
    _ = session.ask(list(1), at: .zero)
    expect(
      text(session.ended(.exited(255), "Connection refused", at: .seconds(1))),
      equals: ["1 ssh nas: Connection refused", "settled ssh nas: Connection refused"])
    expect(text(session.ask(list(2), at: .seconds(2))), equals: ["launch", "send", "send"])
  }

  @Test func `a lost connection is made again, and what is awaited is requested again`() {
    var session = session()
    _ = session.ask(list(1), at: .zero)
    _ = session.ask(.watch(number: 2, path: "/p", isRecursive: false), at: .zero)
    _ = session.heard(greeting, at: .zero)
    expect(text(session.ended(.exited(255), "Broken pipe", at: .seconds(9))), equals: [])
    expect(session.nextWake, equals: .milliseconds(9250))
    expect(text(session.tick(at: .milliseconds(9250))), equals: ["launch", "send", "send", "send"])
    expect(text(session.heard(greeting, at: .seconds(10))), equals: ["settled", "2 changed"])
  }

  @Test func `a listing breaks off where the connection was lost`() {
    var session = session()
    _ = session.ask(list(1), at: .zero)
    _ = session.heard(greeting + FarFrame(FarReply.page(number: 1), body: Array("[]".utf8)).bytes, at: .zero)
    expect(text(session.ended(.exited(255), "Broken pipe", at: .seconds(9))), equals: ["1 ssh nas: Broken pipe"])
    expect(session.nextWake, equals: nil)
  }

  @Test func `a far side that stays away fails the requests after four retries`() {
    var session = session()
    _ = session.ask(list(1), at: .zero)
    _ = session.heard(greeting, at: .zero)
    var now = Duration.zero
    var waits: [Duration] = []
    var actions = session.ended(.exited(255), "gone", at: now)
    while let due = session.nextWake, waits.count < 10 {
      waits.append(due - now)
      now = due
      _ = session.tick(at: now)
      actions = session.ended(.exited(255), "gone", at: now)
    }
    expect(waits, equals: [.milliseconds(250), .milliseconds(500), .seconds(1), .seconds(2)])
    expect(text(actions), equals: ["1 ssh nas: gone", "settled ssh nas: gone"])
  }

  @Test func `a question that is interrupted is no failure of the host`() {
    var session = session()
    _ = session.connect(asks: true, at: .zero)
    expect(text(session.ended(.signaled(2), "signal 2", at: .zero)), equals: ["settled interrupted"])
  }

  @Test(arguments: [ProgramEnding.exited(127), .exited(64)])
  func `without tui, SFTP serves whole files`(ending: ProgramEnding) {
    var session = session()
    _ = session.connect(asks: true, at: .zero)
    expect(
      text(session.ended(ending, "tui: not found", at: .zero)),
      equals: ["launch sftp asking", "send", "nas: the far side has no tui; whole files are fetched"])
  }

  @Test func `a silent far side is given up`() {
    var session = session()
    _ = session.ask(list(1), at: .zero)
    expect(session.nextWake, equals: .seconds(30))
    expect(
      text(session.tick(at: .seconds(30))),
      equals: ["kill", "1 ssh nas: no answer for 30 s", "settled ssh nas: no answer for 30 s"])
  }

  private func picture(_ number: UInt64, known: FarStamp? = nil) -> FarRequest {
    let shape = FarShape(
      width: 1, height: 1, across: 1, down: 1, aspect: 1, upscales: true, scaling: "contain", anchorX: 0, anchorY: 0,
      region: [], exposure: 0)
    return .picture(number: number, path: "/p", shape: shape, quality: 80, known: known)
  }

  @Test func `replies that do not fit their requests break the protocol`() {
    let replies: [FarReply] = [
      .page(number: 1), .end(number: 1), .isFile(number: 1), .unchanged(number: 1), .changed(number: 1, paths: []),
    ]
    for reply in replies {
      var session = session()
      _ = session.ask(picture(1), at: .zero)
      let actions = session.heard(greeting + FarFrame(reply, body: Array("[]".utf8)).bytes, at: .zero)
      let reason = "ssh nas: the far side breaks the protocol"
      expect(text(actions), equals: ["settled", "kill", "1 \(reason)", "settled \(reason)"])
    }
    var session = session()
    _ = session.ask(picture(1, known: FarStamp(size: 1, modified: 1)), at: .zero)
    let unchanged = FarFrame(FarReply.unchanged(number: 1)).bytes
    expect(text(session.heard(greeting + unchanged, at: .zero)), equals: ["settled", "1 answered"])
  }

  @Test func `replies that nobody awaits do not keep a request waiting`() {
    var session = session()
    _ = session.ask(list(1), at: .zero)
    _ = session.heard(greeting, at: .zero)
    for second in 1...29 {
      let actions = session.heard(FarFrame(FarReply.end(number: 7)).bytes, at: .seconds(second))
      expect(text(actions), equals: [])
    }
    expect(text(session.tick(at: .seconds(30))), equals: ["kill"])
    expect(session.nextWake, equals: .milliseconds(30_250))
  }

  @Test func `a message that arrives at less than a kilobyte a second is given up after a minute`() {
    var session = session()
    _ = session.ask(list(1), at: .zero)
    let page = FarFrame(FarReply.page(number: 1), body: [UInt8](repeating: 0x20, count: 1_000_000)).bytes
    _ = session.heard(greeting + page.prefix(100), at: .zero)
    for second in 1...59 {
      expect(text(session.heard([0x20], at: .seconds(second))), equals: [])
    }
    expect(text(session.heard([0x20], at: .seconds(60))), equals: ["kill"])
    expect(session.nextWake, equals: .milliseconds(60_250))
  }

  @Test func `SFTP follows no changes, and says so`() {
    var session = session()
    _ = session.ask(.watch(number: 1, path: "/p", isRecursive: false), at: .zero)
    let actions = session.ended(.exited(127), "tui: not found", at: .zero)
    expect(
      text(actions).suffix(2),
      equals: ["nas: the far side has no tui; whole files are fetched", "1 changes are not followed"])
    let other = session.ask(.watch(number: 2, path: "/q", isRecursive: false), at: .zero)
    expect(text(other), equals: ["2 changes are not followed"])
  }

  @Test func `changes that are reported without end become a report now and then`() {
    var changes = FarChanges()
    expect(changes.add(["ssh://nas/p/1"], in: "ssh://nas/p"), equals: true)
    expect(changes.add(["ssh://nas/p/2"], in: "ssh://nas/p"), equals: false)
    expect(changes.pop().sorted(), equals: ["ssh://nas/p/1", "ssh://nas/p/2"])
    expect(changes.add((0...1000).map { "ssh://nas/p/\($0)" }, in: "ssh://nas/p"), equals: true)
    expect(changes.pop(), equals: ["ssh://nas/p"])
  }

  @Test func `a deck cannot have ssh connect to more than 16 hosts`() throws {
    let hosts = FarHosts(FarSettings(program: nil))
    let failures = try (1...17).map { number in
      let address = try #require(FarAddress("ssh://host\(number)/p/"))
      guard case .failed(let failure) = hosts.list(address, isRecursive: false, hasFacts: false).next() else {
        return ""
      }
      return failure.description
    }
    expect(failures[15], equals: "ssh is not installed")
    expect(failures[16], equals: "ssh connects to 16 hosts at most")
    hosts.stop()
  }

  @Test func `garbage kills ssh and fails the requests`() {
    var session = session()
    _ = session.ask(list(1), at: .zero)
    _ = session.heard(greeting, at: .zero)
    let reason = "ssh nas: the far side breaks the protocol"
    let garbage: [UInt8] = [255, 255, 255, 255, 0, 0, 0, 0]
    expect(text(session.heard(garbage, at: .zero)), equals: ["kill", "1 \(reason)", "settled \(reason)"])
  }
}
