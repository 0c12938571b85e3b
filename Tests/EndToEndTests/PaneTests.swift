import Foundation
import Glibc
import TestSupport
import Testing

@Suite("A pane that programs and people share")
struct PaneTests {
  private let stage: RemoteStage
  private var album: Album { stage.album }

  init() throws { stage = try RemoteStage() }

  /// Starts tui-remote, whose output is read once it has ended.
  private func start(_ arguments: [String]) throws -> (child: ChildProcess, output: Int32) {
    var launch = Launch(
      program: Build.path(of: "tui-remote"), arguments: arguments,
      environment: TerminalSession.environment(stage.variables))
    let (output, taken) = try socketPair()
    launch.output = .descriptor(taken)
    defer { close(taken) }
    return (try launch.start(), output)
  }

  /// The output of a program that has ended.
  private func text(_ output: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe recv(output, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    close(output)
    return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
  }

  @Test func `ask shows pictures until one is chosen, prints it as it was given, and the slides come back`() throws {
    let other = try Album(Album.blue, Album.green)
    let session = try stage.start()
    let (child, output) = try start(
      ["--name", "cull.py", "ask", "Which one?", "\(other.path)/1.png", "\(other.path)//2.png"])
    try session.wait(for: "the question") { session.screen.text.contains("cull.py: Which one? 1.png") }
    let state = try stage.state(stage.remote("query"))
    #expect(state["question"] as? String == "Which one?" && state["mode"] as? String == "grid")
    let second = try stage.remote("ask", "And now?", "\(other.path)/1.png")
    expect(second.error, equals: "tui-remote: another question is open\n")
    try session.type(TerminalSession.Key.right)
    try session.wait(for: "the selection") { session.screen.text.contains("Which one? 2.png") }
    try session.type("\r")
    expect(child.wait(), equals: .exited(0))
    expect(text(output), equals: "\(other.path)//2.png\n")
    try stage.wait(for: "1/3 1.png — tui", in: session)
    try session.waitForPicture(Album.red)
    // Escape leaves the question, and not the program.
    let (left, nothing) = try start(["ask", "Which one?", "\(other.path)/1.png"])
    try session.wait(for: "the question") { session.screen.text.contains("Which one? 1.png") }
    try session.type("\u{1B}")
    expect(left.wait(), equals: .exited(130))
    expect(text(nothing), equals: "")
    // A question whose client is gone is closed.
    let (gone, _) = try start(["ask", "Still there?", "\(other.path)/1.png"])
    try session.wait(for: "the question") { session.screen.text.contains("Still there?") }
    gone.send(signal: SIGKILL)
    try session.wait(for: "the end of the question") { !session.screen.text.contains("Still there?") }
    try session.waitForPicture(Album.red)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    session.expectNoFaults()
  }

  @Test func `marks are printed and waited for, and so are clicks`() throws {
    let session = try stage.start()
    let subscriber = try RemotePeer(stage.socket("a"))
    subscriber.send(#"{"command":"subscribe"}"#)
    _ = try subscriber.line("reply", "subscribe", session)
    let (waiting, output) = try start(["wait", "mark"])
    // It has subscribed at some time; each of these is a mark.
    try session.wait(for: "the mark") {
      try session.type("m")
      _ = try subscriber.line("report", "mark", session)
      return waiting.poll() != nil
    }
    #expect(text(output).contains(#""report":"mark""#))
    if try stage.remote("marks").output.isEmpty { try session.type("m") }
    try session.wait(for: "a mark") { try stage.remote("marks").output == Array("\(album.path)/1.png\n".utf8) }
    try session.type("\r")
    let click = try subscriber.line("report", "click", session)
    expect((click["slide"] as? [String: Any])?["name"] as? String, equals: "1.png")
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test func `look writes a new file only, and the picture as it is seen`() throws {
    let session = try stage.start()
    let target = "\(album.path)/seen"
    let run = try stage.remote("look", target)
    #expect(run.ending == .exited(0) && run.error.isEmpty)
    let view = try stage.state(run)
    #expect(view["number"] as? Int == 1 && view["zoom"] as? Double == 1)
    let written = try Data(contentsOf: URL(filePath: target))
    expect(Array(written.prefix(8)), equals: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    let mode = try FileManager.default.attributesOfItem(atPath: target)[.posixPermissions] as? Int
    expect(mode, equals: 0o600)
    let again = try stage.remote("look", target)
    expect(again.ending, equals: .exited(1))
    expect(again.error, equals: "tui-remote: “\(target)” is not written: it exists already\n")
    try FileManager.default.createSymbolicLink(atPath: "\(album.path)/link", withDestinationPath: "\(album.path)/new")
    try expect(stage.remote("look", "\(album.path)/link").ending, equals: .exited(1))
    #expect(!FileManager.default.fileExists(atPath: "\(album.path)/new"))
    try expect(Data(contentsOf: URL(filePath: target)), equals: written)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test func `a picture that is added again with its key is replaced in place`() throws {
    let other = try Album(Album.blue)
    let session = try stage.start()
    let plot = "\(other.path)/1.png"
    try expect(
      stage.remote("--go", "--replace", "loss", "--caption", "epoch 1", "add", plot).ending, equals: .exited(0))
    try session.waitForPicture(Album.blue)
    try session.wait(for: "the caption") { session.screen.text.contains("epoch 1") }
    try other.add("1.png", Album.green)
    try expect(stage.remote("--replace", "loss", "--caption", "epoch 2", "add", plot).ending, equals: .exited(0))
    try session.waitForPicture(Album.green)
    try session.wait(for: "the caption") { session.screen.text.contains("epoch 2") }
    expect(try stage.state(stage.remote("query"))["count"] as? Int, equals: 4)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test func `hostile names and questions are shown, and never sent to the terminal`() throws {
    let session = try stage.start()
    let peer = try RemotePeer(stage.socket("a"))
    let hostile = #"a\u001b]2;owned\u0007\u009b31m\u202e\nb"#
    peer.send(#"{"command":"introduce","name":"\#(hostile)"}"#)
    peer.send(#"{"command":"caption","caption":"\#(hostile)"}"#)
    peer.send(#"{"command":"show","number":2}"#)
    try stage.wait(for: "2/3 2.png — tui", in: session)
    try session.wait(for: "the client's name") { session.screen.text.contains("shown by a") }
    peer.send(#"{"command":"ask","question":"\#(hostile)","sources":["\#(album.path)/1.png"]}"#)
    _ = try peer.line("reply", "ask", session)
    try session.wait(for: "the question") { session.screen.text.contains("owned") }
    #expect(!session.screen.title.contains("owned"))
    session.expectNoFaults()
    peer.send(#"{"command":"quit"}"#)
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
  }
}
