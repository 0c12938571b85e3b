import Decks
import PictureTestSupport
import System
import TestSupport
import Testing

/// `*.json` decks, valid and invalid.
struct DeckFileTests {
  private let folder = Path("talk")

  private func slides(_ text: String) -> [Slide] { slides(Array(text.utf8)) }

  private func slides(_ bytes: [UInt8]) -> [Slide] { DeckFile.slides(bytes, name: "deck.json", folder: folder) }

  /// - Parameter number: the entry, which begins in a column of the first line.
  private func broken(_ reason: String, _ number: Int? = nil, column: Int = 0) -> Slide {
    Slide(
      .broken(
        entry: "deck.json" + (number.map { ", entry \($0) (line 1, column \(column))" } ?? ""), reason: reason))
  }

  @Test func `a deck's images, captions and links are read`() {
    let slides = slides(
      """
      [{"image": "a.jpg", "caption": "Höhe \\u00e9 😀", "link": "https://a.org"},
       {"image": "/abs/b.png"}, {"image": "https://a.org/c.png", "more": [1, 2]}]
      """)
    expect(
      slides,
      equals: [
        Slide(.file(Path("talk/a.jpg")), caption: "Höhe é 😀", link: "https://a.org"),
        Slide(.file(Path("/abs/b.png"))),
        Slide(.url("https://a.org/c.png")),
      ])
  }

