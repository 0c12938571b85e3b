/// The known position of the cursor within the row that is being drawn.
struct RowCursor {
  private let row: Int
  private let columns: Int
  private var isInRow = false
  /// The column; nil if it is unknown.
  private var column: Int?

  init(row: Int, columns: Int) {
    self.row = row
    self.columns = columns
  }

  /// Moves the cursor by the shortest sequence from its position.
  @inline(__always)
  mutating func move(to target: Int, in sink: inout ByteSink) {
    if column == target { return }
    moveSlowly(to: target, in: &sink)
  }

  private mutating func moveSlowly(to target: Int, in sink: inout ByteSink) {
    defer {
      column = target
      isInRow = true
    }
    if isInRow && target == 0 {
      // CR
      sink.append(0x0D)
      return
    }
    // ESC [
    sink.append(packed: 0x5B1B, count: 2)
    guard isInRow else {
      // CUP: row ; column H; either is left out if it is 1.
      if row > 0 { sink.append(number: row + 1) }
      if target > 0 {
        sink.append(0x3B)
        sink.append(number: target + 1)
      }
      sink.append(0x48)
      return
    }
    if let column, target > column {
      // CUF: steps C
      if target - column > 1 { sink.append(number: target - column) }
      sink.append(0x43)
    } else {
      // CHA: column G
      sink.append(number: target + 1)
      sink.append(0x47)
    }
  }

  /// Records that a glyph of known width was drawn. At the last column the cursor does not advance, so its position is
  /// unknown.
  @inline(__always)
  mutating func advance(by width: Int) {
    guard let column, column + width < columns else {
      column = nil
      return
    }
    self.column = column + width
  }

  /// Whether a glyph takes the last column.
  func reachesEnd(from column: Int, width: Int) -> Bool { column + width >= columns }

  /// Records that something of unknown width was drawn.
  mutating func invalidate() { column = nil }
}
