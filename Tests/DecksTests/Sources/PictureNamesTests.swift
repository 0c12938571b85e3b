import Decks
import PictureTestSupport
import System
import Testing

/// Which file names are pictures.
struct PictureNamesTests {
  @Test(arguments: [
    "a.jpg", "a.JPG", "a.JpEg", "a.jpe", "a.jfif", "a.MPO", "a.png", "a.b.PNG", " .jpg", "-.png", "a\n.png",
  ])
  func `names with a picture extension are pictures`(name: String) {
    #expect(PictureNames.isPicture(Array(name.utf8)))
  }

  @Test(arguments: [
    "", ".", "..", "jpg", ".jpg", ".a.jpg", "a.", "a.jp", "a.jpgg", "a.jpg.txt", "a.jpg ", "a.txt", "a.jpegjpeg",
  ])
  func `hidden names and names without a picture extension are not pictures`(name: String) {
    #expect(!PictureNames.isPicture(Array(name.utf8)))
  }

  @Test func `names that are not UTF-8 are classified by their extension`() {
    #expect(PictureNames.isPicture([0xFF, 0xFE, 0x2E, 0x70, 0x6E, 0x67]))
    #expect(!PictureNames.isPicture([0x61, 0x2E, 0xFF, 0x6E, 0x67]))
  }

  @Test func `decks are recognized by their extension`() {
    #expect(PictureNames.isDeck(Path("a/deck.json")))
    #expect(PictureNames.isDeck(Path("DECK.JSON")))
    #expect(!PictureNames.isDeck(Path("deck.json.png")))
    #expect(!PictureNames.isDeck(Path(".json")))
  }
}
