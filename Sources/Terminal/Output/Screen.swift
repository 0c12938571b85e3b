/// A cell's size in the terminal's pixels, where it is known.
package struct CellPixels: Hashable, Sendable {
  package var width: Int
  package var height: Int

  /// A size in pixels; both at least 1.
  package init(width: Int, height: Int) {
    self.width = max(1, width)
    self.height = max(1, height)
  }

  /// What a cell is taken for where its size is not known.
  package static let usual = CellPixels(width: 10, height: 20)

  /// Whether a font may have such cells: from four times as high as wide to square.
  package var isPlausible: Bool { height <= 4 * width && width <= height }

  /// The largest cell, in pixels on either side, that pictures are drawn for in pixels.
  private static let largest = 256
  /// The pixels of a window that pictures are drawn for in pixels at most: those of a 5K display.
  private static let maximumPixels = 5120 * 2880

  /// Whether pictures may be drawn in the pixels of a window of such cells: their memory is bounded, whatever a terminal claims.
  package func isUsable(in window: CellSize) -> Bool {
    isPlausible && width >= 2 && height <= CellPixels.largest
      && window.columns <= 65_535 / width && window.rows <= 65_535 / height
      && window.columns * width * window.rows * height <= CellPixels.maximumPixels
  }

  /// The width of a cell over its height, 0.25…1; 0.5 where the size is not plausible.
  package var aspect: Double { isPlausible ? Double(width) / Double(height) : CellPixels.usualAspect }

  /// The aspect of cells of which nothing is known.
  package static let usualAspect = 0.5
}

/// Where whole frames go. The screen keeps the last one and writes only what changed.
///
/// A screen never blocks: `present` encodes the frame and writes what the line takes; while `isDraining`, the caller
/// waits for `outputDescriptor` to become writable, calls `drain`, and presents nothing new.
package protocol Screen: AnyObject {
  /// Cells across and down, as of the last resize.
  var size: CellSize { get }
  /// How many colours cells may have.
  var colorDepth: ColorDepth { get }
  /// The cell's size in pixels where the terminal tells.
  var cellPixels: CellPixels? { get }
  /// Whether bytes of the last frame still wait for the line.
  var isDraining: Bool { get }
  /// How pictures may be shown in pixels; nil: frames are shown in cells.
  var pixelProtocol: PixelProtocol? { get }
  /// Whether frames of animations may be shown in pixels.
  var animatesPixels: Bool { get }
  /// The animation of which the terminal shows a frame in pixels (`PixelImage.animation`); nil: none.
  var shownAnimation: UInt64? { get }
  /// Shows a frame of exactly `size`; one of another size is cropped or padded with blanks.
  ///
  /// - Parameter kind: Frames in motion may be a little off; one at rest is exact, but on a slow line it may come in pieces.
  func present(_ frame: Frame, as kind: FrameKind)
  /// Whether the last frame, one at rest, is not all written: once the line has drained, it must be presented again.
  var isIncomplete: Bool { get }
  /// Writes the next part of a picture that frames need or may need, as far as the line takes it.
  ///
  /// - Returns: whether there is more to write.
  func upload() -> Bool
  /// What became of the frames so far; times of composition and frames never presented are not the screen's to tell.
  var statistics: FrameStatistics { get }
  /// Writes more of what waits; returns once the line is full or nothing waits.
  func drain()
  /// Forgets what the terminal shows: the next frame is drawn whole.
  func invalidate()
  /// Frames written whose receipt the terminal has not sent yet; 0 where it is not known to send any.
  ///
  /// A slow line takes bytes long before the terminal draws them: waiting for this to fall avoids building a queue.
  var unacknowledgedFrames: Int { get }
}

