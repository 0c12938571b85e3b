/// Frames → the bytes that bring a terminal from the last frame to the next.
///
/// For terminals that follow ECMA-48, with colours by SGR. Only what changed is drawn; the cursor moves where it must,
/// by the shortest form, and colours are named only where they change. It never scrolls: autowrap must be off
/// (`ESC[?7l`), and no line feed is sent. Each frame's bytes stand alone: neither the cursor's place nor the colours
/// are taken over from the last, so that queries may be written in between.
package struct FrameEncoder: Sendable {
  /// Bytes that one cell takes at most: blanks put first, two moves, colours, a glyph of three scalars.
  private static let bytesPerCell = 96

  private let isUTF8: Bool
  private var diff = CellDiff()
  private var size = CellSize(columns: 0, rows: 0)
  /// One row's changes and bytes; kept to be used again. A row at a time stays in the processor's cache.
  private var changes: [CellChange] = []
  private var rowBytes: [UInt8] = []

  /// An encoder for a terminal of which nothing is known; one that does not take UTF-8 gets ASCII look-alikes.
  package init(isUTF8: Bool = true) { self.isUTF8 = isUTF8 }

  /// Forgets what the terminal shows: the next frame is drawn whole.
  package mutating func invalidate() { diff.forget(size: size) }

  /// Appends what turns the last frame into this one; a frame of another size is drawn whole.
  package mutating func encode(_ frame: CellBuffer, into output: inout [UInt8]) {
    size = frame.size
    diff.begin(frame)
    let capacity = size.columns * Self.bytesPerCell + ByteSink.spill
    if rowBytes.count < capacity { rowBytes = Array(repeating: 0, count: capacity) }
    var pen = SGRPen(isKnown: false)
    for row in 0..<size.rows {
      diff.takeChanges(in: frame, row: row, into: &changes)
      if changes.isEmpty { continue }
      let length = encodeRow(row, pen: &pen)
      output.append(contentsOf: rowBytes[..<length])
    }
  }

  /// Writes one row's changes into `rowBytes` and returns how many bytes they take.
  private mutating func encodeRow(_ row: Int, pen: inout SGRPen) -> Int {
    let (changes, columns, isUTF8) = (changes, size.columns, isUTF8)
    // The sink is as large as the row's worst case, and checks that it has room for each cell.
    return unsafe rowBytes.withUnsafeMutableBytes { memory in
      var sink = unsafe ByteSink(over: memory)
      var cursor = RowCursor(row: row, columns: columns)
      for change in changes {
        sink.reserve(Self.bytesPerCell)
        pen.change(for: change.cell, in: &sink)
        cursor.move(to: change.column, in: &sink)
        if isUTF8 {
          Self.draw(change, cursor: &cursor, in: &sink)
        } else {
          sink.append(change.cell.glyph.asciiLookalike)
          if change.width == 2 { sink.append(0x20) }
          cursor.advance(by: change.width)
        }
      }
      return sink.count
    }
  }

  /// Writes a change's glyph, the cursor being in its place.
  @inline(__always)
  private static func draw(_ change: CellChange, cursor: inout RowCursor, in sink: inout ByteSink) {
    let glyph = change.cell.glyph
    if glyph.isSingleScalar && !glyph.isWidthUnsettled {
      sink.append(scalar: UInt32(truncatingIfNeeded: glyph.rawValue))
      cursor.advance(by: change.width)
      return
    }
    // Blanks first, for a terminal that draws this narrower, or not at all.
    for _ in 0..<change.width { sink.append(0x20) }
    cursor.lose()
    cursor.move(to: change.column, in: &sink)
    // Without autowrap the cursor stays on the last column, where tmux gives a mark to the cell before.
    let count = cursor.reachesEnd(from: change.column, width: change.width) ? 1 : 3
    for scalar in glyph.scalars.prefix(count) { sink.append(scalar: scalar.value) }
    cursor.lose()
  }
}

/// Where the cursor is known to be within a row that is being drawn.
private struct RowCursor {
  private let row: Int
  private let columns: Int
  private var isInRow = false
  /// nil: somewhere in the row.
  private var column: Int?

  init(row: Int, columns: Int) {
    self.row = row
    self.columns = columns
  }

  /// Moves the cursor by the shortest form that its place allows.
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
      // CUP: row ; column H, either left out where it is the first.
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

  /// The terminal drew a glyph of known width; at the last column the cursor stays behind, so it is lost.
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

  /// The terminal drew something of unknown width.
  mutating func lose() { column = nil }
}
