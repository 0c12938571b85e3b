import Terminal
import TestSupport
import Testing

@Suite struct SafeTextTests {
  @Test(arguments: [
    ("plain name.jpg", "plain name.jpg"),
    ("a\u{1B}[2Jb", "a␛[2Jb"),
    ("line\nbreak\ttab\rend\u{0}\u{7F}", "line␊break␉tab␍end␀␡"),
    ("\u{9B}31m", "<U+009B>31m"),
    ("photo\u{202E}gpj.exe", "photo<U+202E>gpj.exe"),
    ("a\u{2028}b\u{200F}c\u{2066}d", "a<U+2028>b<U+200F>c<U+2066>d"),
    ("zero\u{200B}width\u{FEFF}", "zero<U+200B>width<U+FEFF>"),
    ("co\u{AD}op", "coop"),
    ("a\u{200D}b", "ab"),
    ("می\u{200C}خواهم", "میخواهم"),
    ("👩\u{200D}👧", "👩\u{200D}👧"),
    ("👩\u{200D}", "👩"),
    ("\u{301}x", "\u{25CC}\u{301}x"),
    ("z\u{301}\u{302}\u{303}\u{304}", "z\u{301}\u{302}"),
    ("\u{E0041}", "<U+E0041>"),
    ("\u{FFFF}", "\u{FFFD}"),
    ("שלום", "שלום"),
    ("a\u{3164}b\u{115F}c\u{1160}d\u{FFA0}e", "a<U+3164>b<U+115F>c<U+1160>d<U+FFA0>e"),
    ("a\u{2800}b\u{34F}c\u{17B4}d\u{2060}e\u{1D159}", "a<U+2800>b<U+034F>c<U+17B4>d<U+2060>e<U+1D159>"),
    ("at 9.41\u{202F}AM", "at 9.41\u{202F}AM"), ("❤\u{FE0F}", "❤\u{FE0F}"), ("가\u{1100}", "가\u{1100}"),
  ])
  func `Control, format and invisible characters become visible symbols or are dropped`(text: String, safe: String) {
    #expect(SafeText.visible(text).unicodeScalars.elementsEqual(safe.unicodeScalars))
    expect(SafeText.visible(safe), equals: safe)
  }

  @Test func `Bytes that are not UTF-8 become replacement characters`() {
    expect(SafeText.visible([0x61, 0xFF, 0xC3, 0x28, 0x1B] as [UInt8]), equals: "a��(␛")
    expect(SafeText.visible(Array("日本".utf8)), equals: "日本")
  }

  @Test func `Safe text contains no control or format characters except U+200D`() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<300 {
      var text = String.UnicodeScalarView()
      for _ in 0..<20 {
        let value = UInt32.random(in: 0...0x2100, using: &random)
        text.append(Unicode.Scalar(value) ?? "x")
      }
      for scalar in SafeText.visible(String(text)).unicodeScalars {
        let category = scalar.properties.generalCategory
        #expect(category != .control && category != .lineSeparator && category != .paragraphSeparator)
        #expect(category != .format || scalar == "\u{200D}")
      }
    }
  }

  @Test(arguments: [
    ("hello", 5, "hello"), ("hello", 4, "hel…"), ("hello", 1, "…"), ("hello", 0, ""), ("hello", -3, ""), ("", 3, ""),
    ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本語", 1, "…"),
    ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
  ])
  func `Overlong text ends in an ellipsis within its columns`(text: String, columns: Int, shortened: String) {
    expect(SafeText.ellipsized(text, columns: columns), equals: shortened)
    #expect(displayWidth(of: shortened) <= max(0, columns))
  }

  @Test(arguments: [
    ("hello", 5, "hello"), ("hello", 4, "hel…"), ("hello", 0, ""), ("a\u{1B}b", 9, "a␛b"),
    (String(repeating: "ab\u{1B}", count: 100_000), 10, "ab␛ab␛ab␛…"),
    ("a" + String(repeating: "\u{301}", count: 100_000), 4, "a\u{301}\u{301}…"),
  ])
  func `A line is made safe and shortened to its columns with an ellipsis`(
    text: String, columns: Int, line: String
  ) {
    expect(SafeText.line(text, columns: columns), equals: line)
  }

  @Test(arguments: [
    ("reading…", 20, "reading..."), ("a name that is too long", 12, "a name th..."), ("a name", 5, "a na~"),
    ("a…b", 3, "a.~"), ("…", 1, "~"), ("…", 3, "..."), ("fits", 4, "fits"),
    (String(repeating: "x", count: 1_000), 10, "xxxxxxx..."),
  ])
  func `Without Unicode a line is shortened with dots, or with a tilde if it is narrow`(
    text: String, columns: Int, line: String
  ) {
    expect(SafeText.line(text, columns: columns, isUnicode: false), equals: line)
  }

  @Test(arguments: [
    ("IMG_20240501_0012.jpg", 21, "IMG_20240501_0012.jpg"), ("IMG_20240501_0012.jpg", 12, "IMG_20…2.jpg"),
    ("日本語の写真.png", 10, "日本….png"), ("name", 2, "n…"), ("name", 0, ""), ("a\u{1B}b", 9, "a␛b"),
    ("a" + String(repeating: "b", count: 100_000) + ".png", 8, "abbb…png"),
  ])
  func `A name is shortened in its middle`(text: String, columns: Int, name: String) {
    expect(SafeText.name(text, columns: columns), equals: name)
  }

  @Test func `Text is split into cells that every terminal can draw`() {
    let cells = SafeText.cells(of: "a日e\u{301}👩‍👧❤\u{FE0F}🇫🇷👍🏽")
    let expected: [String] = ["a", "日", "e\u{301}", "👩", "❤", "🇫🇷", "👍🏽"]
    expect(cells.map { String(String.UnicodeScalarView($0.glyph.scalars)) }, equals: expected)
    expect(cells.map(\.width), equals: [1, 2, 1, 2, 1, 2, 2])
  }

  @Test func `A conjunct of two letters takes two cells`() {
    expect(SafeText.cells(of: "क्ष").map(\.width), equals: [1, 1])
  }

  @Test func `text is wrapped at spaces, and within words that are longer than a line`() {
    expect(SafeText.lines("", columns: 5, rows: 3), equals: [""])
    expect(SafeText.lines("one", columns: 5, rows: 3), equals: ["one"])
    expect(SafeText.lines("one two three", columns: 7, rows: 3), equals: ["one two", "three"])
    expect(SafeText.lines("one  two", columns: 4, rows: 3), equals: ["one", "two"])
    expect(SafeText.lines("abcdefgh ij", columns: 5, rows: 3), equals: ["abcde", "fgh", "ij"])
    expect(SafeText.lines("one two three four", columns: 5, rows: 2), equals: ["one", "two …"])
    expect(SafeText.lines("漢字漢字", columns: 5, rows: 2), equals: ["漢字", "漢字"])
    expect(SafeText.lines("漢字", columns: 1, rows: 3), equals: ["漢", "…"])
    expect(SafeText.lines("a\nb", columns: 9, rows: 3), equals: ["a␊b"])
    expect(SafeText.lines("one", columns: 0, rows: 3), equals: [])
    expect(SafeText.lines("one", columns: 3, rows: 0), equals: [])
    expect(SafeText.lines("one two", columns: .max, rows: .max), equals: ["one two"])
  }
}
