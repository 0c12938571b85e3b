import Terminal

extension NcursesDevice {
  /// A cell's size: the first plausible one of the kernel's, `window`, and the terminal's own replies, otherwise the
  /// first known. Pictures in pixels need the exact size, so with them the terminal's reply comes first.
  func cellPixels(_ window: CellPixels?, in size: CellSize) -> CellPixels? {
    let reported = reportedCellPixels(in: size)
    let reports = (screen.pixelProtocol == nil ? [window, reported] : [reported, window, facts.tmuxCell]).compactMap {
      $0
    }
    let known = reports.first { $0.isPlausible } ?? reports.first
    // Images of placeholders are scaled to their cells, so an approximate size will do.
    return known ?? (screen.pixelProtocol == .placeholders ? .default : nil)
  }

  /// A cell's size as the terminal reported it, or as computed from the window size that it reported.
  private func reportedCellPixels(in size: CellSize) -> CellPixels? {
    if let reported = facts.cellPixels { return reported }
    guard let window = facts.windowPixels, size.columns > 0, size.rows > 0 else { return nil }
    return TerminalWindow.cell(width: window.width / size.columns, height: window.height / size.rows)
  }
}
