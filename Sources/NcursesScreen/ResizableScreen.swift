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
  /// Sets a new window size; everything is drawn again.
  func resize(to size: CellSize, cellPixels: CellPixels?)
  /// Sets the cell size that the terminal has reported.
  func apply(cellPixels: CellPixels?)
  /// Shows pictures in pixels from now on, or in cells.
  func use(_ output: (any PixelOutput)?)
  /// Sets the media from which the terminal reads image samples, as far as it has reported them.
  func apply(media: [ImageMedium])
  /// Handles tmux's report, or nil if tmux has not answered; returns whether frames may now look different.
  func apply(tmux report: TmuxReport?) -> Bool
  /// Whether tmux should be queried.
  var needsTmuxReport: Bool { get }
  /// Handles the terminal's reply about an image; returns whether frames may now look different.
  func apply(image id: UInt32, _ message: String) -> Bool
  /// Whether a reply about an image is outstanding.
  var awaitsImages: Bool { get }
  /// The bytes that delete all images; empty if there are none.
  var imageRemoval: [UInt8] { get }
  /// The bytes that delete all images that may ever be sent: a crash writes what was prepared before.
  var possibleImageRemoval: [UInt8] { get }
}

extension ResizableScreen {
  package var isDraining: Bool { line.isDraining }

  package var unacknowledgedFrames: Int { line.unacknowledgedFrames }

  package var statistics: FrameStatistics { line.statistics }

  package func drain() { line.drain() }

  func use(_ output: (any PixelOutput)?) {}

  func apply(media: [ImageMedium]) {}

  func apply(tmux report: TmuxReport?) -> Bool { false }

  var needsTmuxReport: Bool { false }

  func apply(image id: UInt32, _ message: String) -> Bool { false }

  var awaitsImages: Bool { false }

  var imageRemoval: [UInt8] { [] }

  var possibleImageRemoval: [UInt8] { [] }

  /// Sets the palette that the terminal has reported.
  func apply(palette: TerminalPalette) { reducer = ColorReducer(depth: colorDepth, palette: palette) }
}
