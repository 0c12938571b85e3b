@testable import Decks
import Glibc
import PictureTestSupport
import System
import TestSupport
import Testing

/// Listing the pictures of folders on disk.
final class FolderScanTests {
  private let folder = TemporaryFolder()

  deinit { folder.remove() }

  private func pictures(_ name: String? = nil, recursive: Bool = false) throws(FileError) -> [String] {
    try FolderScan.pictures(in: name.map { folder($0) } ?? folder.path, recursive: recursive).texts.sorted()
  }

  @Test func `pictures are found by extension in any case; hidden files are skipped`() throws {
    for name in ["a.jpg", "B.JPEG", "c.Png", ".hidden.png", "notes.txt", "d.jfif", "png"] { folder.file(name) }
    try expect(pictures(), equals: ["B.JPEG", "a.jpg", "c.Png", "d.jfif"])
  }

  @Test func `files without an extension are recognized by their first bytes`() throws {
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    for name in ["photo", "IMG 2023.01.02", "notes.txt", "photo.bak", ".hidden"] { folder.file(name, png) }
    folder.file("README", Array("Pictures of the sea".utf8))
    folder.file("Makefile", Array("all:".utf8))
    folder.file("empty")
    folder.file("drawing", Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8))
    folder.folder("folder")
    folder.pipe("pipe")
    folder.link("link", to: "photo")
    folder.link("nowhere", to: "gone")
    try expect(pictures(), equals: ["IMG 2023.01.02", "drawing", "link", "photo"])
  }

  @Test(arguments: [(limit: 3, timeout: Duration.seconds(60), few: 8, found: 3), (100, .zero, 2, 2)])
  func `of files without an extension, few are read, and fewer where that takes long`(
    limit: Int, timeout: Duration, few: Int, found: Int
  ) throws {
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    for number in 0..<20 { folder.file("photo\(number)", png) }
    folder.file("a.png")
    let names = try FolderScan.pictures(
      in: folder.path, recursive: false, sniffer: Sniffer(limit: limit, timeout: timeout, few: few))
    expect(names.count, equals: found + 1)
    #expect(names.texts.contains("a.png"))
  }

  @Test func `an empty folder has no pictures`() throws {
    try expect(pictures(), equals: [])
    try expect(pictures(recursive: true), equals: [])
  }

  @Test func `names are returned byte for byte`() throws {
    let names: [[UInt8]] = [
      Array("new\nline.png".utf8), Array("\u{1B}[31m.png".utf8), [0xFF, 0xFE, 0x80] + Array(".png".utf8),
      Array("日本😀.png".utf8), Array("\u{202E}gnp.png".utf8), Array(repeating: 0x78, count: 251) + Array(".png".utf8),
    ]
    for name in names { folder.file(name) }
    let found = try FolderScan.pictures(in: folder.path, recursive: false)
    expect(Set(found.all), equals: Set(names))
  }

  @Test func `folders and pipes with picture extensions are not pictures`() throws {
    folder.folder("folder.jpg")
    folder.pipe("pipe.jpg")
    folder.file("file.jpg")
    try expect(pictures(), equals: ["file.jpg"])
    try expect(pictures(recursive: true), equals: ["file.jpg"])
  }

  @Test func `symbolic links with picture extensions are pictures, even dangling ones`() throws {
    folder.file("a.jpg")
    folder.link("b.jpg", to: "a.jpg")
    folder.link("c.jpg", to: "nowhere")
    folder.link("d.txt", to: "a.jpg")
    try expect(pictures(), equals: ["a.jpg", "b.jpg", "c.jpg"])
  }

  @Test func `subfolders are included only on request; hidden ones never are`() throws {
    folder.file("a.jpg")
    for name in ["sub", "sub/deep", ".git", "sub.png"] { folder.folder(name) }
    for name in ["sub/b.jpg", "sub/deep/c.jpg", ".git/d.jpg", "sub.png/e.jpg"] { folder.file(name) }
    try expect(pictures(), equals: ["a.jpg"])
    try expect(pictures(recursive: true), equals: ["a.jpg", "sub.png/e.jpg", "sub/b.jpg", "sub/deep/c.jpg"])
  }

  @Test func `symbolic link cycles do not list a picture twice`() throws {
    for name in ["a", "a/b"] { folder.folder(name) }
    folder.file("a/b/c.jpg")
    folder.link("a/b/up", to: "..")
    folder.link("a/b/self", to: ".")
    folder.link("loop", to: "loop")
    try expect(pictures(recursive: true), equals: ["a/b/c.jpg"])
  }

  @Test func `a linked folder inside the tree is listed once, under its real name`() throws {
    folder.folder("real")
    folder.file("real/a.jpg")
    for name in ["alias", "zalias", "Alias"] { folder.link(name, to: "real") }
    try expect(pictures(recursive: true), equals: ["real/a.jpg"])
  }

  @Test func `a linked folder outside the tree is listed through its link`() throws {
    folder.folder("library")
    folder.folder("album")
    folder.file("library/a.jpg")
    folder.link("album/linked", to: "../library")
    try expect(pictures("album", recursive: true), equals: ["linked/a.jpg"])
  }

  @Test func `an unreadable subfolder is skipped; an unreadable argument is an error`() throws {
    folder.file("a.jpg")
    folder.folder("closed")
    folder.file("closed/b.jpg")
    folder.setMode("closed", 0)
    defer { folder.setMode("closed", 0o700) }
    // Root can read every folder.
    try #require(geteuid() != 0 || (try pictures(recursive: true)) == ["a.jpg", "closed/b.jpg"])
    guard geteuid() != 0 else { return }
    try expect(pictures(recursive: true), equals: ["a.jpg"])
    #expect(throws: FileError.permissionDenied) { try pictures("closed") }
  }

  @Test func `a missing path or a file cannot be listed as a folder`() {
    folder.file("a.jpg")
    #expect(throws: FileError.noSuchFile) { try pictures("gone") }
    #expect(throws: FileError.noSuchFile) { try pictures("a.jpg") }
  }

  @Test func `subfolders are listed only to a maximum depth`() throws {
    var path = ""
    for _ in 0..<70 {
      path += path.isEmpty ? "d" : "/d"
      folder.folder(path)
    }
    folder.file("d/a.jpg")
    folder.file(path + "/b.jpg")
    try expect(pictures(recursive: true), equals: ["d/a.jpg"])
  }
}
