import PictureTestSupport
import System
import TestSupport
import Testing

/// Paths are bytes.
struct PathTests {
  @Test func `a path is split into folder and name`() {
    expect(Array(Path("a/b.JPG").name), equals: Array("b.JPG".utf8))
    expect(Array(Path("a/b/").name), equals: Array("b".utf8))
    expect(Array(Path("b").name), equals: Array("b".utf8))
    #expect(Path("/").name.isEmpty)
    #expect(Path("").name.isEmpty)
    expect(Path("a/b.json").folder, equals: Path("a"))
    expect(Path("/b.json").folder, equals: Path("/"))
    expect(Path("b.json").folder, equals: Path("."))
  }

  @Test func `the extension follows the last dot, unless the name starts with that dot`() {
    expect(Path("a.tar.GZ").fileExtension, equals: "gz")
    expect(Path("a.b/c").fileExtension, equals: nil)
    expect(Path(".jpg").fileExtension, equals: nil)
    expect(Path("a.").fileExtension, equals: "")
    expect(Path("a." + String(repeating: "x", count: 100)).fileExtension, equals: nil)
  }

  @Test func `relative paths are appended with one slash; absolute ones replace the base`() {
    expect(Path("a").appending("b".utf8), equals: Path("a/b"))
    expect(Path("a/").appending("b".utf8), equals: Path("a/b"))
    expect(Path("").appending("b".utf8), equals: Path("b"))
    expect(Path("a").appending("/b".utf8), equals: Path("/b"))
  }

  @Test func `a renamed path keeps the spelling of its folder`() {
    expect(Path("a.jpg").renamed(to: "b".utf8), equals: Path("b"))
    expect(Path("./a.jpg").renamed(to: "b".utf8), equals: Path("./b"))
    expect(Path("x//a.jpg").renamed(to: "b".utf8), equals: Path("x//b"))
    expect(Path("/a.jpg").renamed(to: "b".utf8), equals: Path("/b"))
  }

  @Test func `bytes that are not UTF-8 are kept, and a path is cut at its first NUL`() {
    expect(Path([0x61, 0xFF, 0x0A, 0x1B]).bytes, equals: [0x61, 0xFF, 0x0A, 0x1B])
    expect(Path([0x61, 0x00, 0x62]).bytes, equals: [0x61])
    expect(Path([0xFF, 0x2E, 0x6A]).fileExtension, equals: "j")
  }

  @Test func `a path's kind is that of the file it leads to`() {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    folder.file("file")
    folder.folder("folder")
    folder.pipe("pipe")
    folder.link("link", to: "folder")
    folder.link("dangling", to: "nowhere")
    expect(PathKind(of: folder("file")), equals: .file)
    expect(PathKind(of: folder("folder")), equals: .folder)
    expect(PathKind(of: folder("pipe")), equals: .other)
    expect(PathKind(of: folder("link")), equals: .folder)
    expect(PathKind(of: folder("dangling")), equals: .unreachable(2))
  }
}
