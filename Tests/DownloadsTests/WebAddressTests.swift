import Downloads
import PictureTestSupport
import TestSupport
import Testing

struct WebAddressTests {
  /// The examples in RFC 3986, sections 5.4.1 and 5.4.2, that resolve to http URLs.
  static let examples: [(String, String)] = [
    ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
    ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
    ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"),
    ("g;x", "http://a/b/c/g;x"),
    ("g;x?y#s", "http://a/b/c/g;x?y#s"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
    ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
    ("../../", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"),
    ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
    ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"),
    ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
    ("g;x=1/../y", "http://a/b/c/y"), ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
    ("g#s/./x", "http://a/b/c/g#s/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"), ("https://h/i", "https://h/i"),
    ("photos/ä b.jpg", "http://a/b/c/photos/%C3%A4%20b.jpg"), ("HTTP://H/i", "HTTP://H/i"),
  ]

  @Test(arguments: examples)
  func `references are resolved as in RFC 3986`(reference: String, expected: String) {
    expect(WebAddress.resolved(reference, against: "http://a/b/c/d;p?q"), equals: expected)
  }

  @Test(arguments: [
    "file:///etc/passwd", "FILE:///etc/passwd", "g:h", "mailto:a@b", "ftp://h/i", "data:image/png;base64,AA==",
    "http:///x",
    "javascript:alert(1)", "a\0b",
  ])
  func `references that do not lead to a web server are rejected`(reference: String) {
    expect(WebAddress.resolved(reference, against: "http://a/b/c/d;p?q"), equals: nil)
  }

  @Test func `only valid http and https URLs of limited length are accepted`() {
    expect(WebAddress.checked("https://h/a/b?c#d"), equals: "https://h/a/b?c#d")
    let longest = "http://h/" + String(repeating: "a", count: 16_384 - 9)
    expect(WebAddress.checked(longest), equals: longest)
    for url in [
      longest + "a", "file:///etc/passwd", "/a", "a", "", "//h/a", "ftp://h/a", "http://", "http:///a",
      "http://h/\u{1B}[2J",
      "http://h/a\nb", "http://h/\0",
    ] {
      expect(WebAddress.checked(url), equals: nil, "\(url.prefix(40))")
    }
  }

  @Test func `requested URLs have no fragment and are percent-encoded`() {
    expect(WebAddress.request(of: "https://h/a b.png?x=ü#top"), equals: "https://h/a%20b.png?x=%C3%BC")
    expect(WebAddress.request(of: "https://h/a%20b.png"), equals: "https://h/a%20b.png")
  }

  @Test func `a URL's extension comes from its path`() {
    expect(WebAddress.fileExtension(of: "https://h/deck.JSON?x=a.png#b.gif"), equals: "json")
    expect(WebAddress.fileExtension(of: "https://h/photo"), equals: nil)
  }
}
