extension SafeText {
  /// Splits text into cells: glyphs with their widths in columns (1 or 2), in logical order.
  ///
  /// Every terminal must be able to draw the result, so clusters that terminals draw differently are simplified: of
  /// emoji joined by ZWJ only the first is kept, and a variation selector that would widen a narrow symbol is dropped.
  /// Scalars that must not be drawn are left out: make the text safe first.
  package static func cells(of text: String) -> [(glyph: Glyph, width: Int)] {
    var cells: [(glyph: Glyph, width: Int)] = []
    for cluster in text { forEachCell(of: cluster) { cells.append((glyph: $0, width: $1)) } }
    return cells
  }

  /// Returns the text if it fits into `columns` columns, else a prefix with an ellipsis.
  ///
  /// - Parameter ellipsis: Characters of one column each.
  package static func ellipsized(_ text: String, columns: Int, ellipsis: String = "…") -> String {
    guard columns > 0 else { return "" }
    let room = columns - ellipsis.unicodeScalars.count
    var width = 0
    // Where to cut the text if it turns out to be too long.
    var cut = text.startIndex
    for position in text.indices {
      if width <= room { cut = position }
      width += displayWidth(of: text[position])
      // The rest of a long text need not be read.
      if width > columns { return text[..<cut] + ellipsis }
    }
    return text
  }

  /// Makes a name from outside safe and fits it into `columns` columns, with an ellipsis in the middle if it is too long:
  /// numbers and extensions are at the end.
  package static func name(_ text: String, columns: Int, isUnicode: Bool = true) -> String {
    let ellipsis = ellipsis(columns: columns, isUnicode: isUnicode)
    // As in `line`, no more of the text is read than can be shown.
    let (scalars, part) = (text.unicodeScalars, max(0, min(columns, 1 << 16)) * 8)
    let isLong = scalars.index(scalars.startIndex, offsetBy: 2 * part, limitedBy: scalars.endIndex) != nil
    let ends = isLong ? String(scalars.prefix(part)) + String(scalars.suffix(part)) : text
    let name = spelled(visible(ends), isUnicode)
    let room = columns - ellipsis.count
    guard displayWidth(of: name) > columns, room > 1 else { return line(text, columns: columns, isUnicode: isUnicode) }
    func fitting(_ characters: some Collection<Character>, in columns: Int) -> Substring {
      var width = 0
      return Substring(
        characters.prefix {
          width += displayWidth(of: $0)
          return width <= columns
        })
    }
    let tail = fitting(name.reversed(), in: room / 2).reversed()
    return String(fitting(name, in: room - room / 2)) + ellipsis + String(tail)
  }

  /// Makes text from outside safe and fits it into `columns` columns, with an ellipsis if it is too long.
  ///
  /// This happens in every frame, so no more of the text is read than can be shown.
  ///
  /// - Parameter isUnicode: Whether an ellipsis can be shown. If not, three dots replace each one; in fewer than nine
  ///   columns, where dots would take too much room, the text ends with `~` instead, as in editors.
  package static func line(_ text: String, columns: Int, isUnicode: Bool = true) -> String {
    guard columns > 0 else { return "" }
    let ellipsis = ellipsis(columns: columns, isUnicode: isUnicode)
    let scalars = text.unicodeScalars
    // A column shows a base and two marks; eight scalars leave room for some that are dropped. No text has 2³² columns.
    guard let end = scalars.index(scalars.startIndex, offsetBy: min(columns, 1 << 32) * 8, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return ellipsized(spelled(visible(text), isUnicode), columns: columns, ellipsis: ellipsis) }
    let prefix = spelled(visible(String(scalars[..<end])), isUnicode)
    return ellipsized(prefix + ellipsis, columns: columns, ellipsis: ellipsis)
  }

  private static func ellipsis(columns: Int, isUnicode: Bool) -> String {
    isUnicode ? "…" : columns < SafeText.minimumColumnsForDots ? "~" : "..."
  }

  /// The minimum width in columns for three dots as the ellipsis.
  private static let minimumColumnsForDots = 9

  /// Replaces each ellipsis by three dots where an ellipsis cannot be shown.
  private static func spelled(_ text: String, _ isUnicode: Bool) -> String {
    guard !isUnicode, text.unicodeScalars.contains("…") else { return text }
    return text.split(separator: "…", omittingEmptySubsequences: false).joined(separator: "...")
  }

  /// Splits one cluster into cells.
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
    // A cluster with conjuncts or spacing marks takes several columns: each scalar with a width begins a new cell.
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

  /// Returns the glyph of an emoji with several scalars; nil for other clusters.
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
