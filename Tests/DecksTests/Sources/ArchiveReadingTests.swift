import Decks
import PictureTestSupport
import TestSupport
import Testing

/// Archives as folders.
final class ArchiveReadingTests {
  private let folder = TemporaryFolder()
  private static let pictures: [(name: String, bytes: [UInt8])] = [
    ("p/10.png", Samples.png), ("p/9.png", Samples.png), ("readme.txt", Array("hello".utf8)),
    ("__MACOSX/._9.png", Samples.png), ("cover", Samples.jpeg), ("not.png", Array("hello".utf8)), ("p/", []),
  ]

  deinit { folder.remove() }

  private func deck(_ arguments: [String], recursive: Bool = false, sort: SlideSort? = nil) -> Deck {
    DeckReader(DeckRequest(arguments: arguments.map { folder.argument($0) }, recursive: recursive, sort: sort)).read()
  }

  private func references(_ deck: Deck) -> [String] {
    let prefix = String(decoding: folder.argument(), as: UTF8.self) + "/"
    return (0..<deck.count).map { index in
      let text = String(decoding: deck[index].location.reference, as: UTF8.self)
      return text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
    }
  }

  @Test(arguments: ["a.cbz", "a.epub", "a", "a.dat"])
  func `an archive's pictures are slides in natural order, whatever its name`(name: String) {
    folder.file(name, TestArchive.bytes(Self.pictures, .zip))
    let deck = deck([name])
    expect(references(deck), equals: ["cover", "p/9.png", "p/10.png"].map { "\(name)/\($0)" })
    expect(String(decoding: deck[1].location.nameBytes, as: UTF8.self), equals: "9.png")
    expect(deck[1].location.argument, equals: folder.argument(name))
    expect(deck[1].location.entryName, equals: Array("p/9.png".utf8))
    expect(deck.position(named: Array("10.png".utf8)), equals: 2)
  }

  @Test(arguments: [TestArchive.Format.tar, .tarGz, .tarXz, .tarZst, .tarBz2])
  func `pictures in tar archives are recognized by their content`(format: TestArchive.Format) {
    folder.file("a.tar", TestArchive.bytes(Self.pictures, format))
    expect(references(deck(["a.tar"])), equals: ["a.tar/cover", "a.tar/p/9.png", "a.tar/p/10.png"])
  }

  @Test(arguments: [TestArchive.Format.sevenZip, .rar4, .rar5])
  func `pictures in 7z and RAR archives are recognized by their names`(format: TestArchive.Format) {
    let files = Self.pictures.filter { !$0.name.hasSuffix("/") }
    folder.file("a.cbr", TestArchive.bytes(files, format))
    expect(references(deck(["a.cbr"])), equals: ["a.cbr/not.png", "a.cbr/p/9.png", "a.cbr/p/10.png"])
  }

