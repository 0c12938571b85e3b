import Decks
import PictureTestSupport
import System
import TestSupport
import Testing

/// Decks as one list of slides, whatever their segments are.
struct DeckTests {
  private let segments: [Deck.Segment] = [
    .slides([Slide(.url("http://a.org/1.png"), caption: "one")]),
    .names(list([String]()), folder: Path("empty")),
    .names(list(["a.png", "b/c.png", "http:"]), folder: Path("photos")),
    .names(list(["x.png", "/y.png", "https://b.org/z.png"]), folder: Path("")),
  ]
  private let references = [
    "http://a.org/1.png", "photos/a.png", "photos/b/c.png", "photos/http:", "x.png", "/y.png", "https://b.org/z.png",
  ]

  @Test func `a deck joins its segments in order`() {
    let deck = Deck(segments)
    expect(deck.count, equals: 7)
    expect(deck.references, equals: references)
    expect(deck[0].caption, equals: "one")
    expect(deck[6].location, equals: .url("https://b.org/z.png"))
  }

  @Test func `an empty deck has no slides`() {
    expect(Deck().count, equals: 0)
    expect(Deck([.slides([])]).count, equals: 0)
    expect(Deck([], reversed: true).count, equals: 0)
    expect(Deck([], shuffleSeed: 1).count, equals: 0)
    expect(Deck().position(of: .url("http://a"), near: 3), equals: nil)
    expect(Deck().position(named: Array("a".utf8)), equals: nil)
  }

  @Test func `names are shown after those of their folders if there are several`() {
    let deck = Deck(segments)
    expect(
      (0..<7).map { String(decoding: deck.shownName(of: deck[$0].location), as: UTF8.self) },
      equals: ["1.png", "photos/a.png", "b/c.png", "photos/http:", "x.png", "y.png", "z.png"])
    let single = Deck([.names(list(["a.png", "b.png"]), folder: Path("photos"))])
    expect(single.shownName(of: single[0].location), equals: Array("a.png".utf8))
    let files = Deck([
      .names(list(["p/a.png", "p/b.png"]), folder: Path("/")), .names(list(["/p/c.png"]), folder: Path("/")),
    ])
    expect(files.shownName(of: files[2].location), equals: Array("c.png".utf8))
  }

  @Test func `folders with the same name are shown with as much of their paths as tells them apart`() {
    let names = ["2023/jan/1.png", "2024/jan/1.png", "2024/feb/1.png", "x/1.png", "a/x/1.png", "./x/2.png", "1.png"]
    let deck = Deck([.names(list(names), folder: Path("photos")), .slides([Slide(.file(Path("/b/2024/jan/1.png")))])])
    expect(
      (0..<8).map { String(decoding: deck.shownName(of: deck[$0].location), as: UTF8.self) },
      equals: [
        "2023/jan/1.png", "photos/2024/jan/1.png", "feb/1.png", "photos/x/1.png", "a/x/1.png", "photos/x/2.png",
        "photos/1.png", "b/2024/jan/1.png",
      ])
  }

  @Test func `the next folder begins at its first slide, the previous one after this folder's first`() {
    let deck = Deck([.names(list(["a/1", "a/2", "b/1", "b/2", "b/3", "c/1"]), folder: Path("p"))])
    expect((0..<6).map { deck.position(ofFolderFrom: $0, forward: true) }, equals: [2, 2, 5, 5, 5, nil])
    expect((0..<6).map { deck.position(ofFolderFrom: $0, forward: false) }, equals: [nil, 0, 0, 2, 2, 2])
  }

  @Test(
    arguments: [
      ("frog/0012", [1]), ("0012", [0, 1]), ("ÄRGER", [2, 3]), ("ärger", [2, 3]), ("a\u{308}r", [2, 3]),
      ("москва", [4]),
      ("é", []), ("R.png", [2, 3]), ("/", [0, 1, 2, 3, 4]),
    ] as [(String, [Int])])
  func `a search finds letters of any case and form, and paths if it has a slash`(text: String, found: [Int]) {
    let names = ["toad/0012.png", "frog/0012.png", "x/Ärger.png", "x/a\u{308}rger.png", "x/МОСКВА.jpg"]
    let deck = Deck([.names(list(names), folder: Path("p"))])
    expect(deck.positions(nameContaining: text), equals: found)
  }

