/// A cell's size in the terminal's pixels.
package struct CellPixels: Hashable, Sendable {
  package var width: Int
  package var height: Int

  /// A size in pixels; smaller numbers count as 1.
  package init(width: Int, height: Int) {
    self.width = max(1, width)
    self.height = max(1, height)
  }

  /// The size of a cell in a window of this size; nil if its pixels are no more than its cells, as where they are unknown.
  package func divided(by window: CellSize) -> CellPixels? {
    guard window.count > 0, width > window.columns, height > window.rows else { return nil }
    return CellPixels(width: width / window.columns, height: height / window.rows)
  }

  /// The assumed size of a cell if it is unknown.
  package static let `default` = CellPixels(width: 10, height: 20)

  /// Whether a font may have such cells: at least as high as wide, and at most four times as high.
  package var isPlausible: Bool { height <= 4 * width && width <= height }

  /// The maximum width and height in pixels of cells in which pictures are drawn in pixels.
  private static let largest = 256
  /// The maximum number of pixels of a window in which pictures are drawn in pixels: those of a 5K display.
  private static let maximumPixels = 5120 * 2880

  /// Whether pictures may be drawn in pixels in a window of such cells. This bounds their memory, regardless of the
  /// terminal's claims.
  package func isUsable(in window: CellSize) -> Bool {
    isPlausible && width >= 2 && height <= CellPixels.largest
      && window.columns <= 65_535 / width && window.rows <= 65_535 / height
      && window.columns * width * window.rows * height <= CellPixels.maximumPixels
  }

  /// The width of a cell divided by its height, 0.25…1; 0.5 if the size is not plausible.
  package var aspect: Double { isPlausible ? Double(width) / Double(height) : CellPixels.defaultAspect }

  /// The assumed aspect of a cell if its size is unknown.
  package static let defaultAspect = 0.5
}

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

extension Screen {
  /// Shows a frame exactly.
  package func present(_ cells: CellBuffer) { present(Frame(cells), as: .still) }
  /// Shows a frame of cells.
  package func present(_ cells: CellBuffer, as kind: FrameKind) { present(Frame(cells), as: kind) }
}

/// The terminal as a device: its screen, its input, and its state before and after this program.
package protocol TerminalDevice: AnyObject {
  /// The screen that shows frames.
  var screen: any Screen { get }
  /// A descriptor that becomes readable when `readInput` has bytes.
  var inputDescriptor: Int32 { get }
  /// A descriptor that becomes writable when `screen.drain` can continue.
  var outputDescriptor: Int32 { get }
  /// Returns the waiting bytes without blocking: empty if there are none yet, nil if the terminal is gone.
  func readInput() -> [UInt8]?
  /// Returns a decoder for this terminal's keys.
  func makeInputDecoder() -> InputDecoder
  /// Whether the window's size differs from the one last read: SIGWINCH may still be on its way to another thread.
  var isResized: Bool { get }
  /// Reads the size again.
  func sizeChanged()
  /// Reports that the main loop begins to work. If it works for longer than a second, the terminal itself sends the
  /// signals of Ctrl-C, Ctrl-\ and Ctrl-Z, so that a loop that hangs can be ended.
  func workBegins()
  /// Reports that the main loop waits for events again.
  func workEnds()
  /// Resumes output that Ctrl-S has stopped.
  func restartOutput()
  /// Restores the terminal to the state in which it was found. Idempotent, also after `resume`.
  func restore()
  /// Takes over the terminal again after `restore`, as after `fg`.
  func resume()
  /// Sends queries to the terminal. Replies arrive as `InputEvent.reply`, and each must be passed to `apply`.
  func ask(_ queries: [TerminalQuery])
  /// Shows something outside the window; `restore` takes back what stays there.
  func show(_ effect: OutsideEffect)
  /// The facts that the terminal has reported about itself.
  var facts: TerminalFacts { get }
  /// Records a reply: one of the `facts`, or the receipt of a frame.
  ///
  /// - Returns: Whether `facts` have changed.
  func apply(_ reply: TerminalReply) -> Bool
  /// The time until tmux should be queried about the terminals around it (`TmuxReport.query`), zero if now; the answer
  /// must be passed to `apply`. Nil if no report is needed.
  var tmuxReportDelay: Duration? { get }
  /// Stops waiting for overdue receipts: frames already written count as received.
  func forgetReceipts()
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
