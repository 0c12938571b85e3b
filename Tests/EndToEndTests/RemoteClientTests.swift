import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Clients of a program, and followers")
struct RemoteClientTests {
  private let stage: RemoteStage

  init() throws { stage = try RemoteStage() }

  @Test func `garbage gets errors or ends its connection, and another client is served`() throws {
    let session = try stage.start()
    let peer = try RemotePeer(stage.socket("a"))
    #expect(try peer.line(session)?["protocol"] as? Int == 1)
    peer.send(bytes: [0xFF, 0xFE, 0x0A])
    #expect(try peer.line("error", "not-json", session)["message"] as? String == "the line is not UTF-8")
    peer.send(#"{"command":"dance","id":5}"#)
    #expect(try peer.line("error", "unknown-command", session)["id"] as? Int == 5)
    // A flood, of which no reply is read.
    let flood = try RemotePeer(stage.socket("a"))
    var isTaken = true
    for _ in 0..<200_000 where isTaken || !flood.hasEnded {
      isTaken = flood.send(String(repeating: "x\n", count: 500))
      if !isTaken { break }
    }
    let endless = try RemotePeer(stage.socket("a"))
    _ = try endless.line(session)
    try session.wait(for: "the end of the endless line") {
      !endless.send(bytes: [UInt8](repeating: 0x20, count: 4096))
    }
    #expect(try endless.line("error", "too-long", session)["error"] != nil)
    #expect(try endless.line(session) == nil)
    // Half a line, and gone.
    do { try RemotePeer(stage.socket("a")).send(bytes: Array(#"{"command":"quit""#.utf8)) }
    peer.send(#"{"command":"next","id":6}"#)
    #expect(try peer.line("reply", "next", session)["id"] as? Int == 6)
    try stage.wait(for: "2/3 2.png — tui", in: session)
    // The keyboard, too.
    try session.type(TerminalSession.Key.right)
    try stage.wait(for: "3/3 3.png — tui", in: session)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
    session.expectNoFaults()
  }

  @Test func `a subscriber that reads nothing is disconnected, and neither the program nor others wait for it`() throws
  {
    // Each report of a slide has its caption, and the kernel keeps some hundred kilobytes for each connection.
    let caption = String(repeating: "long ", count: 800)
    let slides = ["1.png", "2.png"].map { #"{"image":"\#($0)","caption":"\#(caption)"}"# }.joined(separator: ",")
    let deck = try stage.album.write(Array("[\(slides)]".utf8), as: "deck.json")
    let session = try stage.start("a", [deck])
    let slow = try RemotePeer(stage.socket("a"))
    slow.send(#"{"command":"subscribe"}"#)
    let other = try RemotePeer(stage.socket("a"))
    other.send(#"{"command":"subscribe"}"#)
    _ = try other.line("reply", "subscribe", session)
    var reported = 0
    for round in 0..<1000 where slow.send("") {
      other.send(#"{"command":"show","number":\#(round % 2 == 0 ? 2 : 1),"animated":false}"#)
      let report = try other.line("report", "show", session)
      reported += ((report["slide"] as? [String: Any])?["caption"] as? String)?.utf8.count ?? 0
    }
    #expect(reported > 262_144 && !slow.send(""), "not before a quarter of a megabyte waits for it")
    // What has been sent to it is still there; then the connection ends.
    while try slow.line(session) != nil {}
    other.send(#"{"command":"quit"}"#)
    #expect(try other.line("report", "end", session)["reason"] as? String == "quit")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test func `more than 16 clients are refused, until one goes`() throws {
    let session = try stage.start()
    var peers: [RemotePeer] = []
    for _ in 0..<16 {
      let peer = try RemotePeer(stage.socket("a"))
      #expect(try peer.line(session)?["hello"] as? String == "tui")
      peers.append(peer)
    }
    let refused = try RemotePeer(stage.socket("a"))
    #expect(try refused.line(session)?["error"] as? String == "too-many-clients")
    #expect(try refused.line(session) == nil)
    #expect(
      try stage.remote("next").error
        == "tui-remote: \(stage.runtime.path)/tui: 16 clients are connected already; start tui with --listen auto\n")
    peers.removeLast()
    try session.wait(for: "room for a client") { try stage.remote("next").ending == .exited(0) }
    try stage.wait(for: "2/3 2.png — tui", in: session)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  // MARK: - In step

  @Test func `followers go where the leader goes, and their motions have the same start`() throws {
    let sessions = try ["left", "middle", "right"].map { try stage.start($0) }
    let peers = try ["left", "middle", "right"].map { try RemotePeer(stage.socket($0)) }
    for (peer, session) in zip(peers, sessions) {
      peer.send(#"{"command":"subscribe"}"#)
      _ = try peer.line("reply", "subscribe", session)
    }
    let following = try Launch(
      program: Build.path(of: "tui-remote"), arguments: ["follow", "left", "middle", "right"],
      environment: TerminalSession.environment(stage.variables)
    ).start()
    // The program has subscribed once a follower's own interval is held; its first motion may come before that.
    try sessions[0].wait(for: "the followers to follow") {
      try sessions[0].type(TerminalSession.Key.right)
      let begin = try peers[0].line("report", "land", sessions[0])
      let leader = begin["number"] as? Int
      return try stage.state(stage.remote("-s", "right", "query"))["destination"] as? Int == leader
    }
    for session in sessions { try session.readAll() }
    for _ in 0..<5 {
      try sessions[0].type(TerminalSession.Key.right)
      let begin = try begins(after: peers, sessions)
      let numbers = begin.map { ($0["slide"] as? [String: Any])?["number"] as? Int }
      expect(Set(numbers).count, equals: 1)
      let starts = begin.compactMap { $0["start"] as? Double }
      #expect(starts.count == 3 && (starts.max() ?? 1) - (starts.min() ?? 0) < 0.02)
    }
    try sessions[0].type("q")
    try expect(sessions[0].waitForEnd(), equals: .exited(0))
    expect(following.wait(), equals: .exited(0))
    for session in sessions.dropFirst() {
      try session.type("q")
      try expect(session.waitForEnd(), equals: .exited(0))
    }
  }

  /// The last motion that each program reports, once all have come to rest on the leader's slide.
  private func begins(after peers: [RemotePeer], _ sessions: [TerminalSession]) throws -> [[String: Any]] {
    var target: Int?
    return try zip(peers, sessions).map { peer, session in
      var begin = try peer.line("report", "begin", session)
      func number(_ line: [String: Any]) -> Int? { (line["slide"] as? [String: Any])?["number"] as? Int }
      target = target ?? number(begin)
      while number(begin) != target { begin = try peer.line("report", "begin", session) }
      _ = try peer.line("report", "land", session)
      return begin
    }
  }
}