  @Test func `a reversed deck runs backwards`() {
    expect(Deck(segments, reversed: true).references, equals: references.reversed())
  }

  @Test func `a deck without some slides keeps the order of the others`() {
    let gone: Set<Location> = [
      .file(Path("photos/a.png")), .url("http://a.org/1.png"), .file(Path("x.png")), .url("no"),
    ]
    let rest = ["photos/b/c.png", "photos/http:", "/y.png", "https://b.org/z.png"]
    expect(Deck(segments).removing(gone).references, equals: rest)
    expect(Deck(segments, reversed: true).removing(gone).references, equals: rest.reversed())
    let shuffled = Deck(segments, shuffleSeed: 7)
    let left = shuffled.removing(gone)
    #expect(left.references == shuffled.references.filter { rest.contains($0) } && left.isShuffled)
    expect(Deck(segments).removing([]).references, equals: references)
    expect(
      Deck(segments).removing(Set(Deck(segments).references.indices.map { Deck(segments)[$0].location })).count,
      equals: 0)
  }

  @Test func `the newest of some files is found by its absolute path, and missing files do not count`() {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    folder.file("a.png", modified: 3000)
    folder.file("b.png", modified: 2000)
    folder.file("c.png", modified: 4000)
    let names = list(["a.png", "b.png", "c.png", "gone.png"])
    let deck = Deck([.slides([Slide(.file(folder("b.png")))]), .names(names, folder: folder.path)])
    expect(deck.newest(of: [folder("a.png"), folder("b.png"), folder("gone.png")]), equals: 1)
    expect(deck.newest(of: [folder("b.png")]), equals: 2)
    expect(deck.newest(of: [folder("gone.png"), Path("/elsewhere/c.png")]), equals: nil)
    expect(deck.newest(of: []), equals: nil)
  }

  @Test func `slides take the place of every slide with a location, in the deck's order`() {
    let deck: [Deck.Segment] = [
      .slides([Slide(.url("http://a")), Slide(.url("http://b"))]), .names(list(["x.png"]), folder: Path("")),
      .slides([Slide(.url("http://a"))]),
    ]
    let served = [Slide(.url("http://a/1")), Slide(.url("http://a/2"))]
    let expected = ["http://a/1", "http://a/2", "http://b", "x.png", "http://a/1", "http://a/2"]
    expect(Deck(deck).replacing(.url("http://a"), with: served).references, equals: expected)
    expect(Deck(deck, reversed: true).replacing(.url("http://a"), with: served).references, equals: expected.reversed())
    expect(Deck(deck).replacing(.url("http://a"), with: []).references, equals: ["http://b", "x.png"])
    let shuffled = Deck(deck, shuffleSeed: 5).replacing(.url("http://a"), with: served)
    #expect(shuffled.isShuffled && shuffled.references.sorted() == expected.sorted())
  }

  @Test func `a shuffled deck has each slide once, in an order set by the seed`() {
    let deck = Deck(segments, shuffleSeed: 5)
    expect(Set(deck.references), equals: Set(references))
    #expect(deck.references != references)
    expect(deck.references, equals: Deck(segments, reversed: true, shuffleSeed: 5).references)
  }

  @Test func `every slide is found at its position`() {
    for deck in [Deck(segments), Deck(segments, reversed: true), Deck(segments, shuffleSeed: 3)] {
      for position in 0..<deck.count {
        for hint in [-5, 0, 3, 6, 99] {
          expect(deck.position(of: deck[position].location, near: hint), equals: position)
        }
        expect(deck.position(named: deck[position].location.reference), equals: position)
      }
    }
  }

