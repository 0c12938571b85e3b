/// Colors as users write them.
package enum ColorName {
  /// The names of the sixteen palette colors, in order.
  package static let names: [String] = {
    let plain = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
    return plain + plain.map { "bright-\($0)" }
  }()

  /// Parses `#rgb`, `#rrggbb`, or one of the sixteen names (also `gray` and `grey`), in any case; nil for anything
  /// else.
  ///
  /// Names give palette entries, whose colors the terminal's user may have changed; `Color.channels` returns xterm's
  /// values for them.
  package static func color(from text: String) -> Color? {
    let text = text.lowercased()
    if text.hasPrefix("#") { return color(fromDigits: text.utf8.dropFirst()) }
    if text == "gray" || text == "grey" { return Color(index: 8) }
    guard let index = names.firstIndex(of: text) else { return nil }
    return Color(index: UInt8(index))
  }

  private static func color(fromDigits digits: Substring.UTF8View) -> Color? {
    // Digit by digit: the standard library's radix parser would accept a sign.
    let values = digits.compactMap { UInt8(exactly: Character(Unicode.Scalar($0)).hexDigitValue ?? -1) }
    guard values.count == digits.count else { return nil }
    switch values.count {
    case 3: return Color(red: values[0] * 17, green: values[1] * 17, blue: values[2] * 17)
    case 6:
      return Color(
        red: values[0] << 4 | values[1], green: values[2] << 4 | values[3], blue: values[4] << 4 | values[5])
    default: return nil
    }
  }
}
