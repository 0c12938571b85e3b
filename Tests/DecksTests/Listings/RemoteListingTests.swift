@testable import Decks
import Fetching
import TestSupport
import Testing

struct RemoteListingTests {
  private func file(_ name: String, size: Int? = nil, modified: Int? = nil) -> ListedEntry {
    ListedEntry(name: Array(name.utf8), size: size, modified: modified)
  }

  private func slides(_ listing: inout RemoteListing) -> [String] {
    let deck = Deck([listing.segment()])
    return (0..<deck.count).map { String(decoding: deck[$0].location.reference, as: UTF8.self) }
  }

  @Test func `pages become slides in natural order, whatever the order in which they arrive`() {
    var listing = RemoteListing(base: "https://h/p/", sort: .name)
    _ = listing.add([file("img10.jpg"), file("img2.png"), file("notes.txt"), file(".hidden.jpg")])
    expect(slides(&listing), equals: ["https://h/p/img2.png", "https://h/p/img10.jpg"])
    _ = listing.add([file("img1.jpg"), file("img3.jpg")])
    expect(
      slides(&listing),
      equals: ["https://h/p/img1.jpg", "https://h/p/img2.png", "https://h/p/img3.jpg", "https://h/p/img10.jpg"])
  }

  @Test(arguments: [
    (SlideSort.time, ["c.jpg", "b.jpg", "d.jpg", "a.jpg"]), (.size, ["a.jpg", "b.jpg", "c.jpg", "d.jpg"]),
    (.none, ["b.jpg", "a.jpg", "d.jpg", "c.jpg"]),
  ])
  func `times and sizes of the listing decide the order, and names between equal ones`(
    sort: SlideSort, order: [String]
  ) {
    var listing = RemoteListing(base: "https://h/", sort: sort)
    _ = listing.add([file("b.jpg", size: 20, modified: 5), file("a.jpg", size: 30)])
    _ = listing.segment()
    _ = listing.add([file("d.jpg", size: 10, modified: 5), file("c.jpg", size: 20, modified: 9)])
    expect(slides(&listing), equals: order.map { "https://h/\($0)" })
  }

  @Test func `what is new or has another size or time than before is found`() {
    var before = RemoteListing(base: "https://h/", sort: .name, hasHashes: true)
    _ = before.add([file("a.jpg", size: 1, modified: 5), file("b.jpg", size: 1), file("notes.txt")])
    var now = RemoteListing(base: "https://h/", sort: .name, hasHashes: true)
    _ = now.add([file("b.jpg", size: 2), file("a.jpg", size: 1, modified: 5)])
    _ = now.add([file("a.jpg", size: 1, modified: 5)], in: Array("x/".utf8))
    let known = (before.hashes ?? []).sorted()
    expect(known.count, equals: 2)
    expect(now.urls(notIn: known), equals: ["https://h/b.jpg", "https://h/x/a.jpg"])
    expect(now.urls(notIn: []).count, equals: 3)
    expect(before.urls(notIn: known), equals: [])
  }

  @Test(arguments: [
    (30, 0, 1, 30), (30, 0, 9, 90), (30, 1, 0, 60), (30, 4, 0, 480), (30, 9, 0, 600), (3_600, 9, 0, 3_600),
  ])
  func `servers are asked less often after failures, and if listing takes long`(
    interval: Int, failures: Int, duration: Int, pause: Int
  ) {
    expect(
      ServerWatch.pause(.seconds(interval), failures: failures, listing: .seconds(duration)), equals: .seconds(pause))
  }

  @Test func `no name leads out of the folder`() {
    var listing = RemoteListing(base: "https://h/p/", sort: .none)
    let bad = ["../a.jpg", "/a.jpg", "x//a.jpg", "./a.jpg", "x/../../a.jpg", "", "a\0.jpg"].map { file($0) }
    expect(listing.add(bad + [ListedEntry(name: Array("..".utf8), isFolder: true)]), equals: [])
    // What would mean something in a URL, or is no text, is encoded.
    _ = listing.add([
      file("https:x?.jpg"), file("#%41 é.jpg"), file("\u{1B}[31m.jpg"), ListedEntry(name: [0xFF] + Array(".jpg".utf8)),
    ])
    expect(
      slides(&listing),
      equals: ["https%3Ax%3F.jpg", "%23%2541%20%C3%A9.jpg", "%1B%5B31m.jpg", "%FF.jpg"].map { "https://h/p/\($0)" })
  }

  @Test func `folders are returned for further listings, whose slides stay together`() {
    var listing = RemoteListing(base: "s3://b/", sort: .name)
    let folders = listing.add([
      file("z.jpg"), ListedEntry(name: Array("sub".utf8), isFolder: true),
      ListedEntry(name: Array(".git".utf8), isFolder: true),
    ])
    expect(folders, equals: [Array("sub/".utf8)])
    _ = listing.add([file("a.jpg")], in: folders[0])
    expect(slides(&listing), equals: ["s3://b/sub/a.jpg", "s3://b/z.jpg"])
  }

  @Test func `slides are found again by their URLs`() throws {
    var listing = RemoteListing(base: "https://h/p/", sort: .name)
    _ = listing.add([file("b 1.jpg"), file("b 2.jpg")])
    let segment = listing.segment()
    let deck = Deck([segment])
    expect(deck.position(of: .url("https://h/p/b%202.jpg"), near: 0), equals: 1)
    expect(deck.position(of: .url("https://h/b%202.jpg"), near: 0), equals: nil)
    expect(deck.position(named: Array("b 2.jpg".utf8)), equals: 1)
    expect(deck.positions(nameContaining: "B 1"), equals: [0])
    expect(deck.removing([.url("https://h/p/b%201.jpg")]).count, equals: 1)
  }

  @Test func `an entry's name survives JSON, whatever its bytes`() throws {
    let entry = ListedEntry(name: [0xFF, 0x0A, 0x25, 0x2F, 0x22], isFolder: true, size: 5, modified: -1)
    let line = LineEncoder.line(entry)
    #expect(line.dropLast().allSatisfy { 0x20...0x7E ~= $0 })
    var decoder = LineDecoder<ListedEntry>()
    expect(decoder.consume(line), equals: [.success(entry)])
  }
}
