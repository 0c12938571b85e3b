import Decks
import PictureTestSupport
import Testing

struct RemoteDeckTests {
  private func slides(_ text: String, url: String = "https://h/album/deck.json", finalURL: String? = nil) -> [Slide] {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    folder.file("body", Array(text.utf8))
    return RemoteDeck(url: url, finalURL: finalURL).slides(of: folder("body"))
  }

  @Test func `a deck's entries are seen from its own URL`() {
    #expect(
      slides(
        #"[{"image": "a.jpg", "caption": "A", "link": "more.html"}, {"image": "/b.jpg"}, {"image": "http://x/c"}]"#)
        == [
          Slide(.url("https://h/album/a.jpg"), caption: "A", link: "https://h/album/more.html"),
          Slide(.url("https://h/b.jpg")),
          Slide(.url("http://x/c")),
        ])
  }

  @Test func `where redirects led, entries are seen from there`() {
    let moved = "http://other/x/y.json"
    #expect(
      slides(#"[{"image": "a.jpg", "link": "/b"}]"#, finalURL: moved) == [
        Slide(.url("http://other/x/a.jpg"), link: "http://other/b")
      ])
    #expect(slides("../a.jpg\n", url: "https://h/l.txt", finalURL: moved) == [Slide(.url("http://other/a.jpg"))])
    // What it is called is what was asked for.
    #expect(slides("{}", finalURL: moved).map(\.location.nameBytes) == [Array("https://h/album/deck.json".utf8)])
  }

  @Test(arguments: ["/etc/passwd", "file:///etc/passwd", "../../../../etc/passwd", "//etc/passwd", "~/x", "C:/x.jpg"])
  func `whatever a deck from the network says, it names no file here`(image: String) {
    for slide in slides(#"[{"image": "\#(image)", "link": "\#(image)"}]"#)
      + slides("\(image).jpg\n", url: "http://h/l.txt")
    {
      if case .file = slide.location { Issue.record("\(slide)") }
      #expect(slide.link == nil || slide.link?.hasPrefix("https://") == true)
    }
  }

  @Test func `an entry that leads elsewhere keeps its place and says why`() {
    #expect(
      slides(#"[{"image": "file:///etc/passwd", "caption": "A", "link": "javascript:x"}]"#) == [
        Slide(
          .broken(entry: "file:///etc/passwd", reason: "a remote deck may name http and https URLs only"),
          caption: "A")
      ])
  }

  @Test func `a list's lines are seen from its own URL, comments and empty lines are none`() {
    #expect(
      slides("#EXTM3U\na.jpg\n\n b c.png\r\nhttps://x/y.gif\n", url: "http://h/l/list.m3u") == [
        Slide(.url("http://h/l/a.jpg")), Slide(.url("http://h/l/%20b%20c.png")), Slide(.url("https://x/y.gif")),
      ])
  }

  @Test func `what is neither is one slide, which will say what it is`() {
    for text in ["<html>", "hello", "\u{89}PNG\r\n\u{1A}\n"] {
      #expect(slides(text, url: "https://h/x") == [Slide(.url("https://h/x"))])
    }
    #expect(
      slides("{}").map(\.location) == [
        .broken(entry: "https://h/album/deck.json", reason: "expected a JSON array of slides")
      ])
  }

  @Test func `a deck in a deck is a slide`() {
    #expect(slides(#"[{"image": "more.json"}]"#) == [Slide(.url("https://h/album/more.json"))])
  }
}
