import Foundation
import TestSupport
import Testing

@Suite("Archives")
struct ArchiveViewingTests {
  private let album: Album

  init() throws {
    album = try Album()
    try album.write(archive(.zip), as: "book.cbz")
  }

  private func archive(_ format: TestArchive.Format) -> [UInt8] {
    TestArchive.bytes(
      [
        ("p/10.png", TinyPNG.plain(Album.blue)), ("p/1.png", TinyPNG.plain(Album.red)),
        ("p/2.png", TinyPNG.plain(Album.green)), ("readme.txt", Array("hello".utf8)),
      ], format)
  }

  private func start(_ arguments: [String]) throws -> TerminalSession {
    var setup = TerminalSession.Setup()
    (setup.columns, setup.rows, setup.folder) = (70, 20, album.path)
    return try TerminalSession(["--interval", "0"] + arguments, setup)
  }

  private func wait(for text: String, in session: TerminalSession) throws {
    try session.wait(for: text) { session.screen.text.contains(text) }
  }

  private func quit(_ session: TerminalSession) throws {
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
    session.expectNoFaults()
  }

  @Test(arguments: TestArchive.Format.allCases)
  func `the pictures of an archive are slides in natural order`(format: TestArchive.Format) throws {
    try album.write(archive(format), as: "book")
    let session = try start(["--caption", "%n/%N %f", "book"])
    try session.waitForPicture(Album.red)
    try wait(for: "1/3 1.png", in: session)
    for (color, caption) in [(Album.green, "2/3 2.png"), (Album.blue, "3/3 10.png"), (Album.red, "1/3 1.png")] {
      try session.type(TerminalSession.Key.right)
      try session.waitForPicture(color)
      try wait(for: caption, in: session)
    }
    try quit(session)
  }

  @Test func `pictures in an archive are copied out and neither moved, renamed nor deleted`() throws {
    let session = try start(["book.cbz"])
    try session.waitForPicture(Album.red)
    for key in ["D", "R", "V"] {
      try session.type(key)
      try wait(for: "1.png: it is in an archive; C copies it", in: session)
      try session.type(" ")
    }
    try session.type("C")
    try wait(for: "copy 1.png to the folder:", in: session)
    try session.type("out\r")
    try wait(for: "1.png copied to out", in: session)
    let copy = "\(album.path)/out/1.png"
    expect(FileManager.default.contents(atPath: copy).map(Array.init), equals: TinyPNG.plain(Album.red))
    try session.type("u")
    try wait(for: "the copy of 1.png is deleted", in: session)
    #expect(!FileManager.default.fileExists(atPath: copy))
    try quit(session)
  }

  @Test func `pictures of the same name in an archive are all copied out, and the folder goes with them`() throws {
    let files = [("a/01.png", TinyPNG.plain(Album.red)), ("b/01.png", TinyPNG.plain(Album.blue))]
    try album.write(TestArchive.bytes(files, .zip), as: "book.cbz")
    let session = try start(["--keep-to", "keep", "book.cbz"])
    try session.waitForPicture(Album.red)
    try session.type("MK")
    try wait(for: "2 files copied to keep", in: session)
    let copies = ["01.png", "01-2.png"].map { FileManager.default.contents(atPath: "\(album.path)/keep/\($0)") }
    expect(copies.map { $0.map(Array.init) }, equals: files.map(\.1))
    try session.type("u")
    try wait(for: "2 copies are deleted", in: session)
    #expect(!FileManager.default.fileExists(atPath: "\(album.path)/keep"))
    try quit(session)
  }

  @Test func `an archive that changes is shown as it is now`() throws {
    let session = try start(["book.cbz"])
    try session.waitForPicture(Album.red)
    try album.write(TestArchive.bytes([("p/1.png", TinyPNG.plain(Album.blue))], .zip), as: "book.cbz")
    try session.type("r")
    try session.waitForPicture(Album.blue)
    try quit(session)
  }

  @Test func `a command gets the archive, and the entry in its environment`() throws {
    let command = #"printf '%s|%s' "$1" "$TUI_ENTRY" > out; mv out done"#
    let session = try start(["--on-click", command, "book.cbz"])
    try session.waitForPicture(Album.red)
    try session.type(TerminalSession.Key.enter)
    try session.wait(for: "the command") { album.text(of: "done") == "\(album.path)/book.cbz|p/1.png" }
    try session.waitForPicture(Album.red)
    try quit(session)
  }

  @Test(arguments: ["book.cbz", "book"])
  func `an archive on a server is shown like one on the disk, whatever its name`(name: String) throws {
    try album.write(archive(.zip), as: name)
    let server = try WebServer(serving: album.path)
    let session = try start(["--caption", "%n/%N %f", "\(server.address)/\(name)"])
    try session.waitForPicture(Album.red)
    try wait(for: "1/3 1.png", in: session)
    for (color, caption) in [(Album.green, "2/3 2.png"), (Album.blue, "3/3 10.png")] {
      try session.type(TerminalSession.Key.right)
      try session.waitForPicture(color)
      try wait(for: caption, in: session)
    }
    try session.type("C")
    try wait(for: "copy 10.png to the folder:", in: session)
    try session.type("out\r")
    try wait(for: "10.png copied to out", in: session)
    try quit(session)
    expect(server.stop(), equals: ["200 /\(name)"])
  }

  @Test func `an archive on a server is printed`() throws {
    let server = try WebServer(serving: album.path)
    defer { _ = server.stop() }
    let run = try PlainRun(["--alt", "\(server.address)/book.cbz"])
    expect(run.ending, equals: .exited(0), "\(run.error)")
    let lines = String(decoding: run.output, as: UTF8.self).split(separator: "\n").map { $0.prefix(13) }
    expect(lines, equals: ["1 of 3: 1.png", "2 of 3: 2.png", "3 of 3: 10.pn"])
  }

  @Test func `without a screen, an archive is printed, also from standard input`() throws {
    for format in [TestArchive.Format.zip, .tarGz, .sevenZip, .rar5] {
      let run = try PlainRun(["--json", "-"], bytes: archive(format))
      expect(run.ending, equals: .exited(0), "\(run.error)")
      let text = String(decoding: run.output, as: UTF8.self)
      let names = text.split(separator: "\n").compactMap { line in
        line.split(separator: "\"name\": \"").dropFirst().first?.split(separator: "\"").first
      }
      expect(names, equals: ["1.png", "2.png", "10.png"])
    }
  }

  @Test func `damaged and encrypted archives are reported`() throws {
    try album.write(TestArchive.bytes([("1.png", TinyPNG.plain(Album.red))], .zip, password: "x"), as: "locked.zip")
    try album.write(Array(archive(.sevenZip).prefix(200)), as: "short.7z")
    let run = try PlainRun(["--print", "\(album.path)/locked.zip", "\(album.path)/short.7z"])
    expect(run.ending, equals: .exited(1))
    #expect(run.error.contains("1.png: the archive is encrypted"))
    #expect(run.error.contains("short.7z: the archive is damaged: "))
  }
}
