import System
import TestSupport
import Testing

struct PercentEncodingTests {
  @Test func `bytes are percent-encoded in uppercase, except those that stay`() {
    let text = PercentEncoding.encoded("a b/é".utf8) { $0 != 0x20 && $0 < 0x80 }
    expect(text, equals: "a%20b/%C3%A9")
    expect(PercentEncoding.encoded([], except: { _ in false }), equals: "")
    expect(PercentEncoding.encoded("@AZaz[`{09/~%".utf8, keeping: "~"), equals: "%40AZaz%5B%60%7B09%2F~%25")
  }

  @Test func `a percent sign without two digits stays`() {
    expect(PercentEncoding.decoded("%41%6a%c3%A9%4%zz%".utf8), equals: Array("Ajé%4%zz%".utf8))
  }
}