  @Test func `archives stand in lists and decks, and in folders only with their subfolders`() {
    folder.file("b.cbz", TestArchive.bytes([("1.png", Samples.png), ("2.png", Samples.png)], .zip))
    folder.file("a.png", Samples.png)
    folder.file("c.png", Samples.png)
    folder.file("list.m3u", Array("c.png\nb.cbz\na.png".utf8))
    folder.file("deck.json", Array(#"["a.png", {"image": "b.cbz", "caption": "book", "link": "https://b.org"}]"#.utf8))
    expect(references(deck(["list.m3u"])), equals: ["c.png", "b.cbz/1.png", "b.cbz/2.png", "a.png"])
    let listed = deck(["deck.json"])
    expect(references(listed), equals: ["a.png", "b.cbz/1.png", "b.cbz/2.png"])
    expect(listed[2].caption, equals: "book")
    expect(listed[2].link, equals: "https://b.org")
    expect(references(deck([""])), equals: ["a.png", "c.png"])
    expect(references(deck([""], recursive: true)), equals: ["a.png", "b.cbz/1.png", "b.cbz/2.png", "c.png"])
  }

  @Test func `in a list, files with any extension of archives are opened`() {
    let names = [
      "zip", "CBZ", "tar", "cbt", "7z", "cb7", "rar", "Cbr", "epub", "tgz", "tbz", "tbz2", "txz", "tzst", "tar.gz",
      "TAR.BZ2", "tar.xz", "tar.zst",
    ].map { "a.\($0)" }
    let archive = TestArchive.bytes([("1.png", Samples.png)], .zip)
    for name in names { folder.file(name, archive) }
    folder.file("list.m3u", Array(names.joined(separator: "\n").utf8))
    expect(references(deck(["list.m3u"])), equals: names.map { "\($0)/1.png" })
  }

  @Test func `of entries with one name, the last one is shown, once`() {
    let files = [("1.png", Array("old".utf8)), ("2.png", Samples.png), ("1.png", Samples.png)]
    folder.file("a.tar", TestArchive.bytes(files, .tar))
    expect(references(deck(["a.tar"])), equals: ["a.tar/1.png", "a.tar/2.png"])
  }

  @Test func `entries are sorted by size and in the archive's order`() {
    let files = [("1.png", Samples.png), ("3.jpg", Samples.jpeg), ("2.png", Samples.png)]
    folder.file("a.zip", TestArchive.bytes(files, .zip))
    expect(references(deck(["a.zip"], sort: .size)), equals: ["a.zip/3.jpg", "a.zip/1.png", "a.zip/2.png"])
    expect(references(deck(["a.zip"], sort: SlideSort.none)), equals: ["a.zip/1.png", "a.zip/3.jpg", "a.zip/2.png"])
    expect(references(deck(["a.zip"], sort: .time)), equals: ["a.zip/1.png", "a.zip/2.png", "a.zip/3.jpg"])
    let reader = DeckReader(DeckRequest(arguments: [folder.argument("a.zip")]))
    expect(references(reader.read(sort: .size)), equals: ["a.zip/3.jpg", "a.zip/1.png", "a.zip/2.png"])
    expect(references(reader.read(sort: .time)), equals: ["a.zip/1.png", "a.zip/2.png", "a.zip/3.jpg"])
  }

  @Test func `names that lead out of the archive are only labels`() {
    let files = [("/etc/passwd.png", Samples.png), ("../../x.png", Samples.png)]
    folder.file("a.zip", TestArchive.bytes(files, .zip))
    let deck = deck(["a.zip"])
    expect(references(deck), equals: ["a.zip/etc/passwd.png", "a.zip/../../x.png"])
    #expect((0..<2).allSatisfy { deck[$0].location.path == folder("a.zip") })
  }

  @Test func `an archive that ends early shows its whole entries and says so`() {
    let noise = Array(repeating: Samples.jpeg, count: 100).flatMap { $0 }
    let bytes = TestArchive.bytes([("1.jpg", noise), ("2.jpg", noise)], .tar)
    folder.file("a.tar", Array(bytes.prefix(noise.count + 700)))
    let deck = deck(["a.tar"])
    expect(references(deck).first, equals: "a.tar/1.jpg")
    guard case .broken(let entry, let reason) = deck[deck.count - 1].location else {
      Issue.record("no card at the end")
      return
    }
    #expect(entry == "a.tar" && reason.hasPrefix("the archive is damaged: "))
  }

  @Test
  func
    `archives that are added while the program runs are recognized by their content, and their first picture is found`()
  {
    let files = [("p/10.png", Samples.png), ("p/9.png", Samples.png)]
    folder.file("a.png", Samples.png)
    folder.file("book", TestArchive.bytes(files, .zip))
    folder.file("b.cbz", TestArchive.bytes(files, .tarGz))
    let reader = DeckReader(DeckRequest(arguments: [folder.argument("a.png")]))
    let (book, other) = (folder.argument("book"), folder.argument("b.cbz"))
    let deck = reader.read(adding: [book, other])
    expect(references(deck), equals: ["a.png", "book/p/9.png", "book/p/10.png", "b.cbz/p/9.png", "b.cbz/p/10.png"])
    expect(reader.position(ofFirst: book, in: deck), equals: 1)
    expect(reader.position(ofFirst: other, in: deck), equals: 3)
    expect(reader.position(ofFirst: folder.argument("a.png"), in: deck), equals: 0)
    expect(reader.position(ofFirst: folder.argument("c.cbz"), in: deck), equals: nil)
    // The same archive again comes last.
    let again = reader.read(adding: [book, other, book])
    expect(reader.position(ofFirst: book, in: again), equals: 5)
  }

  @Test func `in a shuffled deck, the first picture of an added archive is found, too`() {
    folder.file("a.png", Samples.png)
    folder.file("b.cbz", TestArchive.bytes([("1.png", Samples.png), ("2.png", Samples.png)], .zip))
    let reader = DeckReader(DeckRequest(arguments: [folder.argument("a.png")], shuffleSeed: 3))
    let deck = reader.read(adding: [folder.argument("b.cbz")])
    let position = reader.position(ofFirst: folder.argument("b.cbz"), in: deck)
    expect(position.map { references(deck)[$0] }, equals: "b.cbz/1.png")
  }

  @Test func `an archive without pictures and one that is none are told apart`() {
    folder.file("a.zip", TestArchive.bytes([("a.txt", [1])], .zip))
    folder.file("b.zip", Array("hello".utf8))
    expect(deck(["a.zip"])[0].location, equals: .broken(entry: "a.zip", reason: "there are no pictures in the archive"))
    expect(deck(["b.zip"])[0].location, equals: .file(folder("b.zip")))
    expect(deck(["c.zip"])[0].location, equals: .file(folder("c.zip")))
  }
}
