/// The destination of whole frames. The screen keeps the last one and writes only what changed.
///
/// A screen never blocks: `present` encodes the frame and writes what the line accepts; while `isDraining`, the caller
/// waits for `outputDescriptor` to become writable, calls `drain`, and presents nothing new.
package protocol Screen: AnyObject {
  /// Cells across and down, as of the last resize.
  var size: CellSize { get }
  /// The colors that cells can have.
  var colorDepth: ColorDepth { get }
  /// The size of a cell in pixels; nil if the terminal does not report it.
  var cellPixels: CellPixels? { get }
  /// Whether bytes of the last frame are still waiting to be written.
  var isDraining: Bool { get }
  /// The protocol for pictures in pixels; nil if frames are shown in cells.
  var pixelProtocol: PixelProtocol? { get }
  /// Whether frames of animations may be shown in pixels.
  var animatesPixels: Bool { get }
  /// The animation of which the terminal shows a frame in pixels (`PixelImage.animation`); nil if there is none.
  var shownAnimation: UInt64? { get }
  /// Whether the terminal has a frame of an animation in pixels, by its serial.
  func holds(frame serial: UInt64) -> Bool
  /// How the terminal reorders the cells of frames, for which they are arranged.
  var reordering: TextReordering { get }
  /// Shows a frame of exactly `size`; one of another size is cropped or padded with blanks.
  ///
  /// - Parameter kind: A frame in motion may be slightly inexact; one at rest is exact, but on a slow line it may be
  ///   written in pieces.
  func present(_ frame: Frame, as kind: FrameKind)
  /// Whether the last frame, at rest, is incomplete: it must be presented again once the line has drained.
  var isIncomplete: Bool { get }
  /// Writes the next part of a picture that frames need or may need, as far as the line accepts it.
  ///
  /// - Returns: Whether there is more to write.
  func upload() -> Bool
  /// Statistics of the frames so far, except for composition times and frames never presented, which the screen does
  /// not know.
  var statistics: FrameStatistics { get }
  /// Writes more of the waiting bytes; returns once the line is full or nothing is waiting.
  func drain()
  /// Forgets what the terminal shows, so that the next frame is drawn whole.
  func invalidate()
  /// The number of written frames that the terminal has not acknowledged yet; 0 if it is not known to send receipts.
  ///
  /// A slow line accepts bytes long before the terminal draws them: waiting for this number to fall avoids building up
  /// a queue.
  var unacknowledgedFrames: Int { get }
}

/// The kind of a frame: frames in motion need not be exact, so that a screen can save bytes.
package enum FrameKind: Hashable, Sendable {
  /// At rest: shown exactly.
  case still
  /// Pictures that move across the window.
  case sliding
  /// A picture that dissolves into another one.
  case mixing
}

/// The user's choice of screen (`--screen`).
package enum ScreenChoice: String, CaseIterable, Hashable, Sendable {
  /// `truecolor` if the terminal has 24-bit colors or, as nearly all do, the sequences that it writes, else `curses`.
  case auto
  /// Cells drawn by ncurses, in up to 256 colors.
  case curses
  /// Bytes encoded by this program, in the colors that the depth allows.
  case truecolor
}
