import Foundation
import TestSupport
import Testing

@Suite("Moving and deleting files")
struct FileTests {
  private let album: Album
  private let home: Album

  init() throws {
    album = try Album(Album.red, Album.green, Album.blue)
    home = try Album()
  }

  private func start(_ arguments: [String]) throws -> TerminalSession {
    var setup = TerminalSession.Setup()
    (setup.columns, setup.rows, setup.folder) = (70, 20, album.path)
    setup.variables = ["HOME": home.path, "XDG_DATA_HOME": nil]
    return try TerminalSession(["--interval", "0"] + arguments, setup)
  }

  private func quit(_ session: TerminalSession) throws {
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
    session.expectNoFaults()
  }

  private func names(_ folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  private func wait(for text: String, in session: TerminalSession) throws {
    try session.wait(for: text) { session.screen.text.contains(text) }
  }

  @Test(arguments: [["."], ["1.png", "2.png", "3.png"]])
  func `D moves the picture to the trash, and u brings it back`(sources: [String]) throws {
    let session = try start(sources)
    try session.waitForPicture(Album.red)
    try session.type(TerminalSession.Key.right)
    try session.waitForPicture(Album.green)
    try session.type("D")
    try wait(for: "Move 2.png to the trash?", in: session)
    expect(names(album.path), equals: ["1.png", "2.png", "3.png"])
    try session.type("y")
    try session.waitForPicture(Album.blue)
    try wait(for: "2.png in the trash", in: session)
    let trash = "\(home.path)/.local/share/Trash"
    expect(names(album.path), equals: ["1.png", "3.png"])
    expect(names("\(trash)/files"), equals: ["2.png"])
    expect(names("\(trash)/info"), equals: ["2.png.trashinfo"])
    let folder = URL(fileURLWithPath: album.path).resolvingSymlinksInPath().path
    expect(
      home.text(of: ".local/share/Trash/info/2.png.trashinfo")?.hasPrefix("[Trash Info]\nPath=\(folder)/2.png\n"),
      equals: true)
    // A reload does not find it, either.
    try session.type("r")
    try session.wait(for: "two slides") { session.screen.rows.last?.filter { "○●".contains($0) } == "○●" }
    try session.type("u")
    try session.waitForPicture(Album.green)
    expect(names(album.path), equals: ["1.png", "2.png", "3.png"])
    expect(names("\(trash)/files"), equals: [])
    expect(names("\(trash)/info"), equals: [])
    try quit(session)
  }

  @Test(arguments: [["."], ["1.png", "2.png"]])
  func `R renames the picture, which stays on screen`(sources: [String]) throws {
    let session = try start(sources + ["--caption", "<%f>"])
    try session.waitForPicture(Album.red)
    try session.type("R")
    try wait(for: "new name:", in: session)
    try session.type("\u{15}9 ü\r")
    try wait(for: "<9 ü.png>", in: session)
    try session.waitForPicture(Album.red)
    expect(names(album.path), equals: ["2.png", "3.png", "9 ü.png"])
    // A taken name changes nothing.
    try session.type("R\u{15}2\r")
    try wait(for: "2.png exists", in: session)
    try session.type("u")
    try wait(for: "<1.png>", in: session)
    expect(names(album.path), equals: ["1.png", "2.png", "3.png"])
    try quit(session)
  }

  @Test func `V moves the marked pictures to a folder that Tab completes`() throws {
    try FileManager.default.createDirectory(atPath: "\(home.path)/keepers", withIntermediateDirectories: true)
    let session = try start(["."])
    try session.waitForPicture(Album.red)
    try session.type("m\(TerminalSession.Key.right)")
    try session.waitForPicture(Album.green)
    try session.type("mV")
    try wait(for: "move 2 files to the folder:", in: session)
    try session.type("~/k\t")
    try wait(for: "~/keepers/", in: session)
    try session.type("\r")
    try session.waitForPicture(Album.blue)
    expect(names("\(home.path)/keepers"), equals: ["1.png", "2.png"])
    expect(names(album.path), equals: ["3.png"])
    try session.type("u")
    try wait(for: "2 files are back", in: session)
    expect(names(album.path), equals: ["1.png", "2.png", "3.png"])
    try quit(session)
  }

  @Test func `K copies to --keep-to, which is made, and never overwrites`() throws {
    let session = try start(["--keep-to", "keep", "."])
    try session.waitForPicture(Album.red)
    try session.type("K")
    try wait(for: "1.png copied to keep", in: session)
    expect(names("\(album.path)/keep"), equals: ["1.png"])
    try session.type("K")
    try wait(for: "keep/1.png exists", in: session)
    try session.type("u")
    try wait(for: "the copy of 1.png is deleted", in: session)
    expect(names(album.path), equals: ["1.png", "2.png", "3.png"])
    try quit(session)
  }
}
