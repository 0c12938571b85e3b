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
  /// Pictures may be shown in pixels from now on.
  func adopt(_ output: any PixelOutput)
  /// Where the terminal reads samples of images, as far as it has told.
  func learn(media: [ImageMedium])
  /// tmux has answered about those, or has not; returns whether frames may look different now.
  func learn(tmux report: TmuxReport?) -> Bool
  /// Whether tmux is to be asked.
  var needsTmuxReport: Bool { get }
  /// The terminal has answered about an image; returns whether frames may look different now.
  func learn(image id: UInt32, _ message: String) -> Bool
  /// Whether the terminal is to answer about an image.
  var awaitsImages: Bool { get }
  /// What deletes all images; empty: there are none.
  var imageRemoval: [UInt8] { get }
}

extension ResizableScreen {
  package var isDraining: Bool { line.isDraining }

  package var unacknowledgedFrames: Int { line.unacknowledgedFrames }

  package var statistics: FrameStatistics { line.statistics }

  package func drain() { line.drain() }

  func adopt(_ output: any PixelOutput) {}

  func learn(media: [ImageMedium]) {}

  func learn(tmux report: TmuxReport?) -> Bool { false }

  var needsTmuxReport: Bool { false }

  func learn(image id: UInt32, _ message: String) -> Bool { false }

  var awaitsImages: Bool { false }

  var imageRemoval: [UInt8] { [] }

  /// The terminal has reported its palette.
  func learn(palette: TerminalPalette) { reducer = ColorReducer(depth: colorDepth, palette: palette) }
}
