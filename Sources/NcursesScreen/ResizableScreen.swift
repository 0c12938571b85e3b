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
  /// The terminal takes images: pictures may be shown in pixels from now on.
  ///
  /// - Parameter shared: where the terminal may read their samples.
  func adopt(_ images: KittyImages, _ shared: SharedImages)
  /// Where the terminal reads samples of images, as far as it has told.
  func learn(media: [ImageMedium])
  /// The terminal takes pictures that are written where they are to be seen.
  func adopt(_ inline: InlineImages, by pixelProtocol: PixelProtocol)
  /// tmux is in terminals that show images where placeholders are.
  func adopt(_ placeholders: PlaceholderImages)
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

  func adopt(_ images: KittyImages, _ shared: SharedImages) {}

  func learn(media: [ImageMedium]) {}

  func adopt(_ inline: InlineImages, by pixelProtocol: PixelProtocol) {}

  func adopt(_ placeholders: PlaceholderImages) {}

  func learn(tmux report: TmuxReport?) -> Bool { false }

  var needsTmuxReport: Bool { false }

  func learn(image id: UInt32, _ message: String) -> Bool { false }

  var awaitsImages: Bool { false }

  var imageRemoval: [UInt8] { [] }

  /// The terminal has reported its palette.
  func learn(palette: TerminalPalette) { reducer = ColorReducer(depth: colorDepth, palette: palette) }
}
