import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Remote control")
struct RemoteTests {
  private let stage: RemoteStage
  private var album: Album { stage.album }

  init() throws { stage = try RemoteStage() }

  @Test func `tui-remote shows slides, queries and quits, and the socket goes`() throws {
    let session = try stage.start()
    try expect(stage.remote("show", "2").ending, equals: .exited(0))
    try stage.wait(for: "2/3 2.png — tui", in: session)
    try expect(stage.remote("show", "3.png").ending, equals: .exited(0))
    try stage.wait(for: "3/3 3.png — tui", in: session)
    try expect(stage.remote("next").ending, equals: .exited(0))
    try stage.wait(for: "1/3 1.png — tui", in: session)
    try expect(stage.remote("-s", "a", "previous").ending, equals: .exited(0))
    try stage.wait(for: "3/3 3.png — tui", in: session)
    let query = try stage.remote("--socket", stage.socket("a"), "query")
    let state = try stage.state(query)
    let slide = try #require(state["slide"] as? [String: Any])
    #expect(query.ending == .exited(0) && query.error.isEmpty)
    #expect(state["count"] as? Int == 3 && state["paused"] as? Bool == false && state["mode"] as? String == "carousel")
    #expect(slide["number"] as? Int == 3 && slide["name"] as? String == "3.png")
    #expect(slide["path"] as? String == "\(album.path)/3.png")
    try expect(stage.remote("pause").ending, equals: .exited(0))
    #expect(try stage.state(stage.remote("query"))["paused"] as? Bool == true)
    try expect(stage.remote("quit").ending, equals: .exited(0))
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
    #expect(!FileManager.default.fileExists(atPath: stage.socket("a")))
  }

