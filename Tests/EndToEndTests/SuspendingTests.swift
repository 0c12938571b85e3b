import Glibc
import TestSupport
import Testing

@Suite("Suspending")
struct SuspendingTests {
  private let album: Album

  init() throws { album = try Album(Album.red, Album.green) }

  private func startedSession(_ flags: String...) throws -> TerminalSession {
    let session = try TerminalSession(["--interval", "0"] + flags + [album.path])
    try session.waitForPicture(Album.red)
    return session
  }

  @Test func `Ctrl-Z restores the terminal, and fg shows the picture again`() throws {
    let session = try startedSession()
    try session.type("\u{1A}")
    try session.wait(for: "a stop") { session.job.stopSignal == SIGTSTP }
    try session.readAll()
    try session.expectRestored()
    let entries = session.count(of: "\u{1B}[?1049h")
    session.job.bringToForeground()
    try session.waitForPicture(Album.red)
    #expect(session.screen.modes.contains(1049))
    #expect(try !session.settings().isCooked)
    try session.type(TerminalSession.Key.right)
    try session.waitForPicture(Album.green)
    expect(session.count(of: "\u{1B}[?1049h"), equals: entries + 1, "the screen is taken more than once")
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
    session.expectNoFaults()
  }

  @Test func `SIGTSTP suspends tui, repeatedly, and restores the terminal`() throws {
    let session = try startedSession()
    for _ in 0..<2 {
      session.job.send(signal: SIGTSTP)
      try session.wait(for: "a stop") { session.job.stopSignal == SIGTSTP }
      try session.readAll()
      try session.expectRestored()
      session.job.bringToForeground()
      try session.waitForPicture(Album.red)
    }
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
  }

  @Test func `a window resized while tui is suspended is drawn at its new size`() throws {
    let session = try startedSession()
    try session.type("\u{1A}")
    try session.wait(for: "a stop") { session.job.stopSignal == SIGTSTP }
    try session.resize(columns: 60, rows: 21)
    session.job.bringToForeground()
    try session.wait(for: "the picture at 60×21") { session.pictureColumns == 2..<58 }
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test func `the whole picture is redrawn after SIGSTOP`() throws {
    let session = try startedSession()
    session.job.send(signal: SIGSTOP)
    try session.wait(for: "a stop") { session.job.stopSignal == SIGSTOP }
    // Text that the shell writes meanwhile.
    session.scribble("\u{1B}[H[1]+  Stopped")
    session.job.bringToForeground()
    try session.wait(for: "the whole picture") {
      !session.screen.text.contains("Stopped") && session.pictureColumns == 4..<36
    }
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
  }

  @Test func `SIGKILL while tui is suspended leaves the terminal restored`() throws {
    let session = try startedSession()
    try session.type("\u{1A}")
    try session.wait(for: "a stop") { session.job.stopSignal == SIGTSTP }
    session.job.send(signal: SIGKILL)
    try session.readAll()
    try session.expectRestored()
  }
}
