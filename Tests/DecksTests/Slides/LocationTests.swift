import Decks
import PictureTestSupport
import System
import Testing

/// Files, URLs, and entries that are neither.
struct LocationTests {
  @Test func `a URL is told from a path by its beginning`() {
    #expect(Location(argument: "http://a.org/b.png".utf8) == .url("http://a.org/b.png"))
    #expect(Location(argument: "HTTPS://a.org/b.png".utf8) == .url("HTTPS://a.org/b.png"))
    for path in ["http:/a.png", "https", "httpx://a", "h", "", "ftp://a", "x http://a"] {
      #expect(Location(argument: path.utf8) == .file(Path(path)))
    }
  }

  @Test func `a folder is put before relative paths alone`() {
    let folder = Path("photos")
    #expect(Location(argument: "a.png".utf8, relativeTo: folder) == .file(Path("photos/a.png")))
    #expect(Location(argument: "/a.png".utf8, relativeTo: folder) == .file(Path("/a.png")))
    #expect(Location(argument: "http://a".utf8, relativeTo: folder) == .url("http://a"))
  }

  @Test func `names are what a person would call it`() {
    func name(_ location: Location) -> String { String(decoding: location.nameBytes, as: UTF8.self) }
    #expect(name(.file(Path("a/b.png"))) == "b.png")
    #expect(name(.file(Path("/"))) == "/")
    #expect(name(.url("http://a.org/b.png")) == "b.png")
    #expect(name(.url("http://a.org/")) == "a.org")
    #expect(name(.url("http://a.org/two%20boats.png?size=big&of=/x/y.gif#top")) == "two boats.png")
    #expect(name(.url("http://a.org/50%.png")) == "50%.png")
    #expect(name(.url("http://a.org/5%+f%C3%A9.png")) == "5%+fé.png")
    #expect(name(.url("https://me:secret@a.org:80/?q")) == "a.org:80")
    #expect(name(.url("http://")) == "http:")
    #expect(name(.broken(entry: "deck.json, entry 3", reason: "")) == "deck.json, entry 3")
  }

  @Test(arguments: [
    ("-rf.png", "./-rf.png"), ("a.png", "a.png"), ("a/-b.png", "a/-b.png"),
    ("http://a.org/-b.png", "http://a.org/-b.png"),
  ])
  func `a name that begins with a dash is no flag of the program that gets it`(name: String, argument: String) {
    #expect(Location(argument: name.utf8).argument == Array(argument.utf8))
  }

  @Test func `a URL's password is nobody's to see, and still there for who asks the server`() {
    func shown(_ url: String) -> String { String(decoding: Location.url(url).shownReference, as: UTF8.self) }
    #expect(shown("https://me:se@cret@a.org/b@c.png") == "https://a.org/b@c.png")
    #expect(shown("http://a.org/b@c.png?d@e") == "http://a.org/b@c.png?d@e")
    #expect(Location.url("http://me:secret@a.org/b.png").reference == Array("http://me:secret@a.org/b.png".utf8))
  }

  @Test func `bytes that are no UTF-8 come out as they went in`() {
    let bytes: [UInt8] = [0x61, 0x2F, 0xFF, 0x1B, 0x0A]
    #expect(Location(argument: bytes).reference == bytes)
    #expect(Location(argument: bytes).nameBytes == [0xFF, 0x1B, 0x0A])
  }
}
