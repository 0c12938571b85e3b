@testable import Decks
import PictureTestSupport
import System
import TestSupport
import Testing

/// What decks set for single slides.
struct OwnSettingsTests {
  private func slides(_ text: String, vocabulary: SlideVocabulary = .any) -> [Slide] {
    DeckFile.slides(Array(text.utf8), name: "deck.json", folder: Path("talk"), vocabulary: vocabulary)
  }

  private let vocabulary = SlideVocabulary(
    transition: SlideVocabulary.Values(["slide", "fade"]),
    background: SlideVocabulary.Values("a color") { $0.hasPrefix("#") },
    fit: SlideVocabulary.Values(["contain", "cover", "none"]))

  private func durations(_ text: String) -> [SlideDuration?] { slides(text).map(\.own.duration) }

  @Test func `a slide's duration is a number of seconds, or holds it until the user moves on`() {
    expect(
      durations(
        """
        [{"image": "a.jpg", "duration": 8}, {"image": "b.jpg", "duration": 2.5}, {"image": "c.jpg", "duration": "hold"},
         {"image": "d.jpg", "duration": 0}, {"image": "e.jpg"}, "f.jpg", {"image": "g.jpg", "duration": null},
         {"image": "h.jpg", "duration": 86400}]
        """),
      equals: [.seconds(8), .seconds(2.5), .hold, .hold, nil, nil, nil, .seconds(86_400)])
  }

  @Test(arguments: ["-1", "86401", "1e300", "1e999", "-0.001", "\"8\"", "\"never\"", "\"\"", "true", "[]", "{}", "[8]"])
  func `an invalid duration is left out and named, and the picture is shown`(value: String) {
    let slides = slides("[\"a.jpg\", {\"image\": \"b.jpg\", \"caption\": \"B\", \"duration\": \(value)}, \"c.jpg\"]")
    let problem =
      "deck.json, entry 2 (line 1, column 46): \"duration\": expected a number of seconds from 2 to 86400, 0 or \"hold\""
    expect(
      slides,
      equals: [
        Slide(.file(Path("talk/a.jpg"))),
        Slide(.file(Path("talk/b.jpg")), caption: "B", own: OwnSettings(problem: problem)),
        Slide(.file(Path("talk/c.jpg"))),
      ])
    let deck = Deck([.slides(slides)])
    expect(deck.problems, equals: [problem])
    expect(deck.settingsProblem, equals: problem)
  }

  @Test func `a slide's transition, background and fit are names that the options have`() {
    let slides = slides(
      """
      [{"image": "a.jpg", "transition": "fade", "background": "#fff", "fit": "cover"}, {"image": "b.jpg", "fit": null},
       "c.jpg"]
      """, vocabulary: vocabulary)
    expect(
      slides.map(\.own),
      equals: [OwnSettings(transition: "fade", background: "#fff", fit: "cover"), OwnSettings(), OwnSettings()])
    expect(Deck([.slides(slides)]).transitionNames, equals: ["fade"])
  }

  @Test func `names that no option has are left out and named together; the other settings hold`() {
    let slides = slides(
      """
      [{"image": "a.jpg", "duration": "8 s", "transition": "wipe", "background": "grass", "fit": "wide"},
       {"image": "b.jpg", "duration": 8, "background": 3, "fit": "cover"},
       {"image": "c.jpg", "background": ["#fff"], "fit": ""},
       {"image": "d.jpg", "background": "#\(String(repeating: "f", count: 100))"}]
      """, vocabulary: vocabulary)
    let (color, fit) = ("\"background\": expected a color", "\"fit\": expected contain, cover or none")
    let duration = "\"duration\": expected a number of seconds from 2 to 86400, 0 or \"hold\""
    expect(
      slides.map(\.own),
      equals: [
        OwnSettings(
          problem:
            "deck.json, entry 1 (line 1, column 21): \(duration); \"transition\": expected slide or fade; \(color); \(fit)"
        ),
        OwnSettings(duration: .seconds(8), fit: "cover", problem: "deck.json, entry 2 (line 2, column 36): \(color)"),
        OwnSettings(problem: "deck.json, entry 3 (line 3, column 21): \(color); \(fit)"),
        OwnSettings(problem: "deck.json, entry 4 (line 4, column 21): \(color)"),
      ])
  }

  @Test func `files, pipes and servers are read with the vocabulary of the request`() throws {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    let text = "[{\"image\": \"a.jpg\", \"fit\": \"wide\"}]"
    folder.file("deck.json", Array(text.utf8))
    var request = DeckRequest(arguments: [folder.argument("deck.json")])
    request.vocabulary = vocabulary
    expect(
      DeckReader(request).read().problems,
      equals: ["deck.json, entry 1 (line 1, column 21): \"fit\": expected contain, cover or none"])
    expect(
      RemoteDeck(url: "http://a.org/d.json", vocabulary: vocabulary).slides(of: folder("deck.json"))[0].own.problem,
      equals: "http://a.org/d.json, entry 1 (line 1, column 21): \"fit\": expected contain, cover or none")
  }

  @Test func `a deck lists its slides' settings by position, in any order, and its problems`() {
    let bad = "{\"image\": \"x.jpg\", \"duration\": -1}"
    let segments = [
      Deck.Segment.slides(slides("[\"a.jpg\", {\"image\": \"b.jpg\", \"duration\": 9}, \(bad), \(bad), \(bad)]"))
    ]
    let deck = Deck(segments)
    expect(deck.ownSettings.mapValues(\.duration), equals: [1: .seconds(9), 2: nil, 3: nil, 4: nil])
    expect(deck.problems.count, equals: 3)
    let first =
      "deck.json, entry 3 (line 1, column 65): \"duration\": expected a number of seconds from 2 to 86400, 0 or \"hold\""
    expect(deck.settingsProblem, equals: "\(first) (and 2 more)")
    let reversed = Deck(segments, reversed: true)
    expect(reversed.ownSettings[3]?.duration, equals: .seconds(9))
    expect(Deck([.slides(slides("[\"a.jpg\"]"))]).ownSettings, equals: [:])
    expect(Deck().settingsProblem, equals: nil)
  }

  @Test func `the settings of a document or an archive in a deck are those of all its slides`() {
    let own = OwnSettings(duration: .hold)
    let document = Document(Path("a.pdf"), as: Slide(.file(Path("a.pdf")), own: own), pageCount: 2)
    let deck = Deck([.pages(document)])
    expect(deck.ownSettings, equals: [0: own, 1: own])
    expect(deck[1].own, equals: own)
    let folder = TemporaryFolder()
    defer { folder.remove() }
    folder.file("b.cbz", TestArchive.bytes([("1.png", Samples.png), ("2.png", Samples.png)], .zip))
    folder.file("deck.json", Array("[{\"image\": \"b.cbz\", \"duration\": 0}]".utf8))
    let archive = DeckReader(DeckRequest(arguments: [folder.argument("deck.json")])).read()
    expect(archive.count, equals: 2)
    expect(archive.ownSettings, equals: [0: own, 1: own])
  }

  @Test func `slides of a remote deck have settings, too`() {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    folder.file("body", Array("[{\"image\": \"a.jpg\", \"duration\": 3}]".utf8))
    expect(
      RemoteDeck(url: "http://a.org/d.json").slides(of: folder("body")),
      equals: [Slide(.url("http://a.org/a.jpg"), own: OwnSettings(duration: .seconds(3)))])
  }
}
