import Decks
import Glibc
import PictureTestSupport
import System
import TestSupport
import Testing

/// Files with a name per line, and `file://` URLs, as arguments.
final class ListFileTests {
  private let folder = TemporaryFolder()

  deinit { folder.remove() }

  private func references(_ arguments: [[UInt8]], sort: SlideSort? = nil) -> [String] {
    let deck = DeckReader(DeckRequest(arguments: arguments, sort: sort)).read()
    return (0..<deck.count).map { String(decoding: deck[$0].location.reference, as: UTF8.self) }
  }

  private func path(_ name: String) -> String { String(decoding: folder.argument(name), as: UTF8.self) }

  @Test(arguments: ["play.m3u", "play.m3u8", "play.txt", "play.lst", "play.LIST"])
  func `a playlist's names refer to its own folder, and its comments are no slides`(name: String) {
    folder.folder("lists")
    folder.file(
      "lists/\(name)",
      Array("\u{FEFF}#EXTM3U\r\n#EXTINF:10,First\r\nb.jpg\r\n../a b.jpg\r\n/c.jpg\r\nhttps://a.org/d.jpg\r\n".utf8))
    expect(
      references([folder.argument("lists/\(name)")]),
      equals: [
        path("lists/b.jpg"), path("lists/../a b.jpg"), "/c.jpg", "https://a.org/d.jpg",
      ])
  }

  @Test func `a list stands between the other arguments, in its own order unless a sort is requested`() {
    folder.file("list.txt", Array("z.jpg\na.jpg".utf8))
    let arguments = [folder.argument("x.jpg"), folder.argument("list.txt"), folder.argument("b.jpg")]
    expect(references(arguments), equals: ["x.jpg", "z.jpg", "a.jpg", "b.jpg"].map(path))
    expect(references(arguments, sort: .name), equals: ["x.jpg", "a.jpg", "z.jpg", "b.jpg"].map(path))
  }

  @Test(
    arguments: [
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], Array("#EXTM3U\n".utf8), Array("Dear diary,\nit rained.".utf8),
      [], [0, 0, 1, 2, 3, 4, 5, 6], Array("[\"a.jpg\"]".utf8),
    ] as [[UInt8]])
  func `a file named like a list that names no picture is loaded itself`(bytes: [UInt8]) {
    folder.file("list.txt", bytes)
    expect(references([folder.argument("list.txt")]), equals: [path("list.txt")])
  }

  @Test func `a local URL among arguments, in a list and in a deck is the file`() {
    folder.file("list.m3u", Array("file://\(path("a%20b.jpg"))\nFILE://localhost/c%2Fd.jpg".utf8))
    folder.file("deck.json", Array("[\"file://\(path("e.jpg"))#top\"]".utf8))
    expect(
      references([
        Array("file://\(path("list.m3u"))".utf8), folder.argument("deck.json"), Array("file:///f%25.jpg?x".utf8),
      ]), equals: [path("a b.jpg"), "/c/d.jpg", path("e.jpg"), "/f%.jpg"])
  }

  @Test(arguments: ["file://other.org/a.jpg", "file://", "file:a.jpg", "file:///a%00.jpg", "files:///a.jpg"])
  func `what is no URL of a file on this computer is a name`(name: String) {
    expect(references([Array(name.utf8)]), equals: [name])
  }

  @Test func `a single picture brings the others of its folder`() {
    for name in ["2.jpg", "10.jpg", "1.jpg"] { folder.file(name) }
    var request = DeckRequest(arguments: [folder.argument("10.jpg")])
    expect(request.includeSiblings(), equals: Array("10.jpg".utf8))
    expect(DeckReader(request).read().names, equals: ["1.jpg", "2.jpg", "10.jpg"])
  }

  @Test func `several arguments, folders and files that are no pictures bring nothing`() {
    for name in ["a.jpg", "b.jpg", "notes", "list.txt", ".hidden.jpg"] { folder.file(name) }
    for names in [["a.jpg", "b.jpg"], [""], ["notes"], ["list.txt"], [".hidden.jpg"], ["gone.jpg"], []] {
      let arguments = names.map { folder.argument($0) }
      var request = DeckRequest(arguments: arguments)
      expect(request.includeSiblings(), equals: nil)
      expect(request.arguments, equals: arguments)
    }
  }

  @Test func `a picture whose folder can be entered but not listed stays alone`() {
    folder.folder("closed")
    folder.file("closed/a.png")
    folder.setMode("closed", 0o311)
    folder.setMode("", 0o711)
    // Root may list any folder, and others may not pass through those above.
    let before = unsafe open(".", O_RDONLY | O_CLOEXEC)
    unsafe expect(folder.path.withCString { unsafe chdir($0) }, equals: 0)
    seteuid(65_534)
    defer {
      seteuid(getuid())
      fchdir(before)
      close(before)
    }
    let picture = Path("closed/a.png")
    expect(PathKind(of: picture), equals: .file)
    var request = DeckRequest(arguments: [picture.bytes])
    expect(request.includeSiblings(), equals: nil)
    let siblings = DeckReader(request).read(folder: Path("closed"))
    expect(siblings.position(of: .file(picture), near: 0), equals: 0)
  }
}
