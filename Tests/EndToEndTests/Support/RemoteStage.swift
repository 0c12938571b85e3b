import Foundation
import TestSupport
import Testing

/// Programs that listen in a folder of sockets of their own, with an album of three pictures, and tui-remote.
struct RemoteStage {
  let album: Album
  let runtime: Album

  init() throws {
    album = try Album(Album.red, Album.green, Album.blue)
    runtime = try Album()
  }

  /// The changes to the environment of all programs.
  var variables: [String: String?] { ["XDG_RUNTIME_DIR": runtime.path] }

  /// Returns the path of a named socket.
  func socket(_ name: String) -> String { "\(runtime.path)/tui/\(name)" }

  /// Starts a program that listens, and waits for its first picture.
  func start(_ name: String = "a", _ arguments: [String] = []) throws -> TerminalSession {
    let session = try TerminalSession(
      ["--interval", "0", "--listen", name] + arguments + [album.path], .init(variables: variables))
    try session.waitForPicture(Album.red)
    return session
  }

  /// Runs tui-remote to its end.
  func remote(_ arguments: String...) throws -> PlainRun {
    try PlainRun(arguments, program: Build.path(of: "tui-remote"), variables: variables)
  }

  /// Waits for the title of a program's window.
  func wait(for title: String, in session: TerminalSession) throws {
    try session.wait(for: "the title \(title)") { session.screen.title == title }
  }

  /// Returns the state that `tui-remote query` has printed.
  func state(_ run: PlainRun) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
  }
}
