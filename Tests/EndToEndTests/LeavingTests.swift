import Glibc
import TestSupport
import Testing

@Suite("Quitting")
struct LeavingTests {
  private let album: Album

  init() throws { album = try Album(Album.red, Album.green, Album.blue) }

  @Test func `the right arrow shows the next picture, and q restores the terminal`() throws {
    let session = try TerminalSession(["--interval", "0", album.path])
    try session.waitForPicture(Album.red)
    try session.wait(for: "dots") { session.dots == "●○○" }
    #expect(session.screen.modes.contains(1049))
    #expect(!session.screen.modes.contains(25))
    #expect(try !session.settings().isCooked && !session.settings().processesOutput)
    try session.type(TerminalSession.Key.right)
    try session.waitForPicture(Album.green)
    try session.wait(for: "the second dot") { session.dots == "○●○" }
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
    expect(session.screen.column, equals: 0, "the cursor is not where it was")
    expect(session.screen.row, equals: 1, "the cursor is not where it was")
    session.expectNoFaults()
  }

  @Test func `no reply of the terminal is left unread on exit`() throws {
    var setup = TerminalSession.Setup()
    setup.answers = true
    let session = try TerminalSession(["--interval", "0", album.path], setup)
    try session.waitForPicture(Album.red)
    try session.type(TerminalSession.Key.right)
    try session.waitForPicture(Album.green)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
    session.expectNoFaults()
    try expect(session.drainUnreadInput(), equals: [])
  }

  @Test func `Escape quits like q`() throws {
    let session = try TerminalSession(["--interval", "0", album.path])
    try session.waitForPicture(Album.red)
    try session.type(TerminalSession.Key.escape)
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
  }

  @Test func `Ctrl-C quits and restores the terminal`() throws {
    let session = try TerminalSession(["--interval", "0", album.path])
    try session.waitForPicture(Album.red)
    try session.type("\u{03}")
    _ = try session.waitForEnd()
    try session.expectRestored()
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU])
  func `a signal ends tui with that signal and restores the terminal`(signal: Int32) throws {
    var setup = TerminalSession.Setup()
    // Otherwise Swift's backtracer may prompt on the terminal after SIGABRT.
    setup.variables = ["SWIFT_BACKTRACE": "enable=no"]
    let session = try TerminalSession(["--interval", "0", album.path], setup)
    try session.waitForPicture(Album.red)
    session.job.send(signal: signal)
    try expect(session.waitForEnd(), equals: .signaled(signal))
    try session.expectRestored()
    session.expectNoFaults()
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `a signal during motion restores the terminal`(signal: Int32) throws {
    let session = try TerminalSession(["--interval", "0", "--change-mode", "slide", album.path])
    try session.waitForPicture(Album.red)
    try session.type(TerminalSession.Key.right)
    // On a busy machine the whole motion may arrive in one read.
    try session.wait(for: "motion") { session.pictureColors.count == 2 || session.pictureColor == Album.green }
    session.job.send(signal: signal)
    try expect(session.waitForEnd(), equals: .signaled(signal))
    try session.expectRestored()
  }

  @Test func `tui ends when its terminal disappears`() throws {
    let session = try TerminalSession(["--interval", "0", album.path])
    try session.waitForPicture(Album.red)
    session.hangUp()
    let ending = try session.waitForEnd()
    #expect([.exited(128 + SIGHUP), .signaled(SIGHUP)].contains(ending))
  }

  @Test func `the curses screen restores a terminal of 256 colors`() throws {
    var setup = TerminalSession.Setup()
    setup.variables = ["COLORTERM": nil]
    let session = try TerminalSession(["--interval", "0", "--screen", "curses", album.path], setup)
    try session.wait(for: "dots") { session.dots == "●○○" }
    try session.type(TerminalSession.Key.right)
    try session.wait(for: "the second dot") { session.dots == "○●○" }
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
    session.expectNoFaults()
  }

  #if DELIBERATE_TRAP
    @Test func `a crash restores the terminal`() throws {
      var setup = TerminalSession.Setup()
      // Otherwise Swift's backtracer would prompt on the terminal.
      setup.variables = ["SWIFT_BACKTRACE": "enable=no"]
      let session = try TerminalSession(["--interval", "0", album.path], setup)
      try session.waitForPicture(Album.red)
      try session.type("!")
      let ending = try session.waitForEnd()
      #expect([.signaled(SIGILL), .signaled(SIGTRAP), .signaled(SIGABRT)].contains(ending))
      try session.expectRestored()
    }
  #else
    @Test(.disabled("the program was built without -DDELIBERATE_TRAP"))
    func `a crash restores the terminal`() {}
  #endif
}
