/// The width of a scalar in a terminal: 0, 1 or 2 columns.
///
/// Controls count as 0: they are never drawn (`SafeText` makes them visible first). Follows `wcwidth`, with the newer
/// tables that terminals use; `Unicode.Scalar.isWidthUnsettled` marks the scalars on which terminals may disagree.
package func displayWidth(of scalar: Unicode.Scalar) -> Int {
  let value = scalar.value
  if value < 0x300 { return value < 0x20 || (0x7F..<0xA0).contains(value) ? 0 : 1 }
  if value.isPictureElement { return 1 }
  return scalar.isZeroWidth ? 0 : scalar.isWide ? 2 : 1
}

/// The width of a cluster in columns, as split into cells by `SafeText.cells(of:)`.
package func displayWidth(of cluster: Character) -> Int {
  var width = 0
  SafeText.forEachCell(of: cluster) { width += $1 }
  return width
}

/// The width of a text in columns, as split into cells by `SafeText.cells(of:)`.
package func displayWidth(of text: String) -> Int {
  var width = 0
  for cluster in text { SafeText.forEachCell(of: cluster) { width += $1 } }
  return width
}

extension Unicode.Scalar {
  /// Whether terminals may disagree on the width of this, or reorder it (right-to-left scripts): after drawing it, the
  /// cursor's position is unknown. They agree on ASCII, picture elements, and the wide scripts of East Asia.
  var isWidthUnsettled: Bool {
    if value < 0xA0 || value.isPictureElement { return false }
    let isEmoji = value < 0x2E80 || 0x1F000..<0x20000 ~= value
    return isEmoji || !isWide
  }

  fileprivate var isWide: Bool { value >= 0x1100 && DisplayWidthTables.wide.hasRange(holding: value) }

  /// Whether this is a mark or an invisible character, or continues a syllable of Hangul.
  fileprivate var isZeroWidth: Bool {
    switch value {
    case 0x1160..<0x1200, 0xD7B0..<0xD800, 0xE0000..<0xE1000: return true
    default: break
    }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
  }
}

extension Glyph {
  /// The base scalar; nil for `continuation` and `picture`, and undefined for placeholders.
  package var base: Unicode.Scalar? {
    let value = UInt32(truncatingIfNeeded: rawValue & 0x1F_FFFF)
    return value == 0 ? nil : Unicode.Scalar(value)
  }

  /// The width in columns: 0 for `continuation`, else 1 or 2.
  package var width: Int {
    if isPlaceholder { return 1 }
    guard let base else { return 0 }
    if !isSingleScalar, isRegionalPair { return 2 }
    // A mark or a control without a base is drawn in a separate cell.
    return max(1, displayWidth(of: base))
  }

  /// Whether terminals disagree on the width, so that the cursor must be positioned after it.
  package var isWidthUnsettled: Bool {
    if isSingleScalar { return base?.isWidthUnsettled ?? false }
    return rawValue != 0 && !isPlaceholder
  }

  /// The maximum width in columns on any terminal: one without support for clusters draws each scalar separately.
  package var widestWidth: Int {
    guard isWidthUnsettled else { return width }
    return scalars.reduce(0) { $0 + ($1.isWidthUnsettled ? 2 : max(1, displayWidth(of: $1))) }
  }

  /// Whether this is a pair of regional indicators: a flag.
  private var isRegionalPair: Bool {
    let both = scalars
    return both.count == 2 && both.allSatisfy { (0x1F1E6...0x1F1FF).contains($0.value) }
  }
}

extension UInt32 {
  /// Whether this scalar is a picture element: box drawing, block elements, braille, sextants and similar, octants. All
  /// take one column, and they are tested too often for a table lookup.
  @inline(__always)
  var isPictureElement: Bool {
    self &- 0x2500 < 0xA0 || self &- 0x1FB00 < 0xB0 || self &- 0x2800 < 0x100 || self &- 0x1CD00 < 0xE6
  }
}

extension [UInt32] {
  /// Whether a value lies in one of the ranges given by sorted boundaries: an odd number of boundaries are at or below
  /// it.
  fileprivate func hasRange(holding value: UInt32) -> Bool {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] <= value { low = middle + 1 } else { high = middle }
    }
    return low % 2 == 1
  }
}
