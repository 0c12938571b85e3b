import Foundation
import Glibc
import TestSupport
import Testing

@Suite("The menu")
struct MenuTests {
  private let album: Album

  init() throws { album = try Album(Album.red, Album.green, Album.blue) }

  private func quit(_ session: TerminalSession) throws {
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
  }

  @Test func `the menu copies the full path to the terminal's clipboard`() throws {
    let session = try TerminalSession(["--interval", "0", "2.png"], .init(folder: album.path))
    try session.waitForPicture(Album.green)
    try session.type("o")
    try session.wait(for: "the menu") { session.screen.text.contains("c  copy the path") }
    // Without a desktop nothing can be opened.
    #expect(!session.screen.text.contains("open in"))
    try session.type("\r")
    let path = Data("\(URL(fileURLWithPath: album.path).resolvingSymlinksInPath().path)/2.png".utf8)
    try session.wait(for: "the sequence") {
      session.count(of: "\u{1B}]52;c;\(path.base64EncodedString())\u{1B}\\") == 1
    }
    try session.wait(for: "the words") { session.screen.text.contains("path copied") }
    try quit(session)
  }

  @Test func `an action receives the current and marked slides, and files it deletes disappear`() throws {
    let session = try TerminalSession([
      "--interval", "0", "--action", #"k:Say and go:printf '%s\n' "$TUI_INDEX" "$@" > "${1%/*}/said"; rm -- "$1""#,
      album.path,
    ])
    try session.waitForPicture(Album.red)
    try session.type(TerminalSession.Key.right)
    try session.waitForPicture(Album.green)
    try session.type("m")
    try session.type(TerminalSession.Key.left)
    try session.waitForPicture(Album.red)
    try session.type("o")
    try session.wait(for: "the menu") { session.screen.text.contains("k  Say and go") }
    try session.type("k")
    try session.waitForPicture(Album.green)
    expect(album.text(of: "said"), equals: "1\n\(album.path)/1.png\n\(album.path)/2.png\n")
    try session.wait(for: "two slides") { session.screen.rows.last?.filter { "○◆●◇".contains($0) } == "◆○" }
    try session.type("k")
    try session.waitForPicture(Album.blue)
    try quit(session)
  }

  @Test func `a picture opens in the desktop's program while the carousel stays`() throws {
    let tools = try Album()
    let script = "#!/bin/sh\necho \"$@\" > \"\(tools.path)/opened\"\n"
    try tools.write(script: script, as: "xdg-open")
    let session = try TerminalSession(
      ["--interval", "0", album.path],
      .init(variables: ["DISPLAY": ":99", "PATH": "\(tools.path):/usr/bin:/bin"]))
    try session.waitForPicture(Album.red)
    try session.type("oo")
    try session.wait(for: "the program") { tools.text(of: "opened") == "\(album.path)/1.png\n" }
    expect(session.count(of: "\u{1B}[?1049l"), equals: 0)
    try quit(session)
  }

  @Test func `a file whose name looks like a URL is opened by its absolute path`() throws {
    let tools = try Album()
    let name = "mailto:evil@x.org?attach=1.png"
    try album.add(name, Album.red)
    try tools.write(script: "#!/bin/sh\necho \"$@\" > \"\(tools.path)/opened\"\n", as: "xdg-open")
    let session = try TerminalSession(
      ["--interval", "0", name],
      .init(variables: ["DISPLAY": ":99", "PATH": "\(tools.path):/usr/bin:/bin"], folder: album.path))
    try session.waitForPicture(Album.red)
    try session.type("oo")
    let folder = URL(fileURLWithPath: album.path).resolvingSymlinksInPath().path
    try session.wait(for: "the program") { tools.text(of: "opened") == "\(folder)/\(name)\n" }
    try quit(session)
  }

  @Test func `a downloaded picture is saved under a free name`() throws {
    let server = try WebServer(serving: album.path)
    let (cache, folder) = (try Album(), try Album())
    let session = try TerminalSession(
      ["--interval", "0", "--cache-dir", "\(cache.path)/c", "\(server.address)/1.png"], .init(folder: folder.path))
    try session.waitForPicture(Album.red)
    for name in ["1.png", "1-2.png"] {
      try session.type("os")
      try session.wait(for: "the words") { session.screen.text.contains("saved as ./\(name)") }
      expect(
        FileManager.default.contents(atPath: "\(folder.path)/\(name)"),
        equals: FileManager.default.contents(atPath: "\(album.path)/1.png"))
    }
    expect(folder.names.count, equals: 2)
    try quit(session)
  }
}