extension Screen {
  /// Shows a frame exactly.
  package func present(_ cells: CellBuffer) { present(Frame(cells), as: .still) }
  /// Shows a frame of cells.
  package func present(_ cells: CellBuffer, as kind: FrameKind) { present(Frame(cells), as: kind) }
  /// Frames are shown in cells.
  package var pixelProtocol: PixelProtocol? { nil }
  /// Animations are shown in cells.
  package var animatesPixels: Bool { false }
  /// Animations are shown in cells.
  package var shownAnimation: UInt64? { nil }
  /// There are no pictures to write.
  package func upload() -> Bool { false }
  /// Frames are written whole.
  package var isIncomplete: Bool { false }
  /// No receipts are asked for.
  package var unacknowledgedFrames: Int { 0 }
}

/// The terminal as a device: its screen, its input, and its state before and after us.
package protocol TerminalDevice: AnyObject {
  /// Where frames go.
  var screen: any Screen { get }
  /// A descriptor that becomes readable when `readInput` has something.
  var inputDescriptor: Int32 { get }
  /// A descriptor that becomes writable when `screen.drain` can go on.
  var outputDescriptor: Int32 { get }
  /// The bytes that wait, without blocking; empty: none yet; nil: the terminal is gone.
  func readInput() -> [UInt8]?
  /// A decoder that knows this terminal's keys.
  func makeInputDecoder() -> InputDecoder
  /// Whether the window has another size than was read last: SIGWINCH may be on its way to another thread.
  var isResized: Bool { get }
  /// Reads the size again.
  func sizeChanged()
  /// The main loop begins to work, or waits for events again. While it works for longer than a second, the terminal itself
  /// sends the signals of Ctrl-C, Ctrl-\ and Ctrl-Z: a loop that hangs can be ended.
  func workBegins()
  func workEnds()
  /// Lets output go on that a Ctrl-S has stopped.
  func restartOutput()
  /// Gives the terminal back as it was found. Idempotent, also after `resume`.
  func restore()
  /// Takes the terminal again after `restore`, as after `fg`.
  func resume()
  /// Asks the terminal; answers come as `InputEvent.reply`, each of which must be handed to `learn`.
  func ask(_ queries: [TerminalQuery])
  /// Puts a text into the terminal's clipboard, if it has one and allows that.
  func setClipboard(_ text: ClipboardText)
  /// What the terminal has told of itself.
  var facts: TerminalFacts { get }
  /// Takes note of an answer: of `facts`, and of receipts of frames.
  ///
  /// - Returns: whether `facts` have changed.
  func learn(_ reply: TerminalReply) -> Bool
  /// Whether tmux is to be asked about the terminals around it (`TmuxReport.query`); the answer must be handed to `learn`.
  var needsTmuxReport: Bool { get }
  /// The terminal has not answered for too long: frames that were written count as received.
  func forgetReceipts()
}

extension TerminalDevice {
  /// Nobody to ask.
  package func ask(_ queries: [TerminalQuery]) {}
  /// There is none.
  package func setClipboard(_ text: ClipboardText) {}
  /// Nothing to learn.
  package func learn(_ reply: TerminalReply) -> Bool { false }
  /// There is no tmux.
  package var needsTmuxReport: Bool { false }
  /// None are expected.
  package func forgetReceipts() {}
  /// Nothing is watched.
  package func workBegins() {}
  /// Nothing is watched.
  package func workEnds() {}
  /// Nothing stops.
  package func restartOutput() {}
}

/// The role of a frame: frames in motion need not be exact, and a screen may save bytes there.
package enum FrameKind: Hashable, Sendable {
  /// At rest: shown exactly.
  case still
  /// A picture on its way across the window.
  case sliding
  /// A picture on its way into another one.
  case mixing
}

/// Which screen draws, as people choose it (`--screen`).
package enum ScreenChoice: String, CaseIterable, Hashable, Sendable {
  /// Truecolor where the terminal has it, else curses.
  case auto
  /// Cells through ncurses, up to 256 colours.
  case curses
  /// Bytes encoded by ourselves, in as many colours as the depth says.
  case truecolor
}
