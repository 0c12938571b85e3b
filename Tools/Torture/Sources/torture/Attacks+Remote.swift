import Foundation
import TestSupport

/// Attacks through the socket on which the program listens.
extension Attacks {
  /// Requests that clients send, whole or damaged.
  private static let requests = [
    #"{"command":"next"}"#, #"{"command":"previous","id":1}"#, #"{"command":"query"}"#, #"{"command":"subscribe"}"#,
    #"{"command":"show","number":2}"#, #"{"command":"show","name":"a.jpg","animated":false}"#, #"{"command":"pause"}"#,
    #"{"command":"resume"}"#, #"{"command":"hold"}"#, #"{"command":"add","sources":["/nonexistent"],"go":true}"#,
    #"{"command":"show","number":-99999999999999999999}"#, #"{"command":"show","number":1e400}"#,
    #"{"command":"show","number":3,"start":1e308,"direction":"forward","cause":"automatic"}"#,
    #"{"command":"add","sources":["\u0000","\u001b[2J","../../etc/passwd","file:///%00"]}"#,
    String(repeating: "[", count: 5000), #"{"command":{"command":"next"}}"#, "", "null", "\u{0}", "{}",
  ]

  /// Sends garbage, endless and half lines, floods of requests and thousands of connections. The program must go on, and
  /// answer the next client.
  func attackRemote(_ chance: inout Chance, report: inout Report) -> [String] {
    let socket = "\(scratch.folder)/remote"
    let victim = Victim(
      program, ["--interval", "0", "--listen", socket, "\(tree)/Resources"],
      environment: scratch.environment(hasFakes: false, isTruecolor: Bool.random(using: &chance)))
    guard let before = descriptors(of: victim, listeningOn: socket) else {
      _ = victim.end(withinSeconds: 0)
      return ["it does not listen"]
    }
    var clients: [SocketClient] = []
    for _ in 0..<Int.random(in: 1...12, using: &chance) {
      report.clients += misbehave(at: socket, &chance, &clients, victim)
      victim.wait(milliseconds: chance.milliseconds(upTo: 40))
      if Int.random(in: 0..<3, using: &chance) == 0 { clients.removeAll() }
    }
    clients.removeAll()
    var troubles: [String] = []
    if !victim.isRunning {
      troubles.append("it ended")
    } else if !isAnswered(at: socket, by: victim) {
      troubles.append("the next client got no answer")
    } else if let after = victim.descriptors, after > before + 4 {
      troubles.append("\(after - before) descriptors more than before")
    }
    victim.send(SIGTERM)
    let ending = victim.end(withinSeconds: 5)
    troubles += judge(ending, victim, allowing: [SIGTERM], report: &report) + judgeTerminal(victim, report: &report)
    if FileManager.default.fileExists(atPath: socket) {
      troubles.append("the socket is left")
      try? FileManager.default.removeItem(atPath: socket)
    }
    return troubles
  }

  /// Connects and does one thing that no client should do; returns the number of connections.
  private func misbehave(
    at socket: String, _ chance: inout Chance, _ clients: inout [SocketClient], _ victim: Victim
  ) -> Int {
    let kind = Int.random(in: 0..<6, using: &chance)
    if kind == 0 {
      // Thousands of connections, most of them refused.
      let count = Int.random(in: 1...2000, using: &chance)
      for index in 0..<count {
        _ = SocketClient(socket)
        if index % 16 == 0 { victim.wait(milliseconds: 1) }
      }
      return count
    }
    guard let client = SocketClient(socket) else { return 0 }
    clients.append(client)
    switch kind {
    case 1:
      // Bytes at random.
      let count = Int.random(in: 1...5000, using: &chance)
      client.send((0..<count).map { _ in UInt8.random(in: 0...255, using: &chance) })
    case 2:
      // A line without an end.
      client.send(Array(repeating: UInt8(ascii: "{"), count: Int.random(in: 60_000...300_000, using: &chance)))
    case 3:
      // A request that is cut off, or changed in some places.
      var line = Array(chance.any(of: Attacks.requests).utf8)
      line = Array(line.prefix(Int.random(in: 0...line.count, using: &chance)))
      for _ in 0..<Int.random(in: 0...3, using: &chance) where !line.isEmpty {
        line[Int.random(in: 0..<line.count, using: &chance)] = UInt8.random(in: 0...255, using: &chance)
      }
      client.send(line + (Bool.random(using: &chance) ? [0x0A] : []))
    case 4:
      // A client that floods and never reads.
      client.send(Array(#"{"command":"subscribe"}"#.utf8) + [0x0A])
      for _ in 0..<Int.random(in: 1...4000, using: &chance) {
        if !client.send(Array(#"{"command":"query"}"#.utf8) + [0x0A]) { break }
      }
    default:
      for _ in 0..<Int.random(in: 1...40, using: &chance) {
        client.send(Array(chance.any(of: Attacks.requests).utf8) + [0x0A])
      }
      if Bool.random(using: &chance) { client.endInput() }
    }
    return 1
  }

  /// Waits until the program listens; returns the number of its descriptors, or nil if it does not within five seconds.
  private func descriptors(of victim: Victim, listeningOn socket: String) -> Int? {
    isAnswered(at: socket, by: victim) ? victim.descriptors : nil
  }

  /// Whether a client that behaves gets an answer within five seconds.
  private func isAnswered(at socket: String, by victim: Victim) -> Bool {
    let deadline = secondsNow() + 5
    repeat {
      if let client = SocketClient(socket), client.send(Array(#"{"command":"query","id":77}"#.utf8) + [0x0A]) {
        var answer: [UInt8] = []
        let end = secondsNow() + 1
        while secondsNow() < end, let bytes = client.receive() {
          answer += bytes
          if String(decoding: answer, as: UTF8.self).contains("\"id\":77") { return true }
          victim.wait(milliseconds: 5)
        }
      }
      victim.wait(milliseconds: 20)
    } while victim.isRunning && secondsNow() < deadline
    return false
  }
}
