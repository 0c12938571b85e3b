import Decks
import PictureTestSupport
import System
import TestSupport
import Testing

/// RAW files and the pictures of the same shots.
struct RAWPairsTests {
  private let folder = TemporaryFolder()

  init() {
    folder.folder("below")
    for name in ["a.jpg", "a.CR3", "b.NEF", "c.heic", "c.dng", "d.jpg", "A.png", "below/d.dng"] { folder.file(name) }
  }

  private func deck(_ pairing: RAWPairing) -> Deck {
    var request = DeckRequest(arguments: [folder.path.bytes], recursive: true)
    request.raw = pairing
    return DeckReader(request).read()
  }

  @Test func `a pair is one slide, and its RAW file is known`() {
    let deck = deck(.pair)
    expect(Set(deck.names), equals: ["A.png", "a.jpg", "b.NEF", "c.heic", "d.jpg", "d.dng"])
    expect(deck.companions, equals: [folder("a.jpg"): folder("a.CR3"), folder("c.heic"): folder("c.dng")])
    // Also without one of its slides.
    expect(deck.removing([.file(folder("b.NEF"))]).companions, equals: deck.companions)
  }

  @Test func `both files are slides of their own if that is requested`() {
    let deck = deck(.separate)
    expect(deck.count, equals: 8)
    expect(deck.companions, equals: [:])
  }

  @Test func `the RAW file alone is shown if that is requested`() {
    let names = Set(deck(.only).names)
    expect(names, equals: ["A.png", "a.CR3", "b.NEF", "c.dng", "d.jpg", "d.dng"])
  }

  @Test func `a pair is renamed together, each with its own extension, and back`() {
    let organizer = FileOrganizer(trash: nil)
    let result = organizer.perform(.rename(to: Array("sea.jpg".utf8)), on: [folder("a.jpg"), folder("a.CR3")])
    expect(result.change.items.map { String(decoding: $0.to.name, as: UTF8.self) }, equals: ["sea.jpg", "sea.CR3"])
    expect(organizer.undo(result.change).failures, equals: [])
    expect(PathKind(of: folder("a.CR3")), equals: .file)
  }
}
