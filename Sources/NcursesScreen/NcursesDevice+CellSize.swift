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

  /// The window's size: the newer one of the kernel's and of the terminal's own report (mode 2048), which may come earlier
  /// over a network.
  var window: (size: CellSize, cellPixels: CellPixels?) {
    let kernel = line.likelyWindow
    guard let sizeReport, sizeReport.kernel == kernel.size else { return kernel }
    return (sizeReport.size, sizeReport.size == kernel.size ? kernel.cellPixels : nil)
  }

  /// Records the terminal's report of the window's size.
  func note(_ size: CellSize) { sizeReport = (size, line.likelyWindow.size) }

  /// Has a cell's size reported again, since the font may have changed with the window. A terminal with mode 2048 reports
  /// it without being asked, perhaps already for this window.
  func updateCellPixels(in size: CellSize) {
    guard screen.pixelProtocol != nil && screen.pixelProtocol != .placeholders else { return }
    let reports = modes.contains(.size)
    if reports, sizeReport?.size == size { return }
    facts.forgetCellSize()
    if !reports { frames.write([TerminalQuery.cellPixels, .windowPixels].flatMap(\.bytes)) }
  }

  /// Whether a cell's size is exact, so that the cell of a pixel is known: the terminal has reported it, or the kernel's
  /// size of the window is a multiple of it.
  var hasExactCells: Bool {
    if facts.cellPixels != nil { return true }
    let kernel = line.window
    return (kernel.pixels?.width).map { $0 % (kernel.columns ?? 1) == 0 } ?? false
      && (kernel.pixels?.height).map { $0 % (kernel.rows ?? 1) == 0 } ?? false
  }

  /// A cell's size as the terminal reported it, or as computed from the window size that it reported.
  private func reportedCellPixels(in size: CellSize) -> CellPixels? {
    if let reported = facts.cellPixels { return reported }
    return facts.windowPixels?.divided(by: size)
  }
}
