import Terminal
import TestSupport
import Testing

@Suite struct BackgroundHintTests {
  @Test(arguments: [("15;0", UInt8(0)), ("0;15", 15), ("0;default;15", 15), ("default;7", 7)])
  func `the last field of COLORFGBG is the background's palette index`(value: String, index: UInt8) {
    expect(Color.backgroundHint(environment: ["COLORFGBG": value]), equals: Color(index: index))
  }

  @Test(arguments: ["", "15", "15;", "15;default", "0;16", "0;-1", "0;15;0;15", "0;٣"])
  func `a malformed COLORFGBG gives no hint`(value: String) {
    expect(Color.backgroundHint(environment: ["COLORFGBG": value]), equals: nil)
  }

  @Test func `without COLORFGBG there is no hint`() {
    expect(Color.backgroundHint(environment: ["TERM": "vt100"]), equals: nil)
  }
}
