import Foundation
import TestSupport
import Testing

@Suite("Following a folder, and the folder of a slide")
struct FollowingTests {
  private let album: Album

  init() throws { album = try Album(Album.red, Album.green) }

  private func start(_ arguments: [String]) throws -> TerminalSession {
    var setup = TerminalSession.Setup()
    setup.folder = album.path
    return try TerminalSession(["--interval", "0"] + arguments, setup)
  }

  private func wait(for title: String, in session: TerminalSession) throws {
    try session.wait(for: title) { session.screen.title == title }
  }

  @Test func `with --watch --follow a new picture is shown at once, and so is a changed one`() throws {
    let session = try start(["--watch", "--follow", "."])
    try wait(for: "1/2 1.png — tui", in: session)
    try album.add("15.png", Album.blue)
    try wait(for: "3/3 15.png — tui", in: session)
    try session.waitForPicture(Album.blue)
    try album.add("2.png", Album.red)
    try wait(for: "2/3 2.png — tui", in: session)
    try session.waitForPicture(Album.red)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
  }

  @Test func `--follow needs --watch`() throws {
    let run = try PlainRun(["--follow", album.path])
    expect(run.ending, equals: .exited(64))
    expect(run.errorLines.first?.hasSuffix("--follow needs --watch"), equals: true)
  }

  @Test(arguments: ["2.png", "./2.png"])
  func `s shows the other pictures of a single picture's folder`(argument: String) throws {
    let session = try start([argument])
    try wait(for: "1/1 2.png — tui", in: session)
    try session.type("s")
    try wait(for: "2/2 2.png — tui", in: session)
    try session.type(TerminalSession.Key.left)
    try session.waitForPicture(Album.red)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
  }
}
