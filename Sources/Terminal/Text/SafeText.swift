/// Text from outside (names, captions, server errors) made safe to draw.
///
/// Controls, escape characters, bidirectional overrides and other invisible formatting become visible symbols, so that
/// a name can neither control the terminal nor disguise itself. Right-to-left text keeps its logical order here;
/// `CellBuffer.write` puts it in order.
package enum SafeText {
  /// The maximum number of combining marks per base; further ones are dropped.
  package static let markLimit = 2

  /// Decodes bytes as UTF-8 and makes the text visible; invalid sequences become `�`.
  package static func visible(_ bytes: some Collection<UInt8>) -> String {
    visible(String(decoding: bytes, as: UTF8.self))
  }

  /// Replaces everything that would not be drawn as itself by a visible symbol; the result is one line.
  ///
  /// Controls become their pictures (`␛`, `␊`), other format characters their code points (`<U+202E>`). Joiners between
  /// letters are dropped, since a grid of cells cannot join letters. Making the result safe again does not change it.
  package static func visible(_ text: String) -> String {
    var safe = String.UnicodeScalarView()
    var marks = 0
    var isInEmoji = false
    for scalar in text.unicodeScalars {
      switch Treatment(of: scalar) {
      case .base:
        marks = 0
        isInEmoji = scalar.value >= 0xA9 && scalar.properties.isEmoji
        safe.append(scalar)
      case .mark:
        // A mark without a base would combine with the last glyph that the terminal drew.
        if safe.isEmpty { safe.append("\u{25CC}") }
        marks += 1
        if marks <= markLimit { safe.append(scalar) }
      case .joiner:
        if isInEmoji && scalar == "\u{200D}" && safe.last != scalar { safe.append(scalar) }
      case .tag:
        if !isInEmoji { safe.append(contentsOf: scalar.codePointSign) }
      case .symbol(let symbol):
        marks = 0
        isInEmoji = false
        safe.append(symbol)
      case .codePoint:
        marks = 0
        isInEmoji = false
        safe.append(contentsOf: scalar.codePointSign)
      }
    }
    // A trailing joiner would join the next glyph.
    while safe.last == "\u{200D}" { safe.removeLast() }
    return String(safe)
  }

  /// How a scalar is treated.
  private enum Treatment {
    /// Drawn as itself, beginning a cell.
    case base
    /// Drawn over the base before it.
    case mark
    /// Kept only within emoji.
    case joiner
    /// Part of a subdivision flag, which is drawn as its base; elsewhere replaced by `<U+XXXX>`.
    case tag
    /// Replaced by one visible scalar.
    case symbol(Unicode.Scalar)
    /// Replaced by `<U+XXXX>`.
    case codePoint

    init(of scalar: Unicode.Scalar) {
      let value = scalar.value
      switch value {
      case 0x20..<0x7F: self = .base
      case 0..<0x20: self = .symbol(Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}")
      case 0x7F: self = .symbol("\u{2421}")
      case 0x80..<0xA0: self = .codePoint
      case 0xA0..<0x300: self = value == 0xAD ? .joiner : .base
      case 0x200C, 0x200D: self = .joiner
      case 0xE0020...0xE007F: self = .tag
      default:
        if scalar.properties.isNoncharacterCodePoint {
          self = .symbol("\u{FFFD}")
          return
        }
        if scalar.isInvisible {
          self = .codePoint
          return
        }
        switch scalar.properties.generalCategory {
        case .format, .lineSeparator, .paragraphSeparator, .control, .surrogate: self = .codePoint
        case .nonspacingMark, .enclosingMark: self = .mark
        default: self = value >= 0xE0000 && value < 0xE1000 ? .codePoint : .base
        }
      }
    }
  }

  /// Makes text from outside safe and breaks it into at most `rows` lines of `columns` columns, with an ellipsis if it
  /// is too long.
  ///
  /// Lines break at blanks; only a word longer than a line is split. Returns at least one line if there is any room.
  /// Like `line`, it reads no more of the text than can be shown.
  package static func lines(_ text: String, columns: Int, rows: Int, isUnicode: Bool = true) -> [String] {
    guard columns > 0, rows > 0 else { return [] }
    // No window is larger; without the limits the product could overflow.
    var rest = Substring(line(text, columns: min(columns, 1 << 16) * min(rows, 1 << 16), isUnicode: isUnicode))
    var lines: [String] = []
    while lines.count < rows - 1, let cut = lineEnd(of: rest, columns: columns) {
      lines.append(String(rest[..<cut].trimmingBlanks))
      rest = rest[cut...].drop { $0 == " " }
    }
    return lines + [line(String(rest), columns: columns, isUnicode: isUnicode)]
  }

  /// Returns where a line of `columns` columns ends; nil if the whole text fits into one.
  private static func lineEnd(of text: Substring, columns: Int) -> Substring.Index? {
    var width = 0
    var blank: Substring.Index?
    for position in text.indices {
      width += displayWidth(of: text[position])
      if text[position] == " ", position > text.startIndex { blank = position }
      // A line takes at least one character, even one that is wider than the line, so that the loop ends.
      if width > columns { return blank ?? max(position, text.index(after: text.startIndex)) }
    }
    return nil
  }
}

extension Unicode.Scalar {
  /// Whether this shows nothing, with or without taking a column, so that two different names look the same: Hangul
  /// fillers, the blank braille pattern and similar. Blanks between words and variation selectors are not among them.
  fileprivate var isInvisible: Bool {
    // The blank braille pattern and the null notehead are drawn as blanks by definition.
    if value == 0x2800 || value == 0x1D159 { return true }
    return properties.isDefaultIgnorableCodePoint && !properties.isVariationSelector
  }

  /// Whether this is a regional indicator: half of a flag.
  var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }

  /// The code point in the form `<U+202E>`, with at least four digits.
  fileprivate var codePointSign: String.UnicodeScalarView {
    let digits = String(value, radix: 16, uppercase: true)
    return "<U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)>".unicodeScalars
  }
}

extension SafeText {
  /// Converts text to ASCII for locales without Unicode: other characters become look-alikes or `?`.
  ///
  /// - Parameter text: Text that is already safe; its pictures of controls become `^[` and similar.
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

extension Substring {
  /// The text without trailing blanks.
  fileprivate var trimmingBlanks: Substring {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
