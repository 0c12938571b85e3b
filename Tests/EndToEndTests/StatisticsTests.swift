import TestSupport
import Testing

@Suite struct StatisticsTests {
  @Test func `--stats prints frame statistics once the terminal is restored`() throws {
    let album = try Album(Album.red, Album.green)
    var setup = TerminalSession.Setup()
    setup.answers = true
    let session = try TerminalSession(["--interval", "0", "--stats", album.path], setup)
    try session.waitForPicture(Album.red)
    try session.type(TerminalSession.Key.right)
    try session.waitForPicture(Album.green)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    let told = try #require(session.screen.rows.first { $0.hasPrefix("frames ") })
    #expect(told.contains("dropped") && told.contains("bytes"))
    for name in ["compose", "encode", "delivery"] {
      let row = session.screen.rows.first { $0.hasPrefix(name) }
      expect(row?.contains("p50"), equals: true, "\(name)")
      expect(row?.contains("p99"), equals: true, "\(name)")
    }
    try session.expectRestored()
  }

  @Test(
    arguments: [
      ("auto", "decoding  in workers, isolated\ndecoders  isolated"),
      ("off", "decoding  in this process\ndecoders  not isolated"),
    ])
  func `--stats reports whether decoders are isolated`(isolation: String, lines: String) throws {
    let album = try Album(Album.red)
    let session = try TerminalSession(["--interval", "0", "--stats", "--isolation", isolation, album.path])
    try session.waitForPicture(Album.red)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    for line in lines.split(separator: "\n") { #expect(session.screen.text.contains(line)) }
  }

  @Test func `an implausible cell size is reported by --stats`() throws {
    let album = try Album(Album.red)
    var setup = TerminalSession.Setup()
    setup.cellPixels = (6, 33)
    let session = try TerminalSession(["--interval", "0", "--no-captions", "--stats", album.path], setup)
    try session.waitForPicture(Album.red)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    #expect(session.screen.text.contains("cells     6x33 pixels reported"))
  }

  @Test func `A burst of keys is drawn in a few frames`() throws {
    let album = try Album(Album.red, Album.green, Album.blue)
    let session = try TerminalSession(["--interval", "0", "--no-motion", "--stats", album.path])
    try session.waitForPicture(Album.red)
    // 200 presses, as a held key sends them while tui is busy: 200 = 66 × 3 + 2.
    try session.type(String(repeating: TerminalSession.Key.right, count: 200))
    try session.waitForPicture(Album.blue)
    try session.readAll()
    expect(session.dots, equals: "○○●")
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    let told = try #require(session.screen.rows.first { $0.hasPrefix("frames ") })
    let frames = try #require(told.split(separator: " ").dropFirst().first.flatMap { Int($0.filter(\.isNumber)) })
    #expect(frames < 20, "\(told)")
  }

  @Test func `Without --stats no statistics are printed`() throws {
    let album = try Album(Album.red)
    let session = try TerminalSession(["--interval", "0", album.path])
    try session.waitForPicture(Album.red)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    #expect(!session.screen.text.contains("frames"))
  }
}
