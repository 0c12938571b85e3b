import System
import TestSupport
import Testing

struct TextSearchTests {
  @Test(arguments: [
    ("Premature end of JPEG file", "end of JPEG", true), ("aab", "ab", true), ("abab", "abb", false),
    ("file", "", true), ("", "a", false), ("größe", "öß", true),
  ])
  func `a text occurs in another one byte for byte`(text: String, sought: String, occurs: Bool) {
    expect(text.includes(sought), equals: occurs)
    expect(Array(text.utf8).includes(sought.utf8), equals: occurs)
  }
}
