import CTerminalRestore
package import Terminal

/// What a terminal tells of its window.
package struct TerminalWindow: Hashable, Sendable {
  /// Cells across; nil where the terminal does not tell.
  package let columns: Int?
  /// Cells down; nil where the terminal does not tell.
  package let rows: Int?
  /// A cell's size, where the terminal reports one, plausible or not.
  package let cellPixels: CellPixels?

  /// Whether the size told is one that a terminal may have.
  package let isBelievable: Bool

  /// Asks the terminal on a descriptor; one that is no terminal tells nothing.
  package init(of descriptor: Int32) {
    let told = tui_window_size_of(descriptor)
    let claimed = CellSize(columns: Int(told.columns), rows: Int(told.rows))
    let drawable = claimed.drawable
    isBelievable = drawable == claimed
    columns = told.columns > 0 ? drawable.columns : nil
    rows = told.rows > 0 ? drawable.rows : nil
    guard let columns, let rows else {
      cellPixels = nil
      return
    }
    cellPixels = Self.cell(width: Int(told.width) / columns, height: Int(told.height) / rows)
  }

  /// A cell's size; nil where a terminal that does not know its window's size in pixels reports zero.
  static func cell(width: Int, height: Int) -> CellPixels? {
    width > 0 && height > 0 ? CellPixels(width: width, height: height) : nil
  }

  /// The first of several descriptors on which there is a terminal that tells its size.
  package init?(ofFirst descriptors: [Int32]) {
    for descriptor in descriptors {
      let window = TerminalWindow(of: descriptor)
      if window.size != nil {
        self = window
        return
      }
    }
    return nil
  }

  /// Cells across and down; nil where the terminal does not tell both.
  package var size: CellSize? {
    guard let columns, let rows else { return nil }
    return CellSize(columns: columns, rows: rows)
  }
}
