/// The columns that a scalar takes in a terminal: 0, 1 or 2.
///
/// Controls count as 0: they are never drawn (`SafeText` makes them visible first). After `wcwidth`, with the newer
/// tables that terminals use; what terminals disagree on is named by `Unicode.Scalar.isWidthUnsettled`.
package func displayWidth(of scalar: Unicode.Scalar) -> Int {
  let value = scalar.value
  if value < 0x300 { return value < 0x20 || (0x7F..<0xA0).contains(value) ? 0 : 1 }
  if value.isPictureElement { return 1 }
  if DisplayWidthTables.zeroWidth.hasRange(holding: value) { return 0 }
  return value >= 0x1100 && DisplayWidthTables.wide.hasRange(holding: value) ? 2 : 1
}

/// The columns that a cluster takes when it is cut into cells by `SafeText.cells(of:)`.
package func displayWidth(of cluster: Character) -> Int {
  var width = 0
  SafeText.forEachCell(of: cluster) { width += $1 }
  return width
}

/// The columns that a text takes when it is cut into cells by `SafeText.cells(of:)`.
package func displayWidth(of text: String) -> Int {
  var width = 0
  for cluster in text { SafeText.forEachCell(of: cluster) { width += $1 } }
  return width
}

extension Unicode.Scalar {
  /// Whether terminals disagree on how many columns this takes, or move it about (right-to-left scripts): after
  /// drawing it, nothing is known of the cursor.
  var isWidthUnsettled: Bool {
    if value < 0xA0 || value.isPictureElement { return false }
    return DisplayWidthTables.unsettled.hasRange(holding: value)
  }
}

extension Glyph {
  /// The base scalar; nil for `continuation`.
  package var base: Unicode.Scalar? {
    let value = UInt32(truncatingIfNeeded: rawValue & 0x1F_FFFF)
    return value == 0 ? nil : Unicode.Scalar(value)
  }

  /// The columns that this takes: 0 for `continuation`, else 1 or 2.
  package var width: Int {
    if isPlaceholder { return 1 }
    guard let base else { return 0 }
    if !isSingleScalar, isRegionalPair { return 2 }
    // A mark or a control that stands alone is drawn in a separate cell.
    return max(1, displayWidth(of: base))
  }

  /// Whether terminals disagree on the width, so that the cursor must be positioned after it.
  package var isWidthUnsettled: Bool {
    if isSingleScalar { return base?.isWidthUnsettled ?? false }
    return rawValue != 0 && !isPlaceholder
  }

  /// The most columns that a terminal may take for this: one that knows no clusters draws each scalar by itself.
  package var widestWidth: Int {
    guard isWidthUnsettled else { return width }
    return scalars.reduce(0) { $0 + ($1.isWidthUnsettled ? 2 : max(1, displayWidth(of: $1))) }
  }

  /// Whether this is two regional indicators: a flag.
  private var isRegionalPair: Bool {
    let both = scalars
    return both.count == 2 && both.allSatisfy { (0x1F1E6...0x1F1FF).contains($0.value) }
  }
}

extension UInt32 {
  /// Whether this scalar is one that pictures are made of: box drawing, block elements, braille, sextants and their kin, octants.
  /// All take one column, and are looked at too often for the tables.
  @inline(__always)
  var isPictureElement: Bool {
    self &- 0x2500 < 0xA0 || self &- 0x1FB00 < 0xB0 || self &- 0x2800 < 0x100 || self &- 0x1CD00 < 0xE6
  }
}

extension [UInt32] {
  /// Whether sorted boundaries have a range around a value: an odd number of them lie at or below it.
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
