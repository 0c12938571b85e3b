import Terminal

extension NcursesDevice {
  /// A cell's size: the first plausible one of the kernel's, `window`, and the terminal's own replies, otherwise the
  /// first known. Pictures and the mouse in pixels need the exact size: with them, the terminal's reply comes first.
  func cellPixels(_ window: CellPixels?, in size: CellSize) -> CellPixels? {
    let reported = reportedCellPixels(in: size)
    let isExact = screen.pixelProtocol != nil || modes.contains(.mousePixels)
    let reports = (isExact ? [reported, window, facts.tmuxCell] : [window, reported]).compactMap(\.self)
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
    let hasPixels = screen.pixelProtocol != nil && screen.pixelProtocol != .placeholders
    guard hasPixels || modes.contains(.mousePixels) else { return }
    let reports = modes.contains(.size)
    if reports, sizeReport?.size == size { return }
    facts.forgetCellSize()
    if !reports { frames.write([TerminalQuery.cellPixels, .windowPixels].flatMap(\.bytes)) }
  }

  /// A cell's size as the terminal reported it, or as computed from the window size that it reported.
  private func reportedCellPixels(in size: CellSize) -> CellPixels? {
    if let reported = facts.cellPixels { return reported }
    return facts.windowPixels?.divided(by: size)
  }
}
