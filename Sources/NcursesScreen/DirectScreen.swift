package import Terminal

/// Frames encoded straight to bytes: for terminals that follow ECMA-48, in as many colours as they have.
///
/// Faster than ncurses by far, and the only way to 24-bit colours on most terminals; see `FrameEncoder`.
package final class DirectScreen: Screen {
  package private(set) var size: CellSize
  package private(set) var cellPixels: CellPixels?
  package let colorDepth: ColorDepth
  let line: FrameLine
  private var encoder: FrameEncoder
  var reducer: ColorReducer
  private var pace = FramePace()
  package private(set) var isIncomplete = false

  init(line: FrameLine, size: CellSize, colorDepth: ColorDepth, isUTF8: Bool) {
    self.line = line
    self.size = size
    self.colorDepth = colorDepth
    encoder = FrameEncoder(isUTF8: isUTF8, movesCells: Capabilities.movesCells, scrollsRows: Capabilities.scrollsRows)
    reducer = ColorReducer(depth: colorDepth)
  }

  package func present(_ frame: CellBuffer, as kind: FrameKind) {
    for delivery in line.popDeliveries() {
      pace.arrived(bytes: delivery.bytes, after: delivery.nanoseconds, as: delivery.kind)
    }
    let quality = pace.quality(for: kind)
    let tolerance = pace.tolerance(for: quality)
    let reduced = reducer.reduce(frame.fitted(to: size))
    let channelBits = pace.channelBits(for: quality)
    let limit = quality == .still ? pace.pieceLimit : nil
    line.writeFrame(as: quality) { bytes in
      let isWhole = encoder.encode(
        reduced, tolerance: tolerance, channelBits: channelBits, pausingAfter: limit, into: &bytes)
      isIncomplete = !isWhole || quality != kind
    }
  }

  package func invalidate() {
    isIncomplete = false
    encoder.invalidate()
  }
}

extension DirectScreen: ResizableScreen {
  func resize(to size: CellSize, cellPixels: CellPixels?) {
    self.size = size
    self.cellPixels = cellPixels
    invalidate()
  }

  func learn(cellPixels: CellPixels?) { self.cellPixels = cellPixels }
}
