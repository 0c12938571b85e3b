import Glibc
import TestSupport
import Testing

/// Folders of many names elsewhere, with the real programs and real servers. The debug build parses pages and XML slowly.
@Suite("Large remote folders")
struct LargeRemoteFolderTests {
  private let album: Album
  private let cache: Album

  init() throws {
    cache = try Album()
    album = try Album()
  }

  private func addPictures(_ count: Int) throws {
    // A file may have 65,000 names on ext4.
    for first in stride(from: 1, to: count, by: 50_000) {
      let picture = try album.write(TinyPNG.plain(Album.red), as: "img\(first).png")
      for number in first + 1..<min(first + 50_000, count + 1)
      where unsafe link(picture, "\(album.path)/img\(number).png") != 0 {
        throw SystemFailure("link")
      }
    }
  }

  /// Waits for the first picture and all names of a folder, and goes to the last.
  private func expectListed(_ count: Int, _ folder: String, _ variables: [String: String?] = [:]) throws {
    let session = try TerminalSession(
      ["--interval", "0", "--cache-dir", "\(cache.path)/c", folder], .init(variables: variables))
    try session.waitForPicture(Album.red)
    // The slide on screen stays, which is the first that the server has named.
    try session.wait(for: "all names") { session.screen.title.contains("/\(count) ") }
    try session.type("\u{1B}[F")
    try session.wait(for: "the last slide") { session.screen.title == "\(count)/\(count) img\(count).png — tui" }
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
    session.expectNoFaults()
  }

  @Test(arguments: [
    (FolderServer.Kind.nginx, "http", 100_000), (.python, "http", 20_000), (.apache, "http", 20_000),
    (.apache, "dav", 20_000),
  ])
  func `a server's folder is listed`(kind: FolderServer.Kind, scheme: String, count: Int) throws {
    try addPictures(count)
    let server = try FolderServer(kind, serving: album.path)
    try expectListed(count, server.address(scheme))
  }

  @Test(arguments: [true, false]) func `100,000 names are listed over ssh, also by SFTP`(hasTui: Bool) throws {
    try addPictures(100_000)
    let server = try hasTui ? SSHServer() : SSHServer(tui: "")
    try expectListed(100_000, "\(server.address)\(album.path)/", server.variables)
  }
}
