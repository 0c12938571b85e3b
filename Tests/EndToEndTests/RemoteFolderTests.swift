import Foundation
import TestSupport
import Testing

/// Remote folders, with the real programs and real servers.
@Suite("Remote folders")
struct RemoteFolderTests {
  private let cache: Album
  private let album: Album

  init() throws {
    cache = try Album()
    album = try Album()
    for name in ["img10.png", "img2.png", "a b&c.png", "#%41?.png", "\u{1B}[31mé.png"] {
      try album.write(TinyPNG.plain(Album.red), as: name)
    }
    try album.write(Array("text".utf8), as: "notes.txt")
    for folder in ["sub folder", "private"] {
      try FileManager.default.createDirectory(atPath: "\(album.path)/\(folder)", withIntermediateDirectories: true)
      try album.write(TinyPNG.plain(Album.green), as: "\(folder)/below.png")
    }
    // A folder that is below itself.
    try FileManager.default.createSymbolicLink(
      atPath: "\(album.path)/sub folder/loop", withDestinationPath: "\(album.path)")
  }

  /// The URLs of the slides without an address before them, and the lines on standard error.
  private func slides(
    _ arguments: [String], below address: String, variables: [String: String?] = [:]
  ) throws -> (paths: [String], errors: [Substring]) {
    let run = try PlainRun(["--json", "--cache-dir", "\(cache.path)/c"] + arguments, variables: variables)
    struct Facts: Decodable { let image: String, error: String? }
    let facts = try JSONDecoder().decode([Facts].self, from: Data(run.output))
    return (facts.map { $0.image.replacing(address, with: "") + ($0.error.map { ": \($0)" } ?? "") }, run.errorLines)
  }

  private let names = ["%1B%5B31m%C3%A9.png", "%23%2541%3F.png", "a%20b%26c.png", "img2.png", "img10.png"]

  @Test(arguments: [(FolderServer.Kind.python, "http"), (.nginx, "http"), (.apache, "http"), (.apache, "dav")])
  func `a folder is its pictures in natural order, whatever their names`(
    kind: FolderServer.Kind, scheme: String
  ) throws {
    let server = try FolderServer(kind, serving: album.path)
    let address = server.address(scheme)
    let listed = try slides([address], below: address)
    expect(listed.paths, equals: names)
    expect(listed.errors, equals: [])
    let below = try slides(["--recursive", "\(address)sub%20folder" + "/"], below: address)
    expect(below.paths.prefix(1), equals: ["sub%20folder/below.png"])
  }

  @Test(arguments: [FolderServer.Kind.python, .nginx])
  func `--recursive includes folders, and passes loops once`(kind: FolderServer.Kind) throws {
    let server = try FolderServer(kind, serving: album.path)
    let listed = try slides(["--recursive", server.address()], below: server.address())
    expect(listed.paths, equals: names + ["private/below.png", "sub%20folder/below.png"])
  }

