import Terminal

extension ScreenReader {
  /// Executes a control sequence.
  mutating func perform(_ sequence: ControlParser.Sequence) {
    switch (sequence.marker, sequence.intermediates) {
    case ("", ""): performPlain(sequence)
    case ("?", ""): performPrivate(sequence)
    // kitty's keyboard protocol: each screen has its own stack.
    case (">", "") where sequence.final == "u": keyboard[screenNumber].append(sequence.parameter(0, else: 0))
    case ("<", "") where sequence.final == "u":
      keyboard[screenNumber].removeLast(min(sequence.parameter(0), keyboard[screenNumber].count))
    // Queries: DECRQM, XTVERSION, secondary attributes. Key and window settings: modifyOtherKeys and the like.
    case ("?", "$"), (">", ""), ("", "$"), ("", "!"), ("", " "): break
    default: note(fault: "sequence \(sequence)")
    }
  }

  private mutating func performPrivate(_ sequence: ControlParser.Sequence) {
    switch sequence.final {
    case "h", "l": for case let mode? in sequence.parameters { set(mode: mode, sequence.final == "h") }
    case "u", "n", "c", "S": break
    default: note(fault: "sequence \(sequence)")
    }
  }

  private mutating func performPlain(_ sequence: ControlParser.Sequence) {
    let count = sequence.parameter(0)
    switch sequence.final {
    case "A": move(toColumn: column, row: row - count)
    case "B", "e": move(toColumn: column, row: row + count)
    case "C", "a": move(toColumn: column + count, row: row)
    case "D": move(toColumn: column - count, row: row)
    case "E": move(toColumn: 0, row: row + count)
    case "F": move(toColumn: 0, row: row - count)
    case "G", "`": moveCursor(column: count, row: row + 1)
    case "d": moveCursor(column: column + 1, row: count)
    case "H", "f": moveCursor(column: sequence.parameter(1), row: count)
    case "I": move(toColumn: (column / 8 + count) * 8, row: row)
    case "Z": move(toColumn: ((column + 7) / 8 - count) * 8, row: row)
    case "J", "K", "X": erase(sequence)
    case "L": scroll(row..<max(row, region.upperBound), by: -count)
    case "M": scroll(row..<max(row, region.upperBound), by: count)
    case "P": shift(by: -count)
    case "@": shift(by: count)
    case "S": scroll(by: count)
    case "T": scroll(by: -count)
    case "b": repeatLast(count)
    case "m": select(sequence.parameters.map { $0 ?? 0 })
    case "r": setRegion(top: count, bottom: sequence.parameter(1, else: size.rows))
    case "s": saveCursor()
    case "u": restoreCursor()
    case "t": manipulateWindow(count)
    // Insert mode is only ever switched off; device reports change nothing.
    case "l", "n", "c": break
    default: note(fault: "sequence \(sequence)")
    }
  }

  /// Moves the cursor to a position counted from 1. A position outside the screen is a fault, since the program knows
  /// the size.
  private mutating func moveCursor(column: Int, row: Int) {
    if column > size.columns || row > size.rows { note(fault: "cursor to column \(column), row \(row) of \(size)") }
    move(toColumn: column - 1, row: row - 1)
  }

  private mutating func setRegion(top: Int, bottom: Int) {
    guard top < bottom || size.rows == 1 else { return note(fault: "region \(top)…\(bottom)") }
    region = min(top, size.rows) - 1..<min(bottom, size.rows)
    move(toColumn: 0, row: 0)
  }

  private mutating func erase(_ sequence: ControlParser.Sequence) {
    let (start, here) = (row * size.columns, row * size.columns + column)
    let kind = sequence.parameter(0, else: 0)
    switch (sequence.final, kind) {
    case ("J", 0): erase(here..<size.count)
    case ("J", 1): erase(0..<here + 1)
    case ("J", 2): erase(0..<size.count)
    case ("J", 3): break
    case ("K", 0): erase(here..<start + size.columns)
    case ("K", 1): erase(start..<here + 1)
    case ("K", 2): erase(start..<start + size.columns)
    case ("X", _): erase(here..<min(here + max(1, kind), start + size.columns))
    default: note(fault: "sequence \(sequence)")
    }
  }

  private mutating func select(_ parameters: [Int]) {
    var rest = parameters[...]
    if rest.isEmpty { pen = ScreenCell.Pen() }
    while let code = rest.popFirst() {
      switch code {
      case 0: pen = ScreenCell.Pen()
      case 7: pen.isReversed = true
      case 27: pen.isReversed = false
      case 1...5, 22...25, 29: break
      case 30...37: pen.foreground = Color(index: UInt8(code - 30))
      case 90...97: pen.foreground = Color(index: UInt8(code - 82))
      case 40...47: pen.background = Color(index: UInt8(code - 40))
      case 100...107: pen.background = Color(index: UInt8(code - 92))
      case 39: pen.foreground = .terminalDefault
      case 49: pen.background = .terminalDefault
      case 38, 48:
        guard let color = Self.extendedColor(&rest) else { return note(fault: "color \(parameters)") }
        if code == 38 { pen.foreground = color } else { pen.background = color }
      default: note(fault: "SGR \(code)")
      }
    }
  }

  private static func extendedColor(_ rest: inout ArraySlice<Int>) -> Color? {
    switch rest.popFirst() {
    case 5: return rest.popFirst().flatMap { UInt8(exactly: $0) }.map { Color(index: $0) }
    case 2:
      let channels = (0..<3).compactMap { _ in rest.popFirst().flatMap { UInt8(exactly: $0) } }
      return channels.count == 3 ? Color(red: channels[0], green: channels[1], blue: channels[2]) : nil
    default: return nil
    }
  }
}
