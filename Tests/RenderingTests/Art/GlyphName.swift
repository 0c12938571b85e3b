/// The areas that glyphs fill according to their names in the Unicode character database, to compare the table's shapes
/// with.
enum GlyphName {
  typealias Inside = (Float, Float) -> Bool

  /// The centers of 32×64 parts of a cell.
  static let points: [(x: Float, y: Float)] = (0..<2048).map { (index: Int) -> (x: Float, y: Float) in
    let (row, column) = index.quotientAndRemainder(dividingBy: 32)
    let x = (Float(column) + 0.5) / 32
    let y = (Float(row) + 0.5) / 64
    return (x: x, y: y)
  }

  /// Returns the area that a name describes, or nil if the name is not one of those known here.
  static func filled(by name: String) -> Inside? {
    let words = name.split(separator: " ").map(String.init)
    if let inside = numbered(name) { return inside }
    if let cut = name.range(of: " BLOCK DIAGONAL "), let corner = places[String(name[..<cut.lowerBound])] {
      let ends = name[cut.upperBound...].components(around: " TO ").compactMap { places[$0] }
      guard ends.count == 2 else { return nil }
      return side(of: corner, ends[0], ends[1])
    }
    if words.contains("TRIANGULAR") { return triangles(words) }
    if name.hasPrefix("QUADRANT ") {
      let quarters = String(name.dropFirst(9)).components(around: " AND ").compactMap { places[$0] }
      return { x, y in quarters.contains { ($0.0 == 0) == (x < 0.5) && ($0.1 == 0) == (y < 0.5) } }
    }
    if name.hasPrefix("BOX DRAWINGS ") { return box(String(name.dropFirst(13))) }
    return part(words)
  }

  /// BLOCK SEXTANT-n, BLOCK OCTANT-n, BRAILLE PATTERN DOTS-n, VERTICAL and HORIZONTAL ONE EIGHTH BLOCK-n.
  private static func numbered(_ name: String) -> Inside? {
    guard let dash = name.lastIndex(of: "-") else { return nil }
    let numbers = name[name.index(after: dash)...].compactMap(\.wholeNumberValue)
    switch name[..<dash] {
    case "BLOCK SEXTANT": return { x, y in numbers.contains(Int(y * 3) * 2 + Int(x * 2) + 1) }
    case "BLOCK OCTANT": return { x, y in numbers.contains(Int(y * 4) * 2 + Int(x * 2) + 1) }
    case "VERTICAL ONE EIGHTH BLOCK": return { x, _ in numbers.contains(Int(x * 8) + 1) }
    case "HORIZONTAL ONE EIGHTH BLOCK": return { _, y in numbers.contains(Int(y * 8) + 1) }
    case "BRAILLE PATTERN DOTS":
      let order = [1, 4, 2, 5, 3, 6, 7, 8]
      return { x, y in
        let (column, row) = (Int(x * 2), Int(y * 4))
        let (right, down) = (x * 2 - Float(column), y * 4 - Float(row))
        return abs(right - 0.5) < 0.25 && abs(down - 0.5) < 0.25 && numbers.contains(order[row * 2 + column])
      }
    default: return nil
    }
  }

  private static let places: [String: (Float, Float)] = [
    "UPPER LEFT": (0, 0), "UPPER CENTRE": (0.5, 0), "UPPER RIGHT": (1, 0), "UPPER MIDDLE LEFT": (0, 1 / 3),
    "UPPER MIDDLE RIGHT": (1, 1 / 3), "LOWER MIDDLE LEFT": (0, 2 / 3), "LOWER MIDDLE RIGHT": (1, 2 / 3),
    "LOWER LEFT": (0, 1), "LOWER CENTRE": (0.5, 1), "LOWER RIGHT": (1, 1),
  ]

  private static func side(of corner: (Float, Float), _ a: (Float, Float), _ b: (Float, Float)) -> Inside {
    func turn(_ x: Float, _ y: Float) -> Float { (b.0 - a.0) * (y - a.1) - (b.1 - a.1) * (x - a.0) }
    return { x, y in turn(x, y) * turn(corner.0, corner.1) > 0 }
  }

  private static func triangles(_ words: [String]) -> Inside {
    { x, y in
      // The nearest side of the cell, as seen from its center.
      let (across, down) = (x - 0.5, y - 0.5)
      let name = abs(across) > abs(down) ? (across < 0 ? "LEFT" : "RIGHT") : (down < 0 ? "UPPER" : "LOWER")
      return words.contains(name)
    }
  }

  /// UPPER HALF BLOCK, LEFT THREE EIGHTHS BLOCK and similar names.
  private static func part(_ words: [String]) -> Inside? {
    guard words.last == "BLOCK", words.count >= 3 else { return nil }
    let amounts: [String: Float] = [
      "HALF": 4, "ONE EIGHTH": 1, "ONE QUARTER": 2, "THREE EIGHTHS": 3, "FIVE EIGHTHS": 5, "THREE QUARTERS": 6,
      "SEVEN EIGHTHS": 7,
    ]
    guard let amount = amounts[words.dropFirst().dropLast().joined(separator: " ")] else { return nil }
    return switch words[0] {
    case "UPPER": { _, y in y * 8 < amount }
    case "LOWER": { _, y in (1 - y) * 8 < amount }
    case "LEFT": { x, _ in x * 8 < amount }
    case "RIGHT": { x, _ in (1 - x) * 8 < amount }
    default: nil
    }
  }

  /// LIGHT HORIZONTAL, HEAVY DOWN AND RIGHT and similar names, whose arms are an eighth or a quarter of the cell's
  /// width thick.
  private static func box(_ name: String) -> Inside? {
    let words = name.components(around: " ").filter { $0 != "AND" }
    guard let weight = words.first, weight == "LIGHT" || weight == "HEAVY" else { return nil }
    var arms: Set<String> = []
    for word in words.dropFirst() {
      switch word {
      case "HORIZONTAL": arms.formUnion(["LEFT", "RIGHT"])
      case "VERTICAL": arms.formUnion(["UP", "DOWN"])
      case "UP", "DOWN", "LEFT", "RIGHT": arms.insert(word)
      default: return nil
      }
    }
    let half: Float = weight == "LIGHT" ? 1.0 / 16 : 1.0 / 8
    return { x, y in
      let (isUpright, isFlat) = (abs(x - 0.5) < half, abs(y - 0.5) < half / 2)
      if isUpright && isFlat { return true }
      if isUpright { return arms.contains(y < 0.5 ? "UP" : "DOWN") }
      return isFlat && arms.contains(x < 0.5 ? "LEFT" : "RIGHT")
    }
  }
}

extension StringProtocol {
  /// The parts between occurrences of a text.
  fileprivate func components(around separator: String) -> [String] {
    var parts: [String] = []
    var rest = self[...]
    while let range = rest.range(of: separator) {
      parts.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return parts + [String(rest)]
  }

  /// The range where a text first occurs, without Foundation.
  fileprivate func range(of text: String) -> Range<Index>? {
    indices.first { self[$0...].hasPrefix(text) }.flatMap { start in
      index(start, offsetBy: text.count, limitedBy: endIndex).map { start..<$0 }
    }
  }
}
