import Terminal

/// A screen of this module: its frames leave through a `FrameLine`, its colours through a `ColorReducer`, and the device
/// resizes it.
protocol ResizableScreen: Screen {
  /// Where its bytes go.
  var line: FrameLine { get }
  /// Reduces frames to the colours that the terminal has.
  var reducer: ColorReducer { get set }
  /// The window has another size; everything is drawn again.
  func resize(to size: CellSize, cellPixels: CellPixels?)
  /// The terminal has reported the size of its cells.
  func learn(cellPixels: CellPixels?)
}

extension ResizableScreen {
  package var isDraining: Bool { line.isDraining }

  package var unacknowledgedFrames: Int { line.unacknowledgedFrames }

  package var statistics: FrameStatistics { line.statistics }

  package func drain() { line.drain() }

  /// The terminal has reported its palette.
  func learn(palette: TerminalPalette) { reducer = ColorReducer(depth: colorDepth, palette: palette) }
}
