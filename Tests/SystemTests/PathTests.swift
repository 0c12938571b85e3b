import PictureTestSupport
import System
import Testing

/// Paths are bytes.
struct PathTests {
  @Test func `a path is split into folder and name`() {
    #expect(Array(Path("a/b.JPG").name) == Array("b.JPG".utf8))
    #expect(Array(Path("a/b/").name) == Array("b".utf8))
    #expect(Array(Path("b").name) == Array("b".utf8))
    #expect(Path("/").name.isEmpty)
    #expect(Path("").name.isEmpty)
    #expect(Path("a/b.json").folder == Path("a"))
    #expect(Path("/b.json").folder == Path("/"))
    #expect(Path("b.json").folder == Path("."))
  }

  @Test func `the extension follows the last dot, unless the name starts with that dot`() {
    #expect(Path("a.tar.GZ").fileExtension == "gz")
    #expect(Path("a.b/c").fileExtension == nil)
    #expect(Path(".jpg").fileExtension == nil)
    #expect(Path("a.").fileExtension == "")
    #expect(Path("a." + String(repeating: "x", count: 100)).fileExtension == nil)
  }

  @Test func `relative paths are appended with one slash; absolute ones replace the base`() {
    #expect(Path("a").appending("b".utf8) == Path("a/b"))
    #expect(Path("a/").appending("b".utf8) == Path("a/b"))
    #expect(Path("").appending("b".utf8) == Path("b"))
    #expect(Path("a").appending("/b".utf8) == Path("/b"))
  }

  @Test func `a renamed path keeps the spelling of its folder`() {
    #expect(Path("a.jpg").renamed(to: "b".utf8) == Path("b"))
    #expect(Path("./a.jpg").renamed(to: "b".utf8) == Path("./b"))
    #expect(Path("x//a.jpg").renamed(to: "b".utf8) == Path("x//b"))
    #expect(Path("/a.jpg").renamed(to: "b".utf8) == Path("/b"))
  }

  @Test func `bytes that are not UTF-8 are kept, and a path is cut at its first NUL`() {
    #expect(Path([0x61, 0xFF, 0x0A, 0x1B]).bytes == [0x61, 0xFF, 0x0A, 0x1B])
    #expect(Path([0x61, 0x00, 0x62]).bytes == [0x61])
    #expect(Path([0xFF, 0x2E, 0x6A]).fileExtension == "j")
  }

  @Test func `a path's kind is that of the file it leads to`() {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    folder.file("file")
    folder.folder("folder")
    folder.pipe("pipe")
    folder.link("link", to: "folder")
    folder.link("dangling", to: "nowhere")
    #expect(PathKind(of: folder("file")) == .file)
    #expect(PathKind(of: folder("folder")) == .folder)
    #expect(PathKind(of: folder("pipe")) == .other)
    #expect(PathKind(of: folder("link")) == .folder)
    #expect(PathKind(of: folder("dangling")) == .unreachable(2))
  }
}
