import Terminal
import Testing

@Suite struct ColorNameTests {
  @Test func `Hexadecimal notation is parsed as an sRGB color`() {
    #expect(ColorName.color(from: "#f80") == Color(red: 255, green: 136, blue: 0))
    #expect(ColorName.color(from: "#0a1B2c") == Color(red: 10, green: 27, blue: 44))
  }

  @Test func `Color names map to palette entries`() {
    #expect(ColorName.color(from: "black") == Color(index: 0))
    #expect(ColorName.color(from: "White") == Color(index: 7))
    #expect(ColorName.color(from: "bright-white") == Color(index: 15))
    #expect(ColorName.color(from: "gray") == Color(index: 8))
    #expect(ColorName.color(from: "grey") == Color(index: 8))
    #expect(ColorName.color(from: "GRAY") == Color(index: 8))
    #expect(ColorName.names.count == 16)
  }

  @Test(arguments: ["", "#", "#ff", "#ffff", "#ggg", "#+1+", "#12345", "#1234567", "reddish", "12", "#ｆｆｆ"])
  func `Malformed notation and unknown names are rejected`(text: String) {
    #expect(ColorName.color(from: text) == nil)
  }
}
