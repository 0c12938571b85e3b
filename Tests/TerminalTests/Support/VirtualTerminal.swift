import Terminal

/// A terminal that understands the output of our encoders, and records anything else as a fault.
///
/// Autowrap is off: glyphs printed in the last column stay there.
struct VirtualTerminal {
  /// How many columns the terminal gives to glyphs on which terminals disagree.
  enum Opinion: CaseIterable {
    /// The same number as ours.
    case agreeing
    /// A cluster is one narrow glyph.
    case narrow
    /// Each scalar is a separate glyph; ambiguous ones are wide.
    case wide
  }

  struct Shown: Hashable {
    /// Empty for the right half of a wide glyph.
    var scalars: [Unicode.Scalar]
    var foreground = Color.terminalDefault
    var background = Color.terminalDefault
    /// The URL of the hyperlink; nil if there is none.
    var link: String?

    static let blank = Shown(scalars: [" "])
  }

  let size: CellSize
  let opinion: Opinion
  private(set) var cells: [Shown]
  /// Input that was not understood.
  private(set) var faults: [String] = []
  private(set) var printedCount = 0
  /// How often a row's cells were moved.
  private(set) var moveCount = 0
  /// How often rows were scrolled.
  private(set) var scrollCount = 0
  /// The scrolling region.
  private(set) var margins: Range<Int>
  private(set) var colorChangeCount = 0
  private(set) var modes: [Int: Bool] = [:]
  private var column = 0
  private var row = 0
  private var pen = Shown.blank
  private var lastPrinted: Int?
  private var isAtEnd = false
  private var input: [Unicode.Scalar] = []

  /// Whether uncovered cells take the current background (`bce` in terminfo), or the terminal's default.
  let fillsWithPen: Bool

  init(size: CellSize, opinion: Opinion = .agreeing, fillsWithPen: Bool = true) {
    self.size = size
    self.fillsWithPen = fillsWithPen
    self.opinion = opinion
    margins = 0..<size.rows
    // Leftover garbage: an encoder may not assume an empty screen.
    cells = Array(repeating: Shown(scalars: ["X"], foreground: Color(index: 9)), count: size.count)
  }

  subscript(column: Int, row: Int) -> Shown { cells[row * size.columns + column] }

