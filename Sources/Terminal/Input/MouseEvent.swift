/// A mouse report in cells, from 0 at the top left.
///
/// The decoder passes on reports in pixels (mode 1016) as they are; `inCells` converts them.
package struct MouseEvent: Hashable, Sendable {
  /// What happened.
  package enum Kind: Hashable, Sendable {
    case pressed(MouseButton)
    case released(MouseButton)
    /// Moved with a button held.
    case dragged(MouseButton)
    case moved
    case wheelUp, wheelDown, wheelLeft, wheelRight
  }

  package var kind: Kind
  /// The column, from 0.
  package var column: Int
  /// The row, from 0.
  package var row: Int
  /// The modifier keys that were down.
  package var modifiers: KeyModifiers
  /// Whether the column and the row are pixels.
  package var isInPixels = false
  /// Where the pointer is within the cell, 0..<1 of its width and height; the middle if only the cell is known.
  private var fraction = SIMD2(0.5, 0.5)

  /// The pointer's place in columns, from 0 at the left edge.
  package var x: Double { Double(column) + fraction.x }
  /// The pointer's place in rows, from 0 at the top edge.
  package var y: Double { Double(row) + fraction.y }

  /// A report in cells; one in pixels is converted, and kept within the window.
  ///
  /// - Parameters:
  ///   - cell: The size of a cell; nil if it is unknown: such a report cannot be converted.
  package func inCells(of cell: CellPixels?, in window: CellSize) -> MouseEvent? {
    guard isInPixels else { return self }
    guard let cell, window.count > 0 else { return nil }
    var event = self
    event.isInPixels = false
    event.column = min(column / cell.width, window.columns - 1)
    event.row = min(row / cell.height, window.rows - 1)
    event.fraction = SIMD2(
      min(Double(column) / Double(cell.width) - Double(event.column), 1),
      min(Double(row) / Double(cell.height) - Double(event.row), 1))
    return event
  }

  /// Whether the pointer's place is known by the pixel, unless it is the middle of a cell.
  package var isExact: Bool { fraction != SIMD2(0.5, 0.5) }

  /// Whether the Control key was down.
  package var hasControl: Bool { modifiers.contains(.control) }

  /// A report.
  package init(_ kind: Kind, column: Int, row: Int, modifiers: KeyModifiers = []) {
    self.kind = kind
    self.column = column
    self.row = row
    self.modifiers = modifiers
  }
}

/// The mouse's buttons.
package enum MouseButton: Hashable, Sendable { case left, middle, right }
