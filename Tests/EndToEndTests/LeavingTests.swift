import Glibc
import Testing

@Suite("Leaving")
struct LeavingTests {
  @Test func `the first picture appears, the right arrow shows the next, and q leaves the terminal as it was`() throws {
    let album = try Album(Album.red, Album.green, Album.blue)
    let session = try TerminalSession(["--interval", "0", album.path])
    try session.waitForPicture(Album.red)
    try session.wait(for: "dots") { session.dots == "●○○" }
    #expect(session.screen.modes.contains(1049))
    #expect(!session.screen.modes.contains(25))
    #expect(try !session.settings().isCooked)
    try session.type(TerminalSession.Key.right)
    try session.waitForPicture(Album.green)
    try session.wait(for: "the second dot") { session.dots == "○●○" }
    try session.type("q")
    #expect(try session.waitForEnd() == .exited(0))
    try session.expectRestored()
    session.expectNoFaults()
  }
}
