import Decks
import PictureTestSupport
import TestSupport
import Testing

/// Reading decks from arguments.
final class DeckReaderTests {
  private let folder = TemporaryFolder()

  deinit { folder.remove() }

  private func read(_ request: DeckRequest) -> Deck { DeckReader(request).read() }

  private func read(_ names: String..., sort: SlideSort? = nil) -> [String] {
    read(DeckRequest(arguments: names.map { folder.argument($0) }, sort: sort)).names
  }

  @Test func `a folder's pictures are in natural order`() {
    for name in ["img10.jpg", "img2.jpg", "IMG1.jpg", "notes.txt"] { folder.file(name) }
    expect(read(""), equals: ["IMG1.jpg", "img2.jpg", "img10.jpg"])
    expect(
      read(DeckRequest(arguments: [folder.argument()], reversed: true)).names,
      equals: ["img10.jpg", "img2.jpg", "IMG1.jpg"])
  }

  @Test
  func `a large folder reports its first slide before the others are sorted`() {
    folder.folder("large")
    folder.file("empty")
    folder.file("large/img77.jpg", [1])
    for number in (1...20_000).reversed() where number != 77 { folder.hardLink("large/img\(number).jpg", to: "empty") }
    func told(_ change: (inout DeckRequest) -> Void) -> [[String]] {
      var request = DeckRequest(arguments: [folder.argument("large")])
      change(&request)
      var (decks, first): ([[String]], [[String]]) = ([], [])
      let deck = DeckReader(request).read {
        decks.append($0.names)
      } first: {
        first.append($0.names)
      }
      expect(deck.count, equals: 20_000)
      expect(first, equals: decks)
      return decks
    }
    expect(told { _ in }, equals: [["img1.jpg"]])
    expect(told { $0.startsAtFirst = false }, equals: [])
    expect(told { $0.reversed = true }, equals: [])
    expect(told { $0.shuffleSeed = 1 }, equals: [])
    expect(told { $0.sort = .size }, equals: [["img77.jpg"]])
  }

  @Test func `file arguments of any type keep their order unless a sort is requested`() {
    for name in ["b.jpg", "a.dat"] { folder.file(name) }
    folder.pipe("p.jpg")
    expect(read("b.jpg", "a.dat", "gone.png", "p.jpg"), equals: ["b.jpg", "a.dat", "gone.png", "p.jpg"])
    expect(read("b.jpg", "a.dat", "gone.png", sort: .name), equals: ["a.dat", "b.jpg", "gone.png"])
  }

  @Test func `files, folders, decks and URLs keep the order of the arguments`() {
    folder.folder("album")
    for name in ["album/2.png", "album/1.png", "x.png"] { folder.file(name) }
    folder.file("deck.json", Array("[{\"image\": \"d.png\"}, 7]".utf8))
    let url = Array("https://a.org/u.png".utf8)
    let arguments = [folder.argument("x.png"), url, folder.argument("album"), folder.argument("deck.json"), url]
    expect(
      read(DeckRequest(arguments: arguments)).names,
      equals: [
        "x.png", "u.png", "1.png", "2.png", "d.png", "deck.json, entry 2 (line 1, column 22)", "u.png",
      ])
  }

  @Test func `a deck's images are relative to its folder`() {
    folder.folder("talk")
    folder.file("talk/deck.json", Array("[{\"image\": \"a.png\"}, {\"image\": \"../b.png\"}]".utf8))
    let deck = read(DeckRequest(arguments: [folder.argument("talk/deck.json")]))
    expect(deck[0].location, equals: .file(folder("talk/a.png")))
    expect(deck[1].location, equals: .file(folder("talk/../b.png")))
  }

  @Test func `a deck that cannot be read becomes one slide with the reason`() {
    folder.sparseFile("deck.json", [], length: DeckFile.maximumBytes + 1)
    let deck = read(DeckRequest(arguments: [folder.argument("deck.json")]))
    expect(deck.count, equals: 1)
    expect(deck[0].location, equals: .broken(entry: "deck.json", reason: "file larger than 32 MB"))
  }

  @Test func `empty folders have no slides`() {
    folder.folder("empty")
    expect(read("", "empty"), equals: [])
  }

  @Test func `an empty argument becomes one slide`() {
    expect(read(DeckRequest(arguments: [[]])).count, equals: 1)
  }

  @Test func `a shuffled deck is a repeatable permutation of all slides`() {
    let names = (1...50).map { "\($0).png" }
    for name in names { folder.file(name) }
    let deck = read(DeckRequest(arguments: [folder.argument()], shuffleSeed: 9))
    expect(deck.names.sorted(), equals: names.sorted())
    expect(deck.names, equals: read(DeckRequest(arguments: [folder.argument()], shuffleSeed: 9)).names)
    #expect(deck.names != read(DeckRequest(arguments: [folder.argument()])).names)
  }

  @Test func `subfolders are included only on request`() {
    folder.folder("sub")
    for name in ["b.png", "sub/a.png"] { folder.file(name) }
    expect(read(DeckRequest(arguments: [folder.argument()])).names, equals: ["b.png"])
    expect(read(DeckRequest(arguments: [folder.argument()], recursive: true)).names, equals: ["b.png", "a.png"])
  }

  @Test func `reading again finds new files`() {
    folder.file("a.png")
    let reader = DeckReader(DeckRequest(arguments: [folder.argument()]))
    expect(reader.read().names, equals: ["a.png"])
    folder.file("b.png")
    expect(reader.read().names, equals: ["a.png", "b.png"])
  }

  @Test func `without arguments and without pictures in the current folder, the fallback deck is read`() {
    // Tests run in the package's folder, and there is no picture beside its manifest.
    folder.file("demo.json", Array("[{\"image\": \"a.png\", \"caption\": \"demo\"}]".utf8))
    let deck = read(DeckRequest(arguments: [], fallbackDeck: folder("demo.json")))
    expect(deck.names, equals: ["a.png"])
    expect(read(DeckRequest(arguments: [])).count, equals: 0)
  }

  @Test func `slides before a folder are reported while the folder is being read`() {
    folder.folder("album")
    for name in ["album/1.png", "x.png"] { folder.file(name) }
    var told: [[String]] = []
    let reader = DeckReader(DeckRequest(arguments: [folder.argument("x.png"), folder.argument("album")]))
    let all = reader.read { told.append($0.names) }
    expect(told, equals: [["x.png"]])
    expect(all.names, equals: ["x.png", "1.png"])
  }

  @Test func `a shuffled or reversed deck is reported only when it is complete`() {
    folder.folder("album")
    for name in ["album/1.png", "x.png"] { folder.file(name) }
    let arguments = [folder.argument("x.png"), folder.argument("album")]
    for request in [
      DeckRequest(arguments: arguments, reversed: true), DeckRequest(arguments: arguments, shuffleSeed: 1),
    ] {
      _ = DeckReader(request).read { _ in Issue.record("told too soon") }
    }
  }
}
