import Foundation
import TestSupport
import Testing

/// Remote folders whose servers fail, with the real programs.
@Suite("Remote folders that fail")
struct RemoteFailureTests {
  private let cache: Album
  private let album: Album

  init() throws {
    cache = try Album()
    album = try Album(Album.red, Album.green, Album.blue)
  }

  /// The URLs of the slides without an address before them, with their errors.
  private func slides(_ url: String, below address: String) throws -> [String] {
    let run = try PlainRun(["--json", "--cache-dir", "\(cache.path)/c", url], variables: ["HOME": cache.path])
    struct Facts: Decodable { let image: String, error: String? }
    #expect(!run.error.contains("secret") && !String(decoding: run.output, as: UTF8.self).contains("secret"))
    return try JSONDecoder().decode([Facts].self, from: Data(run.output)).map { facts in
      facts.image.replacing(address, with: "") + (facts.error.map { ": \($0)" } ?? "")
    }
  }

  private func session(_ url: String) throws -> TerminalSession {
    try TerminalSession(["--interval", "0", "--cache-dir", "\(cache.path)/c", url])
  }

  private func wait(for title: String, in session: TerminalSession) throws {
    try session.wait(for: title) { session.screen.title == title }
  }

  @Test(arguments: ["private", "digest"])
  func `the password of a WebDAV server is that of netrc, and a wrong one has its card`(folder: String) throws {
    try FileManager.default.createDirectory(atPath: "\(album.path)/\(folder)", withIntermediateDirectories: true)
    try album.write(TinyPNG.plain(Album.green), as: "\(folder)/below.png")
    let server = try FolderServer(.apache, serving: album.path)
    for scheme in ["dav", "http"] {
      let address = server.address(scheme)
      for (password, slide) in [
        ("secret", "\(folder)/below.png"), ("secret-", "\(folder)/: 401 Unauthorized"),
        ("secret", "\(folder)/below.png"), ("", "\(folder)/: 401 Unauthorized"),
      ] {
        let text = password.isEmpty ? "" : "machine 127.0.0.1\nlogin user\npassword \(password)\n"
        try cache.write(Array(text.utf8), as: ".netrc")
        try expect(slides("\(address)\(folder)/", below: address), equals: [slide])
      }
    }
  }

  @Test(arguments: [
    ("status=403", "403 Forbidden"), ("status=404", "404 Not Found"),
    ("status=500&retry=600", "500 Internal Server Error"), ("status=503&retry=600", "503 Service Unavailable"),
    ("moved=ftp://x", "redirected to a URL that is neither http nor https"),
  ])
  func `each failure of a folder has its card`(fault: String, reason: String) throws {
    let server = try WebServer(serving: album.path)
    let fault = fault.replacing("/", with: "%2F")
    try expect(slides("\(server.address)/~\(fault)/", below: server.address), equals: ["/~\(fault)/: \(reason)"])
  }

  @Test func `a busy server is asked again when the time is over for which it asks`() throws {
    let server = try WebServer(serving: album.path)
    let folder = "\(server.address)/~status=503&retry=1&once/"
    try expect(slides(folder, below: folder), equals: ["1.png", "2.png", "3.png"])
    expect(server.stop().prefix(2).map { $0.prefix(5) }, equals: ["503 /", "200 /"])
  }

  @Test func `what came of an index that breaks off stays, and r goes on`() throws {
    let server = try WebServer(serving: album.path)
    let session = try session("\(server.address)/~truncate=60&unless=mended/")
    try wait(for: "1/2 1.png — tui", in: session)
    try session.waitForPicture(Album.red)
    try session.type(TerminalSession.Key.left)
    try session.wait(for: "the card") { session.screen.text.contains("broke off") }
    try session.type(TerminalSession.Key.right)
    try album.write([], as: "mended")
    try session.type("r")
    try wait(for: "1/3 1.png — tui", in: session)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test func `an index that arrives slowly shows its first pictures before the others`() throws {
    for number in 4...6 { try album.write(TinyPNG.plain(Album.red), as: "\(number).png") }
    let server = try WebServer(serving: album.path)
    let session = try session("\(server.address)/~half&until=rest/")
    // The text after a link, which may have the picture's size, ends with the next one.
    try wait(for: "1/2 1.png — tui", in: session)
    try session.waitForPicture(Album.red)
    try album.write([], as: "rest")
    try wait(for: "1/6 1.png — tui", in: session)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }
}
