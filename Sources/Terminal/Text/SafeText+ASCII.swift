extension SafeText {
  /// A text in ASCII, for locales without Unicode: other characters become look-alikes, or `?`.
  ///
  /// - Parameter text: made safe already; its pictures of controls become `^[` and the like.
  package static func ascii(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    return cells(of: text).map { cell in
      switch cell.glyph.base {
      case "…": "..."
      case "µ", "μ": "u"
      case let base? where (0x2400..<0x2420).contains(base.value):
        "^" + String(Unicode.Scalar(UInt8(base.value - 0x2400 + 0x40)))
      default: String(Unicode.Scalar(cell.glyph.asciiLookalike))
      }
    }.joined()
  }
}
