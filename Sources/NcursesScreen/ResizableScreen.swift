import Terminal

/// What the device tells its screen.
protocol ResizableScreen: Screen {
  /// The window has this size now: the next frame is drawn whole.
  func resize(to size: CellSize, cellPixels: CellPixels?)
  /// The terminal has told a cell's size, which the line did not.
  func learn(cellPixels: CellPixels?)
  /// The terminal has told its palette: frames from now on are in the colours nearest by it.
  func learn(palette: TerminalPalette)
}
