import Decks
import Downloads
import PictureTestSupport
import System
import TestSupport
import Testing

struct RemoteDeckTests {
  private func slides(_ text: String, url: String = "https://h/album/deck.json", finalURL: String? = nil) -> [Slide] {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    folder.file("body", Array(text.utf8))
    return RemoteDeck(url: url, finalURL: finalURL).slides(of: folder("body"))
  }

  @Test func `a deck's entries are resolved against its URL`() {
    expect(
      slides(
        #"[{"image": "a.jpg", "caption": "A", "link": "more.html"}, {"image": "/b.jpg"}, {"image": "http://x/c"}]"#),
      equals: [
        Slide(.url("https://h/album/a.jpg"), caption: "A", link: "https://h/album/more.html"),
        Slide(.url("https://h/b.jpg")),
        Slide(.url("http://x/c")),
      ])
  }

  @Test func `only a URL among the arguments is replaced by the deck that it serves, and only once`() throws {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    let url = "http://h/wall"
    let reader = DeckReader(DeckRequest(arguments: [Array(url.utf8)]))
    func served(_ text: String, by url: String) -> [Slide]? {
      folder.file("body", Array(text.utf8))
      let stamp = FileStamp(inode: 1, size: text.utf8.count, modified: 1)
      return reader.slides(servedBy: url, in: FetchedCopy(path: folder("body"), stamp: stamp))
    }
    let growing = #"["\#(url)", "\#(url)"]"#
    expect(served(growing, by: url), equals: [Slide(.url(url)), Slide(.url(url))])
    #expect(reader.record(deckAt: url))
    // The deck names itself, and does not grow for ever.
    #expect(!reader.record(deckAt: url))
    expect(served(growing, by: "http://h/other"), equals: nil)
    for text in ["<html>", "", #"["\#(url)"]"#] { expect(served(text, by: url), equals: nil, "\(text)") }
  }

  @Test func `after a redirect, entries are resolved against the final URL`() {
    let moved = "http://other/x/y.json"
    expect(
      slides(#"[{"image": "a.jpg", "link": "/b"}]"#, finalURL: moved),
      equals: [
        Slide(.url("http://other/x/a.jpg"), link: "http://other/b")
      ])
    expect(slides("../a.jpg\n", url: "https://h/l.txt", finalURL: moved), equals: [Slide(.url("http://other/a.jpg"))])
    // Its name is the requested URL, not the final one.
    expect(slides("{}", finalURL: moved).map(\.location.nameBytes), equals: [Array("https://h/album/deck.json".utf8)])
  }

  @Test(arguments: ["/etc/passwd", "file:///etc/passwd", "../../../../etc/passwd", "//etc/passwd", "~/x", "C:/x.jpg"])
  func `a remote deck never refers to local files`(image: String) {
    for slide in slides(#"[{"image": "\#(image)", "link": "\#(image)"}]"#)
      + slides("\(image).jpg\n", url: "http://h/l.txt")
    {
      if case .file = slide.location { Issue.record("\(slide)") }
      #expect(slide.link == nil || slide.link?.hasPrefix("https://") == true)
    }
  }

  @Test func `a disallowed entry keeps its place and shows the reason`() {
    expect(
      slides(#"[{"image": "file:///etc/passwd", "caption": "A", "link": "javascript:x"}]"#),
      equals: [
        Slide(
          .broken(entry: "file:///etc/passwd", reason: "a remote deck may name http and https URLs only"),
          caption: "A")
      ])
  }

  @Test func `a list's lines are resolved against its URL; comments and empty lines are skipped`() {
    expect(
      slides("#EXTM3U\na.jpg\n\n b c.png\r\nhttps://x/y.gif\n", url: "http://h/l/list.m3u"),
      equals: [
        Slide(.url("http://h/l/a.jpg")), Slide(.url("http://h/l/%20b%20c.png")), Slide(.url("https://x/y.gif")),
      ])
  }

  @Test func `a body that is neither a deck nor a list becomes one slide`() {
    for text in ["<html>", "hello", "\u{89}PNG\r\n\u{1A}\n"] {
      for url in ["https://h/x", "https://h/x.png"] { expect(slides(text, url: url), equals: [Slide(.url(url))]) }
    }
    expect(
      slides("{}").map(\.location),
      equals: [
        .broken(entry: "https://h/album/deck.json", reason: "expected a JSON array of slides")
      ])
  }

  @Test func `a deck inside a deck is a single slide`() {
    expect(slides(#"[{"image": "more.json"}]"#), equals: [Slide(.url("https://h/album/more.json"))])
  }
}
