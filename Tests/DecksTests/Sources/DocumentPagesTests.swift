import Decks
import ExternalDecoders
import Imaging
import PictureTestSupport
import Pictures
import System
import TestSupport
import Testing

/// Documents whose pages are slides. A fake pdfinfo reports the number of pages that the file contains.
final class DocumentPagesTests {
  private let folder = TemporaryFolder()
  private let programs = FakePrograms()

  init() throws {
    try programs.program(
      "pdfinfo",
      """
      read -r kind count
      [ "$kind" = pages ] || { echo "Incorrect password" >&2; exit 1; }
      printf 'Pages:           %s\\nPage    1 size:  72 x 72 pts\\n' "$count"
      """)
  }

  deinit { folder.remove() }

  private func pdf(_ name: String, pages: Int) { folder.file(name, Array("pages \(pages)\n".utf8)) }

  private func reader(_ names: [String], _ change: (inout DeckRequest) -> Void = { _ in }) -> DeckReader {
    var request = DeckRequest(arguments: names.map { folder.argument($0) }, pages: true)
    change(&request)
    return DeckReader(request, programs: DecoderPrograms(finder: programs.finder))
  }

  /// Returns each slide's name and, if it has one, its page.
  private func slides(_ deck: Deck) -> [String] {
    (0..<deck.count).map { index in
      let location = deck[index].location
      return String(decoding: location.nameBytes, as: UTF8.self) + (location.pageNumber.map { ":\($0)" } ?? "")
    }
  }

  @Test func `each page of a PDF in a folder becomes a slide at the PDF's position`() {
    for name in ["1.png", "3.png"] { folder.file(name) }
    pdf("2.pdf", pages: 3)
    pdf("4.PDF", pages: 1)
    let names = ["1.png", "2.pdf:1", "2.pdf:2", "2.pdf:3", "3.png", "4.PDF:1"]
    expect(slides(reader([""]).read()), equals: names)
    expect(slides(reader([""]) { $0.reversed = true }.read()), equals: names.reversed())
    expect(slides(reader([""]) { $0.pages = false }.read()), equals: ["1.png", "2.pdf", "3.png", "4.PDF"])
  }

  @Test func `PDFs named as arguments or in decks expand; each page keeps the caption and link`() throws {
    pdf("a.pdf", pages: 2)
    folder.file("deck.json", Array(#"[{"image": "b.png"}, {"image": "a.pdf", "caption": "A", "link": "l"}]"#.utf8))
    let deck = reader(["a.pdf", "deck.json"]).read()
    expect(slides(deck), equals: ["a.pdf:1", "a.pdf:2", "b.png", "a.pdf:1", "a.pdf:2"])
    expect(deck[4], equals: Slide(.page(of: folder("a.pdf"), number: 2), caption: "A", link: "l"))
    expect(deck[2].caption, equals: nil)
    expect(deck[0].caption, equals: nil)
    expect(deck[4].location.reference, equals: folder("a.pdf").bytes)
  }

  @Test func `an unreadable or missing PDF becomes one slide in its place`() {
    folder.file("locked.pdf", Array("encrypted\n".utf8))
    pdf("z.pdf", pages: 2)
    expect(
      slides(reader(["locked.pdf", "gone.pdf", "z.pdf"]).read()),
      equals: [
        "locked.pdf:1", "gone.pdf:1", "z.pdf:1", "z.pdf:2",
      ])
  }

  @Test func `a PDF with more than 10,000 pages ends with a slide that reports the limit`() {
    pdf("a.pdf", pages: 10_001)
    let deck = reader(["a.pdf"]).read()
    expect(deck.count, equals: 10_001)
    expect(deck[9_999].location, equals: .page(of: folder("a.pdf"), number: 10_000))
    expect(
      deck[10_000].location, equals: .broken(entry: "a.pdf", reason: "has more than 10000 pages; the rest is left out"))
  }

  @Test func `before pages are counted, each PDF is its first page, which keeps its identity`() throws {
    pdf("1.pdf", pages: 4)
    pdf("2.pdf", pages: 2)
    var partial: [[String]] = []
    let deck = reader([""]).read { partial.append(self.slides($0)) }
    expect(partial.first, equals: ["1.pdf:1", "2.pdf:1"])
    expect(deck.position(of: .page(of: folder("2.pdf"), number: 1), near: 1), equals: 4)
  }

  @Test func `a page is found by its number; a name finds the first page`() {
    folder.file("1.png")
    pdf("2.pdf", pages: 3)
    let deck = reader([""]).read()
    expect(deck.position(of: .page(of: folder("2.pdf"), number: 3), near: 0), equals: 3)
    expect(deck.position(of: .page(of: folder("2.pdf"), number: 4), near: 0), equals: nil)
    expect(deck.position(of: .file(folder("2.pdf")), near: 0), equals: nil)
    expect(deck.position(named: Array("2.pdf".utf8)), equals: 1)
    expect(deck.position(named: folder("2.pdf").bytes), equals: 1)
  }

  @Test func `a start PDF is shown as its first page before the folder is read`() {
    pdf("1.pdf", pages: 2)
    pdf("2.pdf", pages: 2)
    var partial: [[String]] = []
    _ = reader([""]) { $0.startName = Array("2.pdf".utf8) }.read { partial.append(self.slides($0)) }
    expect(partial.first, equals: ["2.pdf:1"])
  }

  @Test func `a picture named .pdf is shown; its second page is an error`() throws {
    folder.file("a.pdf", Samples.png)
    let loader = PictureLoader()
    let first = PictureKey(location: .page(of: folder("a.pdf"), number: 1), shape: shape(2, 2))
    try expect(loader.load(first).format, equals: "PNG")
    let second = PictureKey(location: .page(of: folder("a.pdf"), number: 2), shape: shape(2, 2))
    #expect(throws: LoadError.image(.notAPicture)) { try loader.load(second) }
  }
}