  @Test func `tui-remote reports what is wrong on one line`() throws {
    let nobody = try stage.remote("next")
    expect(nobody.ending, equals: .exited(1))
    expect(
      nobody.error, equals: "tui-remote: \(stage.runtime.path)/tui: nobody listens; start tui with --listen auto\n")
    let session = try stage.start()
    let missing = try stage.remote("show", "9")
    expect(missing.ending, equals: .exited(1))
    expect(missing.error, equals: "tui-remote: no slide 9; the last is 3\n")
    let unnamed = try stage.remote("-s", "b", "next")
    expect(unnamed.ending, equals: .exited(1))
    expect(unnamed.error, equals: "tui-remote: \(stage.socket("b")): nobody listens\n")
    let hostile = try stage.remote("-s", "b\u{1B}]2;x\u{7}\u{202E}", "next")
    expect(hostile.error, equals: "tui-remote: \(stage.socket(#"b\u001b]2;x\u0007\u202e"#)): nobody listens\n")
    for arguments in [["dance"], [], ["show"], ["next", "2"], ["--go", "next"], ["--dance"]] {
      let run = try PlainRun(arguments, program: Build.path(of: "tui-remote"), variables: stage.variables)
      expect(run.ending, equals: .exited(64), "\(arguments)")
      expect(run.errorLines.count, equals: 1, "\(arguments)")
    }
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test func `added pictures come last, relative to the client's folder, and stay when sources are read again`() throws
  {
    let other = try Album()
    try other.add("9.png", Album.green)
    // Slides in several folders are shown with them.
    let name = try #require(other.path.split(separator: "/").last) + "/9.png"
    let session = try stage.start("a", ["--watch"])
    let run = try PlainRun(
      ["-C", other.path, Build.path(of: "tui-remote"), "add", "--go", "9.png"], program: "/usr/bin/env",
      variables: stage.variables)
    #expect(run.ending == .exited(0) && run.error.isEmpty)
    try stage.wait(for: "4/4 \(name) — tui", in: session)
    try session.waitForPicture(Album.green)
    try album.add("4.png", Album.blue)
    try stage.wait(for: "5/5 \(name) — tui", in: session)
    // A name that is not UTF-8.
    try other.write(TinyPNG.plain(Album.red), named: [0x61, 0xFF] + Array(".png".utf8))
    #expect(
      try PlainRun(
        ["-c", "cd \"$0\" && \"$1\" add a*.png", other.path, Build.path(of: "tui-remote")], program: "/bin/sh",
        variables: stage.variables
      ).ending == .exited(0))
    try stage.wait(for: "5/6 \(name) — tui", in: session)
    try expect(stage.remote("show", "6").ending, equals: .exited(0))
    try session.waitForPicture(Album.red)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test func `tui-remote subscribe prints each change until the end`() throws {
    let session = try stage.start()
    var launch = Launch(
      program: Build.path(of: "tui-remote"), arguments: ["subscribe"],
      environment: TerminalSession.environment(stage.variables))
    let (output, taken) = try socketPair()
    launch.output = .descriptor(taken)
    let child = try launch.start()
    close(taken)
    defer { close(output) }
    var text = ""
    func read(until expected: String) throws {
      try session.wait(for: expected) {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe recv(output, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        text += String(decoding: bytes[..<max(0, count)], as: UTF8.self)
        return text.contains(expected)
      }
    }
    try read(until: "\"complete\":true")
    try session.type(TerminalSession.Key.right)
    try read(until: "\"report\":\"land\"")
    try session.type("q")
    try read(until: "\"report\":\"end\"")
    try expect(session.waitForEnd(), equals: .exited(0))
    expect(child.wait(), equals: .exited(0))
    let reports = text.split(separator: "\n").compactMap { $0.firstMatch(of: /"report":"([a-z]+)"/)?.1 }
    expect(reports, equals: ["begin", "show", "land", "end"])
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `a signal removes the socket`(signal: Int32) throws {
    let session = try stage.start()
    let peer = try RemotePeer(stage.socket("a"))
    peer.send(#"{"command":"subscribe"}"#)
    _ = try peer.line("reply", "subscribe", session)
    session.job.send(signal: signal)
    try expect(session.waitForEnd(), equals: .signaled(signal))
    #expect(!FileManager.default.fileExists(atPath: stage.socket("a")))
    #expect(try peer.line("report", "end", session)["reason"] as? String == "signal \(signal)")
    #expect(try peer.line(session) == nil)
    try session.expectRestored()
  }

  @Test func `the socket is the user's alone, and one that SIGKILL has left is replaced`() throws {
    let first = try stage.start()
    let attributes = try FileManager.default.attributesOfItem(atPath: stage.socket("a"))
    #expect(attributes[.posixPermissions] as? Int == 0o600 && attributes[.type] as? FileAttributeType == .typeSocket)
    first.job.send(signal: SIGKILL)
    try expect(first.waitForEnd(), equals: .signaled(SIGKILL))
    #expect(FileManager.default.fileExists(atPath: stage.socket("a")))
    try expect(stage.remote("next").ending, equals: .exited(1))
    let second = try stage.start()
    try expect(stage.remote("next").ending, equals: .exited(0))
    try stage.wait(for: "2/3 2.png — tui", in: second)
    try second.type("q")
    try expect(second.waitForEnd(), equals: .exited(0))
  }

  @Test func `tui does not start where another program listens, or where a file is`() throws {
    let session = try stage.start()
    let busy = try TerminalSession(["--listen", "a", album.path], .init(columns: 80, variables: stage.variables))
    try expect(busy.waitForEnd(), equals: .exited(1))
    #expect(busy.screen.text.contains("--listen a: another program listens there"))
    try busy.expectRestored()
    try album.write([1], as: "file")
    let blocked = try TerminalSession(
      ["--listen", "\(album.path)/file", album.path], .init(variables: stage.variables))
    try expect(blocked.waitForEnd(), equals: .exited(1))
    #expect(FileManager.default.fileExists(atPath: "\(album.path)/file"))
    try expect(PlainRun(["--listen", "..", album.path]).ending, equals: .exited(64))
    try expect(stage.remote("quit").ending, equals: .exited(0))
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test func `the requests of a client that closes at once are carried out`() throws {
    let session = try stage.start()
    // It is gone before it is accepted.
    session.job.send(signal: SIGSTOP)
    try session.wait(for: "a stop") { session.job.stopSignal == SIGSTOP }
    do {
      let peer = try RemotePeer(stage.socket("a"))
      #expect(peer.send(#"{"command":"next"}"#) && peer.send(#"{"command":"next"}"#))
    }
    session.job.bringToForeground()
    try stage.wait(for: "3/3 3.png — tui", in: session)
    // None of them stays connected.
    for _ in 0..<20 {
      let peer = try RemotePeer(stage.socket("a"))
      #expect(peer.send(#"{"command":"next"}"#))
    }
    try session.wait(for: "room for another client") {
      try stage.remote("show", "file://\(album.path)/2.png").ending == .exited(0)
    }
    try stage.wait(for: "2/3 2.png — tui", in: session)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test func `what a program does because it follows another is reported as such`() throws {
    let session = try stage.start()
    let peer = try RemotePeer(stage.socket("a"))
    peer.send(#"{"command":"subscribe"}"#)
    peer.send(#"{"command":"show","number":2,"follows":true}"#)
    try expect(peer.line("report", "begin", session)["follows"] as? Bool, equals: true)
    _ = try peer.line("report", "land", session)
    peer.send(#"{"command":"show","number":3,"animated":false,"follows":true}"#)
    try expect(peer.line("report", "show", session)["follows"] as? Bool, equals: true)
    peer.send(#"{"command":"next"}"#)
    try expect(peer.line("report", "begin", session)["follows"] as? Bool, equals: nil)
    peer.send(#"{"command":"next","command":"quit"}"#)
    #expect(
      try peer.line("error", "invalid-field", session)["message"] as? String == "“command” is there more than once")
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }
}
