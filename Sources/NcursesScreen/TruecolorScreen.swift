package import Terminal

/// Frames encoded straight to bytes: for terminals that follow ECMA-48, in as many colours as they have.
///
/// Faster than ncurses by far, and the only way to 24-bit colours on most terminals; see `FrameEncoder`.
package final class TruecolorScreen: Screen {
  package private(set) var size: CellSize
  package private(set) var cellPixels: CellPixels?
  package let colorDepth: ColorDepth
  private let line: FrameLine
  private var encoder: FrameEncoder
  private var reducer: ColorReducer
  /// The newest frame that came while an older one was being written.
  private var waiting: CellBuffer?

  init(line: FrameLine, size: CellSize, colorDepth: ColorDepth, isUTF8: Bool) {
    self.line = line
    self.size = size
    self.colorDepth = colorDepth
    encoder = FrameEncoder(isUTF8: isUTF8)
    reducer = ColorReducer(depth: colorDepth)
  }

  package var isDraining: Bool { line.isDraining }

  package var unacknowledgedFrames: Int { line.unacknowledgedFrames }

  package func present(_ frame: CellBuffer) {
    if line.isDraining {
      waiting = frame
      return
    }
    waiting = nil
    let reduced = reducer.reduce(frame.fitted(to: size))
    line.writeFrame { encoder.encode(reduced, into: &$0) }
  }

  package func drain() {
    line.drain()
    if !line.isDraining, let waiting { present(waiting) }
  }

  package func invalidate() {
    waiting = nil
    encoder.invalidate()
  }
}

extension TruecolorScreen: ResizableScreen {
  func resize(to size: CellSize, cellPixels: CellPixels?) {
    self.size = size
    self.cellPixels = cellPixels
    invalidate()
  }

  func learn(cellPixels: CellPixels?) { self.cellPixels = cellPixels }
}
