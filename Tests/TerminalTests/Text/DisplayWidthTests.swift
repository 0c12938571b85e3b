import Terminal
import TestSupport
import Testing

@Suite struct DisplayWidthTests {
  @Test(
    arguments: [
      ("a", 1), ("é", 1), ("\u{301}", 0), ("日", 2), ("한", 2), ("ｗ", 2), ("😀", 2), ("▀", 1), ("●", 1),
      ("\u{200B}", 0), ("\u{200D}", 0), ("\u{FE0F}", 0), ("א", 1), ("\u{1B}", 0), ("\u{9B}", 0), ("\u{1160}", 0),
      ("\u{20000}", 2), ("\u{2FFFD}", 2), ("\u{1FB00}", 1), ("\u{1CD00}", 1), ("\u{E0001}", 0), ("\u{10FFFD}", 1),
    ] as [(Unicode.Scalar, Int)])
  func `A scalar has the width that terminals give it`(scalar: Unicode.Scalar, width: Int) {
    expect(displayWidth(of: scalar), equals: width)
  }

  @Test(
    arguments: [
      ("a", 1), ("e\u{301}", 1), ("🇫🇷", 2), ("👩‍👩‍👧‍👦", 2), ("👍🏽", 2), ("❤\u{FE0F}", 1), ("1\u{FE0F}\u{20E3}", 1),
      ("日", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("\r\n", 0),
    ] as [(Character, Int)])
  func `A grapheme cluster has the width of its cells`(cluster: Character, width: Int) {
    expect(displayWidth(of: cluster), equals: width)
  }

  @Test func `A text's width is the sum of its clusters' widths`() {
    expect(displayWidth(of: "日本 e\u{301}! 🇫🇷"), equals: 10)
    expect(displayWidth(of: ""), equals: 0)
  }

  @Test(
    arguments: [
      ("a", 1), (.continuation, 0), (.blank, 1), ("日", 2), (Glyph(cluster: "🇫🇷"), 2), ("\u{301}", 1),
      (Glyph(cluster: "e\u{301}"), 1), (.upperHalf, 1),
    ] as [(Glyph, Int)])
  func `A glyph reports its width`(glyph: Glyph, width: Int) {
    expect(glyph.width, equals: width)
  }

  @Test func `Only glyphs that terminals disagree on have an unsettled width`() {
    let settled: [Glyph] = ["a", .blank, .upperHalf, "─", "日", "\u{1FB00}", "\u{1CD00}", "⣿", .continuation]
    let unsettled: [Glyph] = ["●", "😀", "א", Glyph(cluster: "e\u{301}"), Glyph(cluster: "🇫🇷"), "\u{E000}", "\u{903}"]
    for glyph in settled { #expect(!glyph.isWidthUnsettled, "\(glyph)") }
    for glyph in unsettled { #expect(glyph.isWidthUnsettled, "\(glyph)") }
    expect(Glyph(cluster: "👍🏽").widestWidth, equals: 4)
    expect(("●" as Glyph).widestWidth, equals: 2)
  }
}
