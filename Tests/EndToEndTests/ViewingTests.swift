import Glibc
import TestSupport
import Testing

@Suite("The viewer and the grid in a terminal")
struct ViewingTests {
  private let album: Album

  init() throws { album = try Album(Album.red, Album.green, Album.blue) }

  @Test func `keys zoom, rotate and pan past the edge to the next slide, and Escape closes the viewer`() throws {
    let session = try TerminalSession(["--interval", "0", "--no-motion", album.path])
    try session.waitForPicture(Album.red)
    try session.type(TerminalSession.Key.enter)
    try session.wait(for: "the viewer") { session.screen.text.contains("1/3 1.png") }
    try session.type("++++i")
    try session.wait(for: "the facts") { session.screen.rows.contains { $0.contains("zoom") && $0.contains("2400 %") } }
    try session.type("i>")
    // Presses in quicker succession count as one held key, which stops at the edge.
    var nextPress = secondsNow()
    try session.wait(for: "the slide beyond the edge") {
      if session.screen.text.contains("2/3 2.png") { return true }
      if secondsNow() >= nextPress {
        try session.type("l")
        nextPress = secondsNow() + 0.3
      }
      return false
    }
    try session.type(TerminalSession.Key.escape)
    try session.wait(for: "the dots") { session.screen.rows.last?.contains("●") == true }
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
  }

  @Test func `the viewer survives resizing while a picture is zoomed`() throws {
    let session = try TerminalSession(["--interval", "0", album.path])
    try session.waitForPicture(Album.red)
    try session.type("\r++")
    try session.resize(columns: 60, rows: 20)
    try session.wait(for: "the new size") { session.screen.text.contains("1/3 1.png") }
    try session.resize(columns: 9, rows: 4)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test func `slides marked in the grid are printed on exit`() throws {
    let (output, taken) = try socketPair()
    var setup = TerminalSession.Setup()
    setup.output = .descriptor(taken)
    let session = try TerminalSession(["--grid", "--print-marked", "-0", "--interval", "0", album.path], setup)
    close(taken)
    try session.wait(for: "the grid") { session.screen.text.contains("3.png") }
    try session.type("m")
    try session.type("/3.p")
    try session.wait(for: "the search") { session.screen.text.contains("search 3.p") }
    try session.type("\rm")
    try session.wait(for: "two marks") { session.screen.text.contains("◆ 3.png") }
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
    var bytes = [UInt8](repeating: 0, count: 4096)
    let read = unsafe Glibc.read(output, &bytes, bytes.count)
    close(output)
    expect(
      String(decoding: bytes.prefix(max(0, read)), as: UTF8.self), equals: "\(album.path)/1.png\0\(album.path)/3.png\0")
  }
}
