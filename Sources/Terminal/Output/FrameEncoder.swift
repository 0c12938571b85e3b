/// Encodes frames into the bytes that turn the last frame on a terminal into the next one.
///
/// For terminals that follow ECMA-48, with SGR colors. Only changes are drawn; the cursor moves only where necessary,
/// by the shortest sequence, and colors are set only where they change. A picture that moves sideways is moved by the
/// terminal, row by row, if that takes fewer bytes; one that moves up or down is scrolled if the frame says so
/// (`CellBuffer.motion`). Nothing else scrolls: autowrap must be off (`ESC[?7l`), and no line feed is sent. Each
/// frame's bytes are self-contained: neither the cursor's position nor the colors are assumed from the last frame, so
/// that queries may be written in between.
package struct FrameEncoder: Sendable {
  /// The maximum number of bytes per cell: leading blanks, two cursor moves, colors, and a glyph of three scalars.
  private static let bytesPerCell = 96
  /// The maximum number of bytes per move within a row: the cursor move and the sequence.
  private static let bytesPerMove = 64

  private let isUTF8: Bool
  private let movesCells: Bool
  private let scrollsRows: Bool
  private var diff = CellDiff()
  private var size = CellSize(columns: 0, rows: 0)
  /// The plans and bytes of one row; kept for reuse. One row at a time stays in the processor's cache.
  private var still = CellDiff.RowPlan()
  private var moved = CellDiff.RowPlan()
  private var rowBytes: [UInt8] = []
  private var movedBytes: [UInt8] = []

  /// An encoder for a terminal whose content is unknown.
  /// - Parameters:
  ///   - isUTF8: Whether the terminal accepts UTF-8; otherwise it gets ASCII look-alikes.
  ///   - movesCells: Whether the terminal inserts and deletes cells within a row (ICH and DCH: ECMA-48, 8.3.64 and
  ///     8.3.26).
  ///   - scrollsRows: Whether it scrolls a range of its rows (SU and SD within DECSTBM's margins: ECMA-48, 8.3.147 and
  ///     8.3.113).
  package init(isUTF8: Bool = true, movesCells: Bool = false, scrollsRows: Bool = false) {
    self.isUTF8 = isUTF8
    self.movesCells = movesCells
    self.scrollsRows = scrollsRows
  }

  /// Forgets what the terminal shows, so that the next frame is drawn whole.
  package mutating func invalidate() { diff.forget(size: size) }

  /// Records that some cells of the last frame show pixels now; they stay where the next frames have `Cell.picture`.
  package mutating func cover(_ area: CellRect) { diff.cover(area) }

  /// Appends the bytes that turn the last frame into this one; a frame of another size is drawn whole.
  ///
  /// - Parameters:
  ///   - tolerance: The differences of color that may stay, or arise from reusing the current colors; the next frame
  ///     without a tolerance redraws all of them.
  ///   - limit: The number of bytes after which the remaining rows are not drawn; nil for no limit.
  /// - Returns: Whether no row remains to be drawn.
  @discardableResult
  package mutating func encode(
    _ frame: CellBuffer, tolerance: ColorTolerance = .none,
    pausingAfter limit: Int? = nil, into output: inout [UInt8]
  ) -> Bool {
    size = frame.size
    diff.begin(frame)
    defer { diff.finish(frame) }
    diff.tolerance = tolerance
    let capacity =
      size.columns * Self.bytesPerCell + CellMotion.maximumAreas * Self.bytesPerMove + ByteSink.spill
      + LinkPen.maximumBytes(of: frame.links)
    if rowBytes.count < capacity {
      rowBytes = Array(repeating: 0, count: capacity)
      movedBytes = rowBytes
    }
    let start = output.count
    let moves = movesCells ? diff.likelyMoves(to: frame) : []
    if scrollsRows { encode(diff.scroll(to: frame), into: &output) }
    var pen = SGRPen(isKnown: false)
    for row in 0..<size.rows {
      guard diff.takesMoreBytes(than: 0, toShow: row, of: frame) else { continue }
      if let limit, output.count - start > limit { return false }
      if moves.isEmpty {
        diff.plan(frame, row: row, into: &still)
      } else if encodeMoved(frame, row: row, by: moves, pen: &pen, into: &output) {
        continue
      }
      let links = frame.links.filter { $0.row == row }
      let length = encode(&still, row: row, pen: &pen, links: links, into: &rowBytes)
      output.append(contentsOf: rowBytes[..<length])
      diff.apply(&still, row: row)
    }
    return true
  }

  /// Has the terminal move a row's cells, and draws the remaining differences, if that takes fewer bytes than to draw
  /// all differences; returns whether it did. If it did not, `still` has the plan without moves.
  private mutating func encodeMoved(
    _ frame: CellBuffer, row: Int, by moves: [RowMove], pen: inout SGRPen, into output: inout [UInt8]
  ) -> Bool {
    diff.plan(frame, row: row, moves: moves, into: &moved)
    var movedPen = pen
    let length = encode(&moved, row: row, pen: &movedPen, into: &movedBytes)
    // Most of a picture's cells differ without the move: a few of them show that, and no plan is needed.
    if !diff.takesMoreBytes(than: length, toShow: row, of: frame) {
      diff.plan(frame, row: row, into: &still)
      var stillPen = pen
      if encode(&still, row: row, pen: &stillPen, into: &rowBytes) <= length { return false }
    }
    output.append(contentsOf: movedBytes[..<length])
    pen = movedPen
    diff.apply(&moved, row: row)
    return true
  }

  /// Appends the bytes that scroll rows: margins (DECSTBM), a scroll up (SU) or down (SD), and finally the reset of the
  /// margins.
  private func encode(_ scrolls: [CellDiff.Scroll], into output: inout [UInt8]) {
    if scrolls.isEmpty { return }
    for scroll in scrolls {
      let direction = scroll.count < 0 ? "S" : "T"
      output.append(
        contentsOf:
          "\u{1B}[\(scroll.rows.lowerBound + 1);\(scroll.rows.upperBound)r\u{1B}[\(abs(scroll.count))\(direction)".utf8)
    }
    output.append(contentsOf: "\u{1B}[r".utf8)
  }

  /// Writes the bytes of a row's plan into `bytes`, and returns their number.
  private func encode(
    _ plan: inout CellDiff.RowPlan, row: Int, pen: inout SGRPen, links: [LinkedCells] = [], into bytes: inout [UInt8]
  ) -> Int {
    let (columns, isUTF8, tolerance) = (size.columns, isUTF8, diff.tolerance.halved)
    // The sink is as large as the row's worst case, and checks that it has room for each cell.
    return unsafe bytes.withUnsafeMutableBytes { memory in
      var sink = unsafe ByteSink(over: memory)
      var cursor = RowCursor(row: row, columns: columns)
      var link = LinkPen(links)
      for move in plan.moves {
        sink.reserve(Self.bytesPerMove)
        cursor.move(to: move.column, in: &sink)
        sink.append(packed: 0x5B1B, count: 2)
        if abs(move.count) > 1 { sink.append(number: abs(move.count)) }
        // ICH: @. DCH: P.
        sink.append(move.count > 0 ? 0x40 : 0x50)
      }
      for var change in plan.changes {
        link.change(to: change.column, in: &sink)
        sink.reserve(Self.bytesPerCell)
        if isUTF8 {
          if !tolerance.isNone {
            change.cell = pen.nearForm(of: change.cell, within: tolerance)
            plan.approximate(change)
            if let block = pen.inkForm(of: change.cell) {
              plan.approximate(CellChange(column: change.column, width: 1, cell: .inked(block.foreground)))
              change.cell = block
            }
          }
          change.cell = pen.cheapestForm(of: change.cell)
        }
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
      link.change(to: nil, in: &sink)
      return sink.count
    }
  }

  /// Writes a change's glyph at the cursor.
  @inline(__always)
  private static func draw(_ change: CellChange, cursor: inout RowCursor, in sink: inout ByteSink) {
    let glyph = change.cell.glyph
    if glyph.isSingleScalar && !glyph.isWidthUnsettled {
      sink.append(scalar: UInt32(truncatingIfNeeded: glyph.rawValue))
      cursor.advance(by: change.width)
      return
    }
    if glyph.isPlaceholder { return drawPlaceholder(change, cursor: &cursor, in: &sink) }
    // Blanks come first, in case the terminal draws the glyph narrower or not at all.
    for _ in 0..<change.width { sink.append(0x20) }
    cursor.invalidate()
    cursor.move(to: change.column, in: &sink)
    // Without autowrap the cursor stays on the last column, where tmux adds a mark to the cell before it.
    let count = cursor.reachesEnd(from: change.column, width: change.width) ? 1 : 3
    for scalar in glyph.scalars.prefix(count) { sink.append(scalar: scalar.value) }
    cursor.invalidate()
  }

  /// Writes a placeholder, for terminals that know it and multiplexers that join marks to the cell before the cursor.
  private static func drawPlaceholder(_ change: CellChange, cursor: inout RowCursor, in sink: inout ByteSink) {
    // The cursor goes past the last column only with autowrap, which is on for no other cell.
    let isLast = cursor.reachesEnd(from: change.column, width: 1)
    if isLast { sink.append(packed: 0x68_373F_5B1B, count: 5) }
    for scalar in change.cell.glyph.scalars { sink.append(scalar: scalar.value) }
    if isLast {
      sink.append(packed: 0x6C_373F_5B1B, count: 5)
      cursor.invalidate()
    } else {
      cursor.advance(by: 1)
    }
  }
}
