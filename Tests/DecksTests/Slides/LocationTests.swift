import Decks
import PictureTestSupport
import System
import TestSupport
import Testing

/// Files, URLs, and entries that are neither.
struct LocationTests {
  @Test func `arguments that start with http:// or https:// are URLs; all others are paths`() {
    expect(Location(argument: "http://a.org/b.png".utf8), equals: .url("http://a.org/b.png"))
    expect(Location(argument: "HTTPS://a.org/b.png".utf8), equals: .url("HTTPS://a.org/b.png"))
    for path in ["http:/a.png", "https", "httpx://a", "h", "", "ftp://a", "x http://a"] {
      expect(Location(argument: path.utf8), equals: .file(Path(path)))
    }
  }

  @Test func `a base folder applies only to relative paths`() {
    let folder = Path("photos")
    expect(Location(argument: "a.png".utf8, relativeTo: folder), equals: .file(Path("photos/a.png")))
    expect(Location(argument: "/a.png".utf8, relativeTo: folder), equals: .file(Path("/a.png")))
    expect(Location(argument: "http://a".utf8, relativeTo: folder), equals: .url("http://a"))
  }

  @Test func `a location's name is its file name, or the URL's host if there is none`() {
    func name(_ location: Location) -> String { String(decoding: location.nameBytes, as: UTF8.self) }
    expect(name(.file(Path("a/b.png"))), equals: "b.png")
    expect(name(.file(Path("/"))), equals: "/")
    expect(name(.url("http://a.org/b.png")), equals: "b.png")
    expect(name(.url("http://a.org/")), equals: "a.org")
    expect(name(.url("http://a.org/two%20boats.png?size=big&of=/x/y.gif#top")), equals: "two boats.png")
    expect(name(.url("http://a.org/50%.png")), equals: "50%.png")
    expect(name(.url("http://a.org/5%+f%C3%A9.png")), equals: "5%+fé.png")
    expect(name(.url("https://me:secret@a.org:80/?q")), equals: "a.org:80")
    expect(name(.url("http://")), equals: "http:")
    expect(name(.broken(entry: "deck.json, entry 3", reason: "")), equals: "deck.json, entry 3")
  }

  @Test(arguments: [
    ("-rf.png", "./-rf.png"), ("a.png", "a.png"), ("a/-b.png", "a/-b.png"),
    ("http://a.org/-b.png", "http://a.org/-b.png"),
  ])
  func `a file name that starts with a dash is never printed as a flag`(name: String, printed: String) {
    expect(Location(argument: name.utf8).printedReference, equals: Array(printed.utf8))
  }

  @Test(arguments: ["-rf.png", "mailto:evil@x.org?attach=a.jpg", "http:evil.example.jpg", "steam:run.jpg", "a.png"])
  func `a file is passed to programs by its absolute path`(name: String) throws {
    let argument = try #require(Location(argument: name.utf8).argument)
    expect(argument, equals: Path(".").absolute.bytes + Array(("/" + name).utf8))
    expect(argument.first, equals: Path.slash)
    expect(Location.page(of: Path(name), number: 2).argument, equals: argument)
  }

  @Test func `a URL is passed to programs as it is, and a broken entry not at all`() {
    expect(Location.url("https://h/a.jpg").argument, equals: Array("https://h/a.jpg".utf8))
    expect(Location.input(Path("/proc/7/fd/5")).argument, equals: Array("/proc/7/fd/5".utf8))
    expect(Location.broken(entry: "vscode://x", reason: "").argument, equals: nil)
    expect(Location.file(Path("")).argument, equals: nil)
  }

  @Test func `a URL's password is hidden from display but kept for the request`() {
    func shown(_ url: String) -> String { String(decoding: Location.url(url).shownReference, as: UTF8.self) }
    expect(shown("https://me:se@cret@a.org/b@c.png"), equals: "https://a.org/b@c.png")
    expect(shown("http://a.org/b@c.png?d@e"), equals: "http://a.org/b@c.png?d@e")
    expect(Location.url("http://me:secret@a.org/b.png").reference, equals: Array("http://me:secret@a.org/b.png".utf8))
  }

  @Test func `bytes that are not UTF-8 are kept unchanged`() {
    let bytes: [UInt8] = [0x61, 0x2F, 0xFF, 0x1B, 0x0A]
    expect(Location(argument: bytes).reference, equals: bytes)
    expect(Location(argument: bytes).nameBytes, equals: [0xFF, 0x1B, 0x0A])
  }
}