  @Test(arguments: [(FolderServer.Kind.nginx, "http"), (.apache, "dav")])
  func `--watch --follow goes to a picture that appears on a server`(kind: FolderServer.Kind, scheme: String) throws {
    let server = try FolderServer(kind, serving: album.path)
    let session = try TerminalSession(
      ["--interval", "0", "--watch", "--watch-interval", "1", "--follow", "--cache-dir", "\(cache.path)/c"]
        + ["--start", "img2.png", server.address(scheme)])
    func wait(for title: String) throws { try session.wait(for: title) { session.screen.title == title } }
    try wait(for: "4/5 img2.png — tui")
    try album.write(TinyPNG.plain(Album.blue), as: "img30 é.png")
    try wait(for: "6/6 img30 é.png — tui")
    try session.waitForPicture(Album.blue)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test(arguments: [(FolderServer.Kind.python, "http"), (.nginx, "http"), (.apache, "dav")])
  func `an empty file has the card of local ones in the grid, too`(kind: FolderServer.Kind, scheme: String) throws {
    try FileManager.default.createDirectory(atPath: "\(album.path)/empty", withIntermediateDirectories: true)
    try album.write([], as: "empty/1.png")
    try album.write(TinyPNG.plain(Album.red), as: "empty/2.png")
    let server = try FolderServer(kind, serving: album.path)
    let session = try TerminalSession(
      ["--grid", "--interval", "0", "--cache-dir", "\(cache.path)/c", "\(server.address(scheme))empty/"])
    try session.wait(for: "the card") { session.screen.text.contains("empty file") }
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test func `folders in decks and lists are their pictures, at their places`() throws {
    let server = try FolderServer(.nginx, serving: album.path)
    let address = server.address()
    let (picture, below) = ("\(album.path)/img2.png", "\(address)sub%20folder/")
    let deck = try cache.write(
      Array(#"["\#(picture)", {"image": "\#(below)", "caption": "Below"}, "\#(address)"]"#.utf8), as: "deck.json")
    let all = [picture, "sub%20folder/below.png"] + names
    try expect(slides([deck], below: address).paths, equals: all)
    let list = try cache.write(Array("\(picture)\n\(below)\n\(address)\n".utf8), as: "list.txt")
    try expect(slides([list], below: address).paths, equals: all)
    let captions = try PlainRun(["--json", "--cache-dir", "\(cache.path)/c", deck])
    expect(
      String(decoding: captions.output, as: UTF8.self).split(separator: "\"caption\": \"Below\"").count, equals: 2)
    // A remote deck, too, whose list is a folder's neighbor.
    try album.write(Array("private/\nimg2.png\nsub%20folder/\n".utf8), as: "list.txt")
    let remote = try slides(["\(address)list.txt"], below: address)
    expect(remote.paths, equals: ["private/below.png", "img2.png", "sub%20folder/below.png"])
  }

  @Test func `without its server, a folder is the last listing, marked as such`() throws {
    let server = try FolderServer(.python, serving: album.path)
    let address = server.address()
    _ = try slides([address], below: address)
    server.stop()
    let listed = try slides([address], below: address)
    expect(listed.paths.dropLast().map { $0.split(separator: ":").first.map(String.init) ?? "" }, equals: names)
    expect(listed.paths.last?.hasSuffix(": offline: the last listing; r lists again"), equals: true)
  }

  @Test func `the grid reads the beginning of each photograph, once, and opening one reads all of it`() throws {
    let fixture = "\(Build.packageFolder)/Tests/ImagingTests/Fixtures/thumbnails/photo.jpg"
    let photo = [UInt8](try Data(contentsOf: URL(fileURLWithPath: fixture))) + [UInt8](repeating: 0, count: 300_000)
    try FileManager.default.createDirectory(atPath: "\(album.path)/photos", withIntermediateDirectories: true)
    for number in 1...8 {
      // Old files, whose copies are fresh for a day.
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_600_000_000)],
        ofItemAtPath: album.write(photo, as: "photos/\(number).jpg"))
    }
    let server = try FolderServer(.nginx, serving: album.path)
    func show() throws -> TerminalSession {
      try TerminalSession(
        [
          "--grid", "--columns", "4", "--interval", "0", "--cache-dir", "\(cache.path)/c",
          "\(server.address())photos/",
        ], .init(columns: 80, rows: 30))
    }
    let heads = (1...8).map { "206 bytes=0-127999 128000 /photos/\($0).jpg" }
    let first = try show()
    try first.wait(for: "the thumbnails") { server.requests.filter { $0.hasPrefix("206") }.count == 8 }
    expect(server.requests.filter { $0.hasSuffix(".jpg") }.sorted().map(String.init), equals: heads)
    try first.type("\r")
    try first.wait(for: "the photograph") { server.requests.contains("200 - \(photo.count) /photos/1.jpg") }
    try first.type("qqq")
    _ = try first.waitForEnd()
    let count = server.requests.count
    let second = try show()
    try second.wait(for: "the thumbnails") { second.screen.text.contains("8.jpg") && second.isDrawn(toRow: 3) }
    try second.type("q")
    _ = try second.waitForEnd()
    expect(server.requests.dropFirst(count).filter { $0.hasSuffix(".jpg") }, equals: [])
  }
}