  mutating func feed(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      faults.append("not UTF-8")
      return
    }
    input = text.unicodeScalars.reversed()
    while let scalar = input.popLast() {
      switch scalar {
      case "\u{1B}": escape()
      case "\r": column = 0
      case _ where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value): faults.append("control \(scalar.value)")
      default: print(scalar)
      }
      if scalar.value < 0x20 { lastPrinted = nil }
    }
  }

  private mutating func escape() {
    switch input.popLast() {
    case "[": break
    case "]": return hyperlink()
    default: return faults.append("escape without [")
    }
    let isPrivate = input.last == "?"
    if isPrivate { input.removeLast() }
    var parameters = [0]
    while let scalar = input.popLast() {
      if let digit = Int(String(scalar)) {
        parameters[parameters.count - 1] = parameters[parameters.count - 1] * 10 + digit
      } else if scalar == ";" {
        parameters.append(0)
      } else {
        perform(scalar, parameters, isPrivate: isPrivate)
        return
      }
    }
    faults.append("unfinished sequence")
  }

  /// OSC 8, the only string that encoders send.
  private mutating func hyperlink() {
    var text = ""
    while let scalar = input.popLast(), scalar != "\u{1B}" { text.unicodeScalars.append(scalar) }
    let parts = text.split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
    guard input.popLast() == "\\", parts.count == 3, parts[0] == "8" else { return faults.append("string \(text)") }
    pen.link = parts[2].isEmpty ? nil : String(parts[2])
  }

  private mutating func perform(_ final: Unicode.Scalar, _ parameters: [Int], isPrivate: Bool) {
    let first = max(1, parameters[0])
    switch (isPrivate, final) {
    case (true, "h"), (true, "l"): for mode in parameters { modes[mode] = final == "h" }
    case (false, "H"):
      row = min(first, size.rows) - 1
      column = min(max(1, parameters.count > 1 ? parameters[1] : 1), size.columns) - 1
    case (false, "G"): column = min(first, size.columns) - 1
    case (false, "C"): column = min(column + first, size.columns - 1)
    case (false, "D"): column = max(0, column - first)
    case (false, "m"): select(parameters)
    case (false, "P"): moveRow(by: -first)
    case (false, "@"): moveRow(by: first)
    case (false, "r"):
      margins = first - 1..<(parameters.count > 1 ? min(parameters[1], size.rows) : size.rows)
      (row, column) = (0, 0)
    case (false, "S"): scroll(by: -first)
    case (false, "T"): scroll(by: first)
    default: faults.append("unknown sequence \(isPrivate ? "?" : "")\(parameters)\(final)")
    }
  }

  /// Deletes cells at the cursor if `count` is negative, or else inserts them.
  private mutating func moveRow(by count: Int) {
    moveCount += 1
    let start = row * size.columns
    let count = max(-(size.columns - column), min(size.columns - column, count))
    // A glyph that is cut through is erased completely.
    let cuts = count < 0 ? [column, column - count] : [column, size.columns - count]
    for cut in cuts where cut > 0 && cut < size.columns && cells[start + cut].scalars.isEmpty {
      eraseGlyph(at: start + cut)
    }
    let fill = Shown(scalars: [" "], background: fillsWithPen ? pen.background : .terminalDefault)
    let moving = Array(cells[start + column..<start + size.columns])
    let filler = Array(repeating: fill, count: abs(count))
    let moved = count < 0 ? Array(moving.dropFirst(-count)) + filler : filler + Array(moving.dropLast(count))
    cells.replaceSubrange(start + column..<start + size.columns, with: moved)
    lastPrinted = nil
  }

  /// Moves the rows within the margins up if `count` is negative, or else down.
  private mutating func scroll(by count: Int) {
    scrollCount += 1
    let (first, end) = (margins.lowerBound * size.columns, margins.upperBound * size.columns)
    let count = max(-margins.count, min(margins.count, count)) * size.columns
    let fill = Shown(scalars: [" "], background: fillsWithPen ? pen.background : .terminalDefault)
    let filler = Array(repeating: fill, count: abs(count))
    let moving = Array(cells[first..<end])
    let moved = count < 0 ? Array(moving.dropFirst(-count)) + filler : filler + Array(moving.dropLast(count))
    cells.replaceSubrange(first..<end, with: moved)
    lastPrinted = nil
  }

  private mutating func select(_ parameters: [Int]) {
    let before = pen
    var rest = parameters[...]
    while let code = rest.popFirst() {
      switch code {
      case 0: (pen.foreground, pen.background) = (.terminalDefault, .terminalDefault)
      case 30...37: pen.foreground = Color(index: UInt8(code - 30))
      case 90...97: pen.foreground = Color(index: UInt8(code - 82))
      case 40...47: pen.background = Color(index: UInt8(code - 40))
      case 100...107: pen.background = Color(index: UInt8(code - 92))
      case 39: pen.foreground = .terminalDefault
      case 49: pen.background = .terminalDefault
      case 38, 48:
        guard let color = extended(&rest) else {
          faults.append("color \(parameters)")
          return
        }
        if code == 38 { pen.foreground = color } else { pen.background = color }
      default: faults.append("SGR \(code)")
      }
    }
    if pen != before { colorChangeCount += 1 }
  }

  private func extended(_ rest: inout ArraySlice<Int>) -> Color? {
    switch rest.popFirst() {
    case 5: return rest.popFirst().flatMap { UInt8(exactly: $0) }.map { Color(index: $0) }
    case 2:
      let channels = (0..<3).compactMap { _ in rest.popFirst().flatMap { UInt8(exactly: $0) } }
      return channels.count == 3 ? Color(red: channels[0], green: channels[1], blue: channels[2]) : nil
    default: return nil
    }
  }

  private mutating func print(_ scalar: Unicode.Scalar) {
    printedCount += 1
    let width = width(of: scalar)
    if width == 0 || joins(scalar) {
      // Appended to the cell before the cursor, as tmux does, even if the cursor could not advance.
      if let lastPrinted, column > 0 { cells[max(lastPrinted + (isAtEnd ? -1 : 0), 0)].scalars.append(scalar) }
      if joins(scalar) && opinion == .agreeing { return }
      return
    }
    guard column + width <= size.columns else { return }
    let index = row * size.columns + column
    for covered in index..<index + width { eraseGlyph(at: covered) }
    cells[index] = pen
    cells[index].scalars = [scalar]
    if width == 2 {
      cells[index + 1] = pen
      cells[index + 1].scalars = []
    }
    lastPrinted = index
    isAtEnd = column + width >= size.columns
    column = min(column + width, size.columns - 1)
  }

  /// Whether a scalar that takes columns joins the one printed directly before it.
  private func joins(_ scalar: Unicode.Scalar) -> Bool {
    guard opinion != .wide, let lastPrinted, let before = cells[lastPrinted].scalars.first else { return false }
    let isFlag = (0x1F1E6...0x1F1FF).contains(scalar.value) && (0x1F1E6...0x1F1FF).contains(before.value)
    return isFlag && cells[lastPrinted].scalars.count == 1
      || scalar.properties.isEmojiModifier && before.properties.isEmojiModifierBase
  }

  private func width(of scalar: Unicode.Scalar) -> Int {
    let width = displayWidth(of: scalar)
    let glyph = Glyph(scalar)
    switch opinion {
    case .agreeing: return (0x1F1E6...0x1F1FF).contains(scalar.value) ? 2 : width
    case .narrow: return glyph.isWidthUnsettled ? min(1, width) : width
    case .wide: return glyph.isWidthUnsettled && width > 0 ? 2 : width
    }
  }

  /// Blanks both halves of the glyph that a cell is part of.
  private mutating func eraseGlyph(at index: Int) {
    let isRightHalf = cells[index].scalars.isEmpty
    let hasRightHalf = index + 1 < cells.count && (index + 1) % size.columns != 0 && cells[index + 1].scalars.isEmpty
    if isRightHalf { cells[index - 1].scalars = [" "] }
    if hasRightHalf { cells[index + 1].scalars = [" "] }
    cells[index].scalars = [" "]
  }
}
