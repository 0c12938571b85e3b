import Decks
import PictureTestSupport
import TestSupport
import Testing

struct ServedContentTests {
  @Test(arguments: [
    ("", ServedContent.nothing), (" \n", .text), ("<!DOCTYPE html><p>", .page), ("\n <HTML lang=en>", .page),
    ("\u{FEFF}<html>", .page), ("<?xml version='1.0'?><feed/>", .markup), ("[{\"image\": 1}]", .json), ("{}", .json),
    ("a.jpg\nb/c.PNG\n", .list), ("https://h/a\nhttp://h/b c\n", .text), ("https://h/a\nhttp://h/b\n", .list),
    ("a.jpg?x=1\n", .list), ("Not found, sorry", .text), ("PK\u{3}\u{4}", .archive), ("\u{7F}ELF", .program),
    ("# seen today\na.jpg\n#\r\nhttps://h/a\n", .list), ("# a heading\n# and another\n", .text),
    ("# a heading\nand a sentence.\n", .text), ("\u{0}\u{1}", .unknown), ("fLaC", .sound),
  ])
  func `the first bytes determine the kind of content`(text: String, content: ServedContent) {
    expect(ServedContent(head: Array(text.utf8)), equals: content)
  }

  @Test func `a list is recognized even if its last line is cut off`() {
    let line = "https://example.org/photos/number-one.jpg\n"
    let text = String(repeating: line, count: 200)
    expect(ServedContent(head: Array(Array(text.utf8).prefix(4096))), equals: .list)
  }
}
