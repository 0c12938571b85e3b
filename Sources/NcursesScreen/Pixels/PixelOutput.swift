import Terminal

/// A way to send pictures to the terminal in pixels: one implementation for each protocol.
protocol PixelOutput {
  /// The protocol; nil once nothing more is sent, after too many refusals.
  var pixelProtocol: PixelProtocol? { get }
  /// Whether another output may replace this one.
  var isReplaceable: Bool { get }
  /// Whether frames of animations arrive fast enough.
  var animates: Bool { get }
  /// The animation of which a frame is shown, or nil if none is.
  var shownAnimation: UInt64? { get }
  /// Whether the terminal has a frame of an animation.
  func holds(frame serial: UInt64) -> Bool
  /// The bytes that delete all images; empty if the terminal keeps none.
  var removal: [UInt8] { get }
  /// The bytes that delete all images that may ever be sent: a crash writes what was prepared before.
  var possibleRemoval: [UInt8] { get }
  /// Statistics of uploads; nil if there are no uploads.
  var statistics: PixelStatistics? { get }

  /// Called when the terminal may have lost everything.
  mutating func invalidate()
  /// Called when the window's size has changed.
  mutating func resize()

  /// Takes the next frame and returns the output that shows it.
  ///
  /// - Parameters:
  ///   - kind: Whether the frame is at rest or in motion.
  ///   - quality: How exactly the frame is drawn.
  ///   - cell: A cell's size, or nil if unknown.
  mutating func update(for frame: Frame, as kind: FrameKind, quality: FrameKind, cell: CellPixels?) -> PixelUpdate

  /// Whether parts are ready to be sent.
  var hasParts: Bool { get }
  /// Whether parts are sent only after the frame's cells.
  var waitsForCells: Bool { get }
  /// Removes and returns the next part to send, or nil if there is none.
  ///
  /// - Parameter limit: The number of bytes after which the part may end.
  mutating func popPart(limit: Int, in window: CellSize) -> PixelPart?

  /// Handles the terminal's reply about an image; returns whether frames may now look different.
  mutating func apply(image id: UInt32, _ message: String) -> Bool
  /// Whether a reply about an image is outstanding.
  var isAwaiting: Bool { get }
  /// Records that the terminal reads images from shared memory.
  mutating func shareMemory()
  /// Handles tmux's report, or nil if tmux has not answered; returns whether frames may now look different.
  mutating func apply(tmux report: TmuxReport?) -> Bool
  /// Whether tmux should be queried.
  var needsTmuxReport: Bool { get }
}

/// A part of a picture on its way to the terminal.
struct PixelPart {
  var bytes: [UInt8]
  /// The cells whose text it covers; nil if there are none.
  var area: CellRect?
}

extension PixelOutput {
  var isReplaceable: Bool { false }
  var animates: Bool { false }
  var shownAnimation: UInt64? { nil }
  func holds(frame serial: UInt64) -> Bool { false }
  var removal: [UInt8] { [] }
  var possibleRemoval: [UInt8] { removal }
  var statistics: PixelStatistics? { nil }
  mutating func resize() {}
  var waitsForCells: Bool { true }
  mutating func apply(image id: UInt32, _ message: String) -> Bool { false }
  var isAwaiting: Bool { false }
  mutating func shareMemory() {}
  mutating func apply(tmux report: TmuxReport?) -> Bool { false }
  var needsTmuxReport: Bool { false }
}
