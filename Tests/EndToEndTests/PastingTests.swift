import TestSupport
import Testing

@Suite("Pasting")
struct PastingTests {
  @Test func `a pasted path becomes a slide, which is shown`() throws {
    let (album, other) = (try Album(Album.red), try Album(Album.green, Album.blue))
    let session = try TerminalSession(["--interval", "0", album.path])
    try session.waitForPicture(Album.red)
    // As kitty pastes a dropped folder.
    try session.type("\u{1B}[200~'\(other.path)'\u{1B}[201~")
    try session.waitForPicture(Album.green)
    try session.wait(for: "three dots") { session.dots == "○●○" }
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
  }
}