  @Test func `a bare string entry is a picture`() {
    expect(
      slides(#"["a.jpg", "https://a.org/b.png", "", {"image": "c.png"}]"#),
      equals: [
        Slide(.file(Path("talk/a.jpg"))), Slide(.url("https://a.org/b.png")),
        broken("\"image\" is not a valid path", 3, column: 34),
        Slide(.file(Path("talk/c.png"))),
      ])
  }

  @Test func `an empty list has no slides`() {
    expect(slides("[]"), equals: [])
    expect(slides(" [ ] \n"), equals: [])
  }

  @Test(
    arguments: [
      ("", 1, 1), ("{", 1, 2), ("[", 1, 2), ("hello", 1, 1), ("[{\"image\": \"a.jpg\"}", 1, 20),
      ("[{\"image\": \"a.jpg\"}] x", 1, 22), ("\u{0}", 1, 1), ("[\n  \"é\", \"b.jpg\",\n]", 3, 1),
      ("[\"é\" \"b.jpg\"]", 1, 6), ("[\"a.jpg]", 1, 2), ("[\"a\\x\"]", 1, 5), ("[tru]", 1, 2), ("[1.]", 1, 4),
    ] as [(String, Int, Int)])
  func `invalid JSON becomes one broken slide that reports where it is`(text: String, line: Int, column: Int) {
    expect(slides(text), equals: [broken("not valid JSON in line \(line), column \(column)")])
  }

  @Test func `misspelled members are reported with their places, those of other programs are not`() {
    let slides = slides(
      """
      [{"imgae": "a.jpg"}, {"image": "b.jpg", "Captoin": "B", "id": 7, "title": "x"},
       {
         "é": 1, "src": "c.jpg"
       },
       {}]
      """)
    expect(slides[0], equals: broken("has no \"image\", but \"imgae\"", 1, column: 3))
    expect(
      slides[1].own.problem,
      equals: "deck.json, entry 2 (line 1, column 41): unknown \"Captoin\"; did you mean \"caption\"?")
    expect(
      slides[2].location,
      equals: .broken(entry: "deck.json, entry 3 (line 3, column 4)", reason: "has no \"image\", but \"é\""))
    expect(
      slides[3].location, equals: .broken(entry: "deck.json, entry 4 (line 5, column 2)", reason: "has no \"image\""))
  }

  @Test(arguments: ["{}", "{\"image\": \"a.jpg\"}", "3", "\"a.jpg\"", "true"])
  func `JSON other than an array becomes one broken slide that reports it`(text: String) {
    expect(slides(text), equals: [broken("expected a JSON array of slides")])
  }

  @Test func `an invalid entry keeps its place; the others are shown`() {
    let slides = slides(
      """
      [{"image": "a.jpg"}, 3, "b.jpg", null, [], {}, {"image": 3}, {"image": null}, {"image": ""},
       {"image": "a\\u0000b"}, {"image": "z.jpg"}]
      """)
    expect(
      slides,
      equals: [
        Slide(.file(Path("talk/a.jpg"))),
        broken("expected a path, a URL or an object with \"image\"", 2, column: 22),
        Slide(.file(Path("talk/b.jpg"))),
        broken("expected a path, a URL or an object with \"image\"", 4, column: 34),
        broken("expected a path, a URL or an object with \"image\"", 5, column: 40),
        broken("has no \"image\"", 6, column: 44),
        broken("\"image\" is not a string", 7, column: 49),
        broken("\"image\" is not a string", 8, column: 63),
        broken("\"image\" is not a valid path", 9, column: 80),
        Slide(.broken(entry: "deck.json, entry 10 (line 2, column 3)", reason: "\"image\" is not a valid path")),
        Slide(.file(Path("talk/z.jpg"))),
      ])
  }

  @Test func `a picture is shown even if its caption or link has the wrong type`() {
    let slides = slides(
      """
      [{"image": "a.jpg", "caption": 2024, "link": false}, {"image": "b.jpg", "caption": 1.5, "link": {}},
       {"image": "c.jpg", "caption": null, "link": ["x"]}]
      """)
    expect(
      slides,
      equals: [
        Slide(.file(Path("talk/a.jpg")), caption: "2024"),
        Slide(.file(Path("talk/b.jpg")), caption: "1.5"),
        Slide(.file(Path("talk/c.jpg"))),
      ])
  }

  @Test func `a byte order mark before a deck is skipped`() {
    expect(
      slides([0xEF, 0xBB, 0xBF] + Array("[{\"image\": \"a.jpg\"}]".utf8)), equals: [Slide(.file(Path("talk/a.jpg")))])
  }

  @Test func `text that is not Unicode invalidates only its own field or entry`() {
    let bytes = Array("[{\"image\": \"".utf8) + [0xFF, 0xFE] + Array("\"}, {\"image\": \"b.jpg\"}]".utf8)
    expect(
      slides(bytes), equals: [broken("\"image\" is not a string", 1, column: 3), Slide(.file(Path("talk/b.jpg")))])
    let halves = slides("[{\"image\": \"\\ud800\"}, {\"image\": \"b.jpg\", \"caption\": \"\\udc00\"}]")
    expect(halves, equals: [broken("\"image\" is not a string", 1, column: 3), Slide(.file(Path("talk/b.jpg")))])
  }

  @Test func `control characters in names are kept unchanged`() {
    expect(slides("[{\"image\": \"a\\u001b[2J.jpg\"}]"), equals: [Slide(.file(Path("talk/a\u{1B}[2J.jpg")))])
  }

  @Test func `ten thousand entries become ten thousand slides`() {
    let entries = (1...10_000).map { "{\"image\": \"\($0).jpg\", \"caption\": \"no \($0)\"}" }
    let slides = slides("[" + entries.joined(separator: ",") + "]")
    expect(slides.count, equals: 10_000)
    expect(slides.last, equals: Slide(.file(Path("talk/10000.jpg")), caption: "no 10000"))
  }

  @Test func `a deck with more than 200,000 entries is truncated and reports it`() {
    let slides = slides(
      Array("[".utf8) + Array(repeating: Array("0,".utf8), count: 200_500).joined() + Array("0]".utf8))
    expect(slides.count, equals: DeckFile.maximumCount + 1)
    expect(slides.last, equals: broken("has more than 200000 slides; the rest is left out"))
  }

  @Test func `endlessly nested arrays and objects are rejected`() {
    expect(
      slides(Array(repeating: UInt8(ascii: "["), count: 1 << 20)),
      equals: [broken("not valid JSON in line 1, column 513")])
    let objects = Array(repeating: "[{\"image\":", count: 100_000).joined()
    expect(slides(objects), equals: [broken("not valid JSON in line 1, column 2561")])
  }

  @Test func `a caption may be megabytes long`() {
    let caption = String(repeating: "é", count: 1 << 20)
    expect(slides("[{\"image\": \"a.jpg\", \"caption\": \"\(caption)\"}]").first?.caption, equals: caption)
  }
}
