import Glibc
import TestSupport
import Testing

@Suite("Terminals that cannot be drawn on")
struct NoTerminalTests {
  private let album: Album

  init() throws { album = try Album(Album.red) }

  @Test func `a missing terminal is a one-line error`() throws {
    let run = try PlainRun(["--pick", album.path])
    expect(run.ending, equals: .exited(1))
    expect(run.errorLines.count, equals: 1)
    #expect(run.error.contains("no terminal"))
    #expect(run.output.isEmpty)
  }

  @Test(arguments: [nil, "", "unknown-thing", "dumb"])
  func `an unusable terminal type is a one-line error`(type: String?) throws {
    var setup = TerminalSession.Setup()
    setup.columns = 200
    setup.variables = ["TERM": type]
    let session = try TerminalSession(["--interval", "0", album.path], setup)
    try expect(session.waitForEnd(), equals: .exited(1))
    let lines = session.screen.rows.filter { $0.contains("tui: ") }
    expect(lines.count, equals: 1)
    expect(lines.first?.contains("TERM"), equals: true)
    try session.expectRestored()
    session.expectNoFaults()
  }

  @Test func `pictures are printed if standard output is not a terminal`() throws {
    let run = try PlainRun(["--size", "4x2", album.path])
    expect(run.ending, equals: .exited(0))
    expect(run.output.count { $0 == 0x0A }, equals: 2)
    #expect(run.error.isEmpty)
  }

  // The last three are unknown to terminfo and fall back to entries of their families.
  @Test(arguments: [
    "vt100", "linux", "xterm", "screen", "rxvt", "xterm-unheard-of", "foot-unheard-of", "tmux-unheard-of",
  ])
  func `terminals of many types are drawn on and restored`(type: String) throws {
    let pictures = try Album(Album.red, Album.green)
    var setup = TerminalSession.Setup()
    setup.variables = ["TERM": type, "COLORTERM": nil]
    let session = try TerminalSession(["--interval", "0", pictures.path], setup)
    try session.wait(for: "something drawn") {
      session.screen.text.contains { !$0.isWhitespace } && session.bytes.count > 300
    }
    try session.type(TerminalSession.Key.right)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try expect(session.settings(), equals: session.settingsBefore)
    #expect(session.screen.modes.contains(25))
  }
}
