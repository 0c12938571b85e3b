import Glibc
import TestSupport
import Testing

/// Every mode that is set in a terminal that knows all of them is reset after every kind of end.
@Suite("Terminal modes")
struct TerminalModeTests {
  /// How the terminal is given back.
  enum End: CaseIterable {
    case key, interrupt, terminate, hangUp, abort, suspend, command
  }

  private let album: Album

  init() throws { album = try Album(Album.red, Album.green) }

  private func startedSession(_ flags: [String] = []) throws -> TerminalSession {
    var setup = TerminalSession.Setup()
    (setup.answers, setup.hasModes, setup.cellPixels) = (true, true, (10, 20))
    // Otherwise Swift's backtracer would prompt on the terminal.
    setup.variables = ["SWIFT_BACKTRACE": "enable=no"]
    let session = try TerminalSession(["--interval", "0"] + flags + [album.path], setup)
    try session.waitForPicture(Album.red)
    try waitForModes(session)
    return session
  }

  /// Waits for our modes; ncurses' own, cursor keys (1) and the hidden cursor, may be set or not.
  private func waitForModes(_ session: TerminalSession) throws {
    let wanted: Set = [1, 25, 1000, 1002, 1004, 1006, 1016, 1049, 2004, 2031, 2048, 5522]
    try session.wait(for: "all modes") {
      session.screen.modes.union([1, 25]) == wanted && session.screen.keyboard[1] == [31]
    }
  }

  @Test(arguments: End.allCases) func `all modes are as before`(end: End) throws {
    let session = try startedSession(end == .command ? ["--on-click", "cat"] : [])
    switch end {
    // The key's release comes while the program leaves.
    case .key: try session.type("\u{1B}[113;;113u\u{1B}[113;1:3u")
    case .interrupt: try session.type("\u{1B}[99;5u")
    case .terminate: session.job.send(signal: SIGTERM)
    case .hangUp: session.job.send(signal: SIGHUP)
    case .abort: session.job.send(signal: SIGABRT)
    case .suspend: try session.type("\u{1B}[122;5u")
    case .command: try session.type("\u{1B}[13u\u{1B}[13;1:3u")
    }
    switch end {
    case .key, .interrupt, .terminate, .hangUp, .abort: _ = try session.waitForEnd()
    case .suspend: try session.wait(for: "a stop") { session.job.stopSignal == SIGTSTP }
    case .command: try session.wait(for: "the command") { !session.screen.modes.contains(1049) }
    }
    try session.readAll()
    try session.expectRestored()
    session.expectNoFaults()
    switch end {
    case .key: try expect(session.drainUnreadInput(), equals: [])
    case .interrupt, .terminate, .hangUp, .abort: break
    case .suspend, .command:
      if end == .suspend { session.job.bringToForeground() } else { try session.type("\u{4}") }
      try session.waitForReturn(to: Album.red)
      try waitForModes(session)
      try session.type("\u{1B}[113;;113u")
      try expect(session.waitForEnd(), equals: .exited(0))
      try session.expectRestored()
    }
  }

  @Test func `a terminal that answers nothing gets no mode that it may not know`() throws {
    let session = try TerminalSession(["--interval", "0", album.path])
    try session.waitForPicture(Album.red)
    expect(session.screen.modes, equals: [1, 1000, 1002, 1004, 1006, 1049, 2004])
    try session.type("q")
    _ = try session.waitForEnd()
    expect(session.screen.keyboard, equals: [[ScreenReader.shellsKeyboard], []])
  }

  @Test func `the colors are queried again when the terminal reports another theme`() throws {
    let session = try startedSession()
    let question = "\u{1B}]11;?\u{1B}\\"
    try session.wait(for: "the answers") { session.count(of: "\u{1B}[?2031h") == 1 }
    try session.type("\u{1B}[?997;2n")
    try session.wait(for: "the second query") { session.count(of: question) == 2 }
    // Ctrl-L queries them, too.
    try session.type("\u{1B}[108;5u")
    try session.wait(for: "the third query") { session.count(of: question) == 3 }
    try session.type("\u{1B}[113;;113u")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
  }
}
