import CTerminalRestore
package import Terminal

/// A terminal's window as the kernel reports it.
package struct TerminalWindow: Hashable, Sendable {
  /// Cells across, or nil if not reported.
  package let columns: Int?
  /// Cells down, or nil if not reported.
  package let rows: Int?
  /// A cell's size, plausible or not, or nil if not reported.
  package let cellPixels: CellPixels?

  /// Whether the reported size is a possible one.
  package let isPlausible: Bool

  /// Queries the terminal on a descriptor; if it is no terminal, nothing is reported.
  package init(of descriptor: Int32) {
    let told = tui_window_size_of(descriptor)
    let claimed = CellSize(columns: Int(told.columns), rows: Int(told.rows))
    let drawable = claimed.drawable
    isPlausible = drawable == claimed
    columns = told.columns > 0 ? drawable.columns : nil
    rows = told.rows > 0 ? drawable.rows : nil
    guard let columns, let rows else {
      cellPixels = nil
      return
    }
    // Zero means that the terminal does not know its size in pixels.
    let pixels = CellPixels(width: Int(told.width), height: Int(told.height))
    cellPixels = pixels.divided(by: CellSize(columns: columns, rows: rows))
  }

  /// Queries the first of several descriptors whose terminal reports its size; nil if there is none.
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

  /// Cells across and down, or nil unless both are reported.
  package var size: CellSize? {
    guard let columns, let rows else { return nil }
    return CellSize(columns: columns, rows: rows)
  }
}
