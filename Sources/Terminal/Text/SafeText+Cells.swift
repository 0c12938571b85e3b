extension SafeText {
  /// A text cut into cells: glyphs with the columns (1 or 2) that each takes, in logical order.
  ///
  /// Every terminal must be able to draw the result, so clusters that terminals draw differently are simplified:
  /// emoji joined by ZWJ keep their first, and a variation selector that would widen a narrow sign is dropped.
  /// Scalars that should not be drawn at all are left out: make the text safe first.
  package static func cells(of text: String) -> [(glyph: Glyph, width: Int)] {
    var cells: [(glyph: Glyph, width: Int)] = []
    for cluster in text { forEachCell(of: cluster) { cells.append((glyph: $0, width: $1)) } }
    return cells
  }

  /// The text if it fits into `columns` columns, else a prefix and an ellipsis.
  ///
  /// - Parameter ellipsis: of characters of one column each.
  package static func ellipsized(_ text: String, columns: Int, ellipsis: String = "…") -> String {
    guard columns > 0 else { return "" }
    let room = columns - ellipsis.unicodeScalars.count
    var width = 0
    // Where the text is cut if it turns out to be too long.
    var cut = text.startIndex
    for position in text.indices {
      if width <= room { cut = position }
      width += displayWidth(of: text[position])
      // A long text is not read to its end.
      if width > columns { return text[..<cut] + ellipsis }
    }
    return text
  }

  /// A text from outside, made safe, in `columns` columns, with an ellipsis where it is too long.
  ///
  /// However long it is, only so much of it is read as may be seen, since this happens in every frame.
  ///
  /// - Parameter isUnicode: whether an ellipsis can be shown. Where none can, three dots stand for each; but a text of few
  ///   columns would lose too much by them, and is cut with a `~`, as editors do.
  package static func line(_ text: String, columns: Int, isUnicode: Bool = true) -> String {
    guard columns > 0 else { return "" }
    let ellipsis = isUnicode ? "…" : columns < SafeText.leastForDots ? "~" : "..."
    let scalars = text.unicodeScalars
    // A column shows a base and two marks; leaves room for scalars that are dropped. No text is longer than that many.
    guard let end = scalars.index(scalars.startIndex, offsetBy: min(columns, 1 << 32) * 8, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return ellipsized(spelled(visible(text), isUnicode), columns: columns, ellipsis: ellipsis) }
    let beginning = spelled(visible(String(scalars[..<end])), isUnicode)
    return ellipsized(beginning + ellipsis, columns: columns, ellipsis: ellipsis)
  }

  /// The columns from which on three dots say that a text was cut.
  private static let leastForDots = 9

  /// The text as it is, or with dots for what cannot be shown.
  private static func spelled(_ text: String, _ isUnicode: Bool) -> String {
    guard !isUnicode, text.unicodeScalars.contains("…") else { return text }
    return text.split(separator: "…", omittingEmptySubsequences: false).joined(separator: "...")
  }

  /// Cuts one cluster into cells.
  static func forEachCell(of cluster: Character, _ body: (Glyph, Int) -> Void) {
    let scalars = cluster.unicodeScalars
    guard let first = scalars.first else { return }
    if scalars.index(after: scalars.startIndex) == scalars.endIndex {
      let width = displayWidth(of: first)
      if width > 0 { body(Glyph(first), width) }
      return
    }
    if let emoji = emojiGlyph(of: cluster, base: first) {
      body(emoji, emoji.width)
      return
    }
    // Conjuncts and spacing marks make one cluster of several columns: each column is a separate cell.
    var base: Unicode.Scalar?
    var marks: [Unicode.Scalar] = []
    func flush() {
      guard let base else { return }
      let glyph = Glyph(base: base, marks: marks)
      body(glyph, glyph.width)
    }
    for scalar in scalars {
      if displayWidth(of: scalar) > 0 {
        flush()
        base = scalar
        marks = []
      } else if scalar.isDrawnMark, marks.count < markLimit {
        marks.append(scalar)
      }
    }
    flush()
  }

  /// The glyph of a cluster that is an emoji of several scalars; nil for other clusters.
  private static func emojiGlyph(of cluster: Character, base: Unicode.Scalar) -> Glyph? {
    let rest = cluster.unicodeScalars.dropFirst()
    if base.isRegionalIndicator {
      guard let other = rest.first, other.isRegionalIndicator else { return Glyph(base) }
      return Glyph(base: base, marks: [other])
    }
    guard base.value >= 0xA9, base.properties.isEmoji else { return nil }
    if rest.contains("\u{200D}") { return Glyph(base) }
    if let tone = rest.first, tone.properties.isEmojiModifier { return Glyph(base: base, marks: [tone]) }
    return Glyph(base)
  }
}

extension Glyph {
  /// A base and up to two scalars that are drawn with it.
  fileprivate init(base: Unicode.Scalar, marks: [Unicode.Scalar]) {
    var cluster = String.UnicodeScalarView([base])
    cluster.append(contentsOf: marks.prefix(2))
    self.init(scalars: cluster)
  }
}

extension Unicode.Scalar {
  /// Whether this is a mark that is drawn over its base: not a joiner, selector or format character.
  fileprivate var isDrawnMark: Bool {
    guard !(0xFE00...0xFE0F).contains(value), !(0xE0000...0xE0FFF).contains(value), value >= 0x300 else { return false }
    return properties.generalCategory != .format
  }
}
