import Terminal

/// A screen of this module: it writes its frames through a `FrameLine`, reduces colors with a `ColorReducer`, and is
/// resized by the device.
protocol ResizableScreen: Screen {
  /// The queue for its bytes.
  var line: FrameLine { get }
  /// Reduces frames to the colors that the terminal has.
  var reducer: ColorReducer { get set }
  /// How the terminal reorders the cells of frames.
  var reordering: TextReordering { get set }
  /// How pictures are sent in pixels; nil if they are drawn in cells.
  var pixels: (any PixelOutput)? { get set }
  /// Sets a new window size; everything is drawn again.
  func resize(to size: CellSize, cellPixels: CellPixels?)
  /// Sets the cell size that the terminal has reported.
  func apply(cellPixels: CellPixels?)
  /// Shows pictures in pixels from now on, or in cells.
  func use(_ output: (any PixelOutput)?)
}

extension ResizableScreen {
  package var isDraining: Bool { line.isDraining }

  package var unacknowledgedFrames: Int { line.unacknowledgedFrames }

  package func drain() { line.drain() }

  package var pixelProtocol: PixelProtocol? { pixels?.pixelProtocol }

  package var animatesPixels: Bool { pixels?.animates ?? false }

  package var shownAnimation: UInt64? { pixels?.shownAnimation }

  package func holds(frame serial: UInt64) -> Bool { pixels?.holds(frame: serial) ?? false }

  package var statistics: FrameStatistics {
    var statistics = line.statistics
    statistics.pixels = pixels?.statistics
    return statistics
  }

  /// Sets the palette that the terminal has reported.
  func apply(palette: TerminalPalette) { reducer = ColorReducer(depth: colorDepth, palette: palette) }
}
