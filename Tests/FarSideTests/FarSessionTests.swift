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

  private func list(_ number: UInt64) -> FarRequest { .list(number: number, path: "/p", isRecursive: false) }

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

  @Test func `garbage kills ssh and fails the requests`() {
    var session = session()
    _ = session.ask(list(1), at: .zero)
    _ = session.heard(greeting, at: .zero)
    let reason = "ssh nas: the far side breaks the protocol"
    let garbage: [UInt8] = [255, 255, 255, 255, 0, 0, 0, 0]
    expect(text(session.heard(garbage, at: .zero)), equals: ["kill", "1 \(reason)", "settled \(reason)"])
  }
}
