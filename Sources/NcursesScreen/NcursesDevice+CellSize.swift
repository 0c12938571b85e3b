import Terminal

extension NcursesDevice {
  /// A cell's size, or nil if it is unknown. Pictures and the mouse in pixels need the exact size.
  func cellPixels(_ window: CellPixels?, in size: CellSize) -> CellPixels? {
    let isExact = screen.pixelProtocol != nil || modes.contains(.mousePixels)
    let known = facts.cellPixels(window, in: size, isExact: isExact)
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
}
