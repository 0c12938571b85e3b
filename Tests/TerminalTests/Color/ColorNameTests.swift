import Terminal
import TestSupport
import Testing

@Suite struct ColorNameTests {
  @Test func `Hexadecimal notation is parsed as an sRGB color`() {
    expect(ColorName.color(from: "#f80"), equals: Color(red: 255, green: 136, blue: 0))
    expect(ColorName.color(from: "#0a1B2c"), equals: Color(red: 10, green: 27, blue: 44))
  }

  @Test func `Color names map to palette entries`() {
    expect(ColorName.color(from: "black"), equals: Color(index: 0))
    expect(ColorName.color(from: "White"), equals: Color(index: 7))
    expect(ColorName.color(from: "bright-white"), equals: Color(index: 15))
    expect(ColorName.color(from: "gray"), equals: Color(index: 8))
    expect(ColorName.color(from: "grey"), equals: Color(index: 8))
    expect(ColorName.color(from: "GRAY"), equals: Color(index: 8))
    expect(ColorName.names.count, equals: 16)
  }

  @Test(arguments: ["", "#", "#ff", "#ffff", "#ggg", "#+1+", "#12345", "#1234567", "reddish", "12", "#ｆｆｆ"])
  func `Malformed notation and unknown names are rejected`(text: String) {
    expect(ColorName.color(from: text), equals: nil)
  }
}
