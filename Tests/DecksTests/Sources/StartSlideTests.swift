import Decks
import PictureTestSupport
import System
import TestSupport
import Testing

/// A start slide given by name is shown before the rest of the deck is known.
final class StartSlideTests {
  private let folder = TemporaryFolder()

  init() {
    for name in ["album", "album/sub", "album/.hidden"] { folder.folder(name) }
    for name in ["1.png", "2.png", "10.png", "sub/deep.png", "notes.txt", ".h.png", ".hidden/x.png"] {
      folder.file("album/" + name)
    }
    folder.folder("album/folder.png")
    folder.file("single.dat")
  }

  deinit { folder.remove() }

  /// Returns the partial decks that are reported for a request with a start name.
  private func told(
    _ start: String, in arguments: String..., recursive: Bool = false, reversed: Bool = false
  ) -> [[Location]] {
    var told: [[Location]] = []
    let request = DeckRequest(
      arguments: arguments.map { $0.hasPrefix("http") ? Array($0.utf8) : folder.argument($0) }, recursive: recursive,
      reversed: reversed, startName: Array(start.utf8))
    var first: [[Location]] = []
    func locations(of deck: Deck) -> [Location] { (0..<deck.count).map { deck[$0].location } }
    let whole = DeckReader(request).read {
      told.append(locations(of: $0))
    } first: {
      first.append(locations(of: $0))
    }
    // The start slide alone, if it is reported before the others.
    expect(first, equals: Array(told.prefix(1)))
    // Every slide that is reported early is also in the complete deck.
    for location in told.joined() { #expect(whole.position(of: location, near: 0) != nil) }
    return told
  }

  @Test func `a start picture is reported alone before its folder is read`() {
    expect(told("2.png", in: "album"), equals: [[.file(folder("album/2.png"))]])
    expect(told("2.png", in: "album", reversed: true), equals: [[.file(folder("album/2.png"))]])
  }

  @Test func `the start picture may be given with its folder's path`() {
    expect(told(folder.path.string + "/album/2.png", in: "album"), equals: [[.file(folder("album/2.png"))]])
    expect(told("file://\(folder.path.string)/album/./2.png", in: "album"), equals: [[.file(folder("album/2.png"))]])
    expect(told("sub/deep.png", in: "album", recursive: true), equals: [[.file(folder("album/sub/deep.png"))]])
  }

  @Test func `a start that the folder does not list is not reported early`() {
    for name in ["gone.png", "notes.txt", ".h.png", "folder.png", "", ".", "sub/deep.png", "../single.dat"] {
      expect(told(name, in: "album"), equals: [], "\(name)")
    }
    for name in [".hidden/x.png", "sub/../2.png", "sub//deep.png", "/2.png"] {
      expect(told(name, in: "album", recursive: true), equals: [], "\(name)")
    }
  }

  @Test func `start files and start URLs are found by name, too`() {
    expect(told("single.dat", in: "album", "single.dat").first, equals: [.file(folder("single.dat"))])
    expect(told("u.png", in: "https://a.org/u.png").first, equals: [.url("https://a.org/u.png")])
  }

  @Test func `arguments without the start slide are not reported early`() {
    // Otherwise the single file would be reported before the second folder is read.
    expect(told("2.png", in: "single.dat", "album"), equals: [[.file(folder("album/2.png"))]])
    expect(told("deep.png", in: "single.dat", "album"), equals: [])
  }
}

extension Path {
  fileprivate var string: String { String(decoding: bytes, as: UTF8.self) }
}