  @Test func `locations that are not in the deck are not found`() {
    let deck = Deck(segments)
    for path in ["a.png", "photos/x.png", "photos", "photos/", "photosa.png", "https://b.org/z.png", ""] {
      expect(deck.position(of: .file(Path(path)), near: 2), equals: nil, "\(path)")
    }
    expect(deck.position(of: .url("photos/a.png"), near: 2), equals: nil)
    expect(deck.position(of: .broken(entry: "a.png", reason: ""), near: 2), equals: nil)
  }

  @Test func `of several equal slides the nearest is found`() {
    let deck = Deck([.names(list(["a", "b", "a", "b", "b", "b", "a"]), folder: Path("f"))])
    expect(deck.position(of: .file(Path("f/a")), near: 0), equals: 0)
    expect(deck.position(of: .file(Path("f/a")), near: 3), equals: 2)
    expect(deck.position(of: .file(Path("f/a")), near: 5), equals: 6)
    expect(deck.position(of: .file(Path("f/a")), near: 4), equals: 6)
  }

  @Test func `a folder's trailing slash makes no difference`() {
    let deck = Deck([.names(list(["a.png"]), folder: Path("photos/"))])
    expect(deck.position(of: .file(Path("photos/a.png")), near: 0), equals: 0)
    expect(Deck([.names(list(["a"]), folder: Path("/"))]).position(of: .file(Path("/a")), near: 0), equals: 0)
  }

  @Test func `a name matches a full path first, then the end of a path`() {
    let deck = Deck([
      .slides([Slide(.url("http://a.org/p/u.png")), Slide(.file(Path("deck/s.png")))]),
      .names(list(["b/a.png", "a.png", "bb/c.png"]), folder: Path("photos")),
    ])
    func position(_ name: String) -> Int? { deck.position(named: Array(name.utf8)) }
    expect(position("a.png"), equals: 3)
    expect(position("b/a.png"), equals: 2)
    expect(position("photos/a.png"), equals: 3)
    expect(position("photos/b/a.png"), equals: 2)
    expect(position("c.png"), equals: 4)
    expect(position("b/c.png"), equals: nil)
    expect(position("u.png"), equals: 0)
    expect(position("s.png"), equals: 1)
    expect(position("png"), equals: nil)
    expect(position(""), equals: nil)
  }

  @Test func `a URL that is not UTF-8 is found at its position`() {
    let deck = Deck([.names(list([Array("http://a/".utf8) + [0xFF]]), folder: Path(""))])
    expect(deck.position(of: deck[0].location, near: 0), equals: 0)
  }

  @Test func `a name means a file, however its path is written`() {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    folder.folder("album")
    folder.link("link", to: "album")
    let album = String(decoding: folder("album").bytes, as: UTF8.self)
    let names = list(["a.png", "sub/e.png", "u\u{308}.png"])
    for path in [folder("album"), folder("link")] {
      let deck = Deck([.slides([Slide(.url("http://a.org/b.png"))]), .names(names, folder: path)])
      func position(_ name: String) -> Int? { deck.position(named: Array(name.utf8)) }
      for name in ["\(album)/a.png", "\(album)/./a.png", "file://\(album)/a.png", "\(album)/../link/a.png"] {
        expect(position(name), equals: 1, "\(name)")
      }
      for name in ["\(album)/sub//e.png", "sub//e.png", "./sub/e.png"] { expect(position(name), equals: 2, "\(name)") }
      for name in ["\u{FC}.png", "\(album)/\u{FC}.png"] { expect(position(name), equals: 3, "\(name)") }
      for name in ["\(album)/b.png", "\(album)/sub/a.png", "file:///a.png"] {
        expect(position(name), equals: nil, "\(name)")
      }
    }
    // Relative names among the slides, and one from the root.
    let deck = Deck([.names(list(["./x.png", "y.png"]), folder: Path("")), .slides([Slide(.file(Path("./z.png")))])])
    for (index, name) in ["x.png", "y.png", "z.png"].enumerated() {
      for spelling in [Path(name).absolute.bytes, Array("./\(name)".utf8), Array(name.utf8)] {
        expect(deck.position(named: spelling), equals: index)
      }
    }
  }
}
