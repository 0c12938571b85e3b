import Terminal

/// A simulated terminal: its screen and modes, from the bytes that it has received.
///
/// It supports the sequences of xterm's terminfo entry; all others are recorded as faults.
struct ScreenReader {
  private(set) var size: CellSize
  /// Received bytes that are neither text nor a known sequence.
  private(set) var faults: [String] = []
  /// The private modes that are set, by number: 1049 is the alternate screen, 25 the cursor, 7 autowrap, and mouse
  /// modes begin at 1000.
  private(set) var modes: Set<Int> = [7, 25]
  /// The flags of kitty's keyboard protocol that were pushed on the main and on the alternate screen. The shell has set some.
  var keyboard = [[Self.shellsKeyboard], []]
  static let shellsKeyboard = 5
  /// 0 for the main screen, 1 for the alternate one.
  var screenNumber: Int { mainScreen == nil ? 0 : 1 }
  /// The window title and other strings set by operating system commands.
  private(set) var commands: [String] = []
  /// The window's title; before the program started, the shell had set it.
  private(set) var title = Self.shellsTitle
  /// The titles that XTPUSHTITLE has saved.
  private var savedTitles: [String] = []
  private(set) var isKeypadSent = false

  /// The title that the shell has set.
  static let shellsTitle = "shell"

  var pen = ScreenCell.Pen()
  var column = 0
  var row = 0
  /// The rows of the scrolling region.
  var region: Range<Int>
  private var cells: [ScreenCell]
  private var mainScreen: [ScreenCell]?
  private var saved: (column: Int, row: Int, pen: ScreenCell.Pen) = (0, 0, ScreenCell.Pen())
  private var savedOnMain: (column: Int, row: Int, pen: ScreenCell.Pen) = (0, 0, ScreenCell.Pen())
  /// Whether the last column has been printed to, so that the next glyph begins the next row.
  private var isWrapPending = false
  private var parser = ControlParser()

  /// Creates a terminal as it is when it opens.
  init(size: CellSize) {
    self.size = size
    region = 0..<size.rows
    cells = Array(repeating: ScreenCell(), count: size.count)
  }

