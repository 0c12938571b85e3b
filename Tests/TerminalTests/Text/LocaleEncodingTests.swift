import Terminal
import TestSupport
import Testing

@Suite struct LocaleEncodingTests {
  @Test(
    arguments: [
      (["LANG": "en_US.UTF-8"], true), (["LANG": "C.utf8"], true), (["LANG": "C"], false), ([:], false),
      (["LC_ALL": "POSIX", "LANG": "en_US.UTF-8"], false),
      (["LC_ALL": "", "LC_CTYPE": "de_AT.UTF-8", "LANG": "C"], true),
      (["LC_CTYPE": "de_AT.ISO-8859-1", "LANG": "C.UTF-8"], false),
    ] as [([String: String], Bool)])
  func `The first non-empty locale variable decides`(environment: [String: String], isUTF8: Bool) {
    expect(LocaleEncoding.isUTF8(environment: environment), equals: isUTF8)
  }

  @Test(
    arguments: [
      ("a", "a"), ("█", "#"), ("●", "*"), ("○", "o"), ("…", "."), ("日", "?"), ("‖", "|"), ("─", "-"),
      (.continuation, " "),
      ("\u{1B}", "?"),
    ] as [(Glyph, Unicode.Scalar)])
  func `Every glyph has a look-alike in printable ASCII`(glyph: Glyph, lookalike: Unicode.Scalar) {
    expect(glyph.asciiLookalike, equals: UInt8(ascii: lookalike))
  }
}