  /// Consumes bytes, which may be split anywhere.
  mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      if let control = parser.take(byte) { perform(control) }
    }
  }

  /// Resizes the window: cells outside the new size are lost, as in xterm.
  mutating func resize(to newSize: CellSize) {
    let old = self
    size = newSize
    region = 0..<newSize.rows
    cells = (0..<newSize.count).map { old[$0 % newSize.columns, $0 / newSize.columns] }
    if mainScreen != nil { mainScreen = Array(repeating: ScreenCell(), count: newSize.count) }
    column = min(column, newSize.columns - 1)
    row = min(row, newSize.rows - 1)
    isWrapPending = false
  }

  /// The cell at a column and row, counted from 0; blank outside the screen.
  subscript(column: Int, row: Int) -> ScreenCell {
    guard column >= 0, row >= 0, column < size.columns, row < size.rows else { return ScreenCell() }
    return cells[row * size.columns + column]
  }

  /// The rows as text.
  var rows: [String] { (0..<size.rows).map { row in (0..<size.columns).map { self[$0, row].text }.joined() } }

  /// All rows as one text.
  var text: String { rows.joined(separator: "\n") }

  // MARK: - Taking effect

  private mutating func perform(_ control: ControlParser.Control) {
    switch control {
    case .print(let scalar): print(scalar)
    case .control(let code): execute(code)
    case .escape(let intermediates, let final): escape(intermediates, final)
    case .sequence(let sequence): perform(sequence)
    case .command(let text):
      commands.append(text)
      if text.hasPrefix("2;") { title = String(text.dropFirst(2)) }
    case .fault(let what): faults.append(what)
    }
  }

  private mutating func execute(_ code: UInt8) {
    switch code {
    case 0x07, 0x00: break
    case 0x08: move(toColumn: column - 1, row: row)
    case 0x09: move(toColumn: (column / 8 + 1) * 8, row: row)
    case 0x0A, 0x0B, 0x0C: lineFeed()
    case 0x0D: move(toColumn: 0, row: row)
    case 0x0E, 0x0F: break
    default: faults.append("control \(code)")
    }
  }

  private mutating func escape(_ intermediates: String, _ final: Character) {
    switch (intermediates, final) {
    case ("", "7"): saved = (column, row, pen)
    case ("", "8"): restoreCursor()
    case ("", "="): isKeypadSent = true
    case ("", ">"): isKeypadSent = false
    case ("", "M"): if row == region.lowerBound { scroll(by: -1) } else { move(toColumn: column, row: row - 1) }
    case ("", "D"): lineFeed()
    // A string terminator without a string.
    case ("", "\\"): break
    case ("(", "B"), ("(", "0"), (")", "B"), (")", "0"): break
    default: faults.append("escape \(intermediates)\(final)")
    }
  }

  /// Saves the window's title (22), or restores the one that was saved last (23).
  mutating func manipulateWindow(_ operation: Int) {
    if operation == 22 { savedTitles.append(title) }
    if operation == 23, let saved = savedTitles.popLast() { title = saved }
  }

  mutating func restoreCursor() { (column, row, pen) = saved }

  mutating func saveCursor() { saved = (column, row, pen) }

  mutating func forgetFaults() { faults = [] }

  mutating func note(fault: String) { faults.append(fault) }

  /// Sets or resets a private mode.
  mutating func set(mode: Int, _ isOn: Bool) {
    if isOn { modes.insert(mode) } else { modes.remove(mode) }
    guard mode == 1049 else { return }
    // Each screen saves its own cursor. Leaving the alternate screen twice has no effect, as in kitty.
    if isOn, mainScreen == nil {
      savedOnMain = (column, row, pen)
      mainScreen = cells
      cells = Array(repeating: ScreenCell(), count: size.count)
    } else if !isOn, let main = mainScreen {
      cells = main
      mainScreen = nil
      (column, row, pen) = savedOnMain
    }
  }

  mutating func move(toColumn newColumn: Int, row newRow: Int) {
    column = max(0, min(size.columns - 1, newColumn))
    row = max(0, min(size.rows - 1, newRow))
    isWrapPending = false
  }

  private mutating func lineFeed() {
    isWrapPending = false
    if row == region.upperBound - 1 { scroll(by: 1) } else if row < size.rows - 1 { row += 1 }
  }

  /// Scrolls the region up by a number of rows, or down if negative.
  mutating func scroll(by count: Int) { scroll(region, by: count) }

  mutating func scroll(_ rows: Range<Int>, by count: Int) {
    let old = cells
    for row in rows {
      for column in 0..<size.columns {
        let source = row + count
        cells[row * size.columns + column] =
          rows.contains(source) ? old[source * size.columns + column] : ScreenCell(text: " ", pen: erased)
      }
    }
  }

  private var erased: ScreenCell.Pen { ScreenCell.Pen(background: pen.background) }

  /// Blanks cells of the screen, in reading order.
  mutating func erase(_ range: Range<Int>) {
    for index in range.clamped(to: 0..<cells.count) { cells[index] = ScreenCell(text: " ", pen: erased) }
  }

  /// Shifts the row's cells from the cursor on to the right, or to the left if negative.
  mutating func shift(by count: Int) {
    let old = cells
    for target in column..<size.columns {
      let source = target - count
      let isKept = source >= column && source < size.columns
      cells[row * size.columns + target] =
        isKept ? old[row * size.columns + source] : ScreenCell(text: " ", pen: erased)
    }
  }

  private mutating func print(_ scalar: Unicode.Scalar) {
    let width = displayWidth(of: scalar)
    if width == 0 {
      let target = row * size.columns + max(0, isWrapPending ? column : column - 1)
      if cells.indices.contains(target) { cells[target].text.unicodeScalars.append(scalar) }
      return
    }
    if isWrapPending, modes.contains(7) {
      column = 0
      lineFeed()
    }
    let target = min(column, max(0, size.columns - width))
    for offset in 0..<min(width, size.columns) {
      cells[row * size.columns + target + offset] = ScreenCell(text: offset == 0 ? String(scalar) : "", pen: pen)
    }
    isWrapPending = target + width >= size.columns
    column = min(size.columns - 1, target + width)
  }

  /// Prints the glyph before the cursor again.
  mutating func repeatLast(_ count: Int) {
    let before = self[isWrapPending ? column : column - 1, row].text
    guard let scalar = before.unicodeScalars.first else { return }
    for _ in 0..<count { print(scalar) }
  }
}
