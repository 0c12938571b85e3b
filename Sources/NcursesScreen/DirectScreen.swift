package import Terminal

/// Encodes frames straight to bytes, for terminals that follow ECMA-48, in all the colors that they have.
///
/// Much faster than ncurses, and on most terminals the only way to 24-bit colors; see `FrameEncoder`.
package final class DirectScreen: Screen {
  package private(set) var size: CellSize
  package private(set) var cellPixels: CellPixels?
  package let colorDepth: ColorDepth
  let line: FrameLine
  private var encoder: FrameEncoder
  var reducer: ColorReducer
  package var reordering = TextReordering.none
  private var pace = FramePace()
  /// Whether the terminal may receive hyperlinks.
  private let showsLinks: Bool
  package private(set) var isIncomplete = false
  /// Whether the next frame is drawn whole.
  private var isInvalid = true
  /// How pictures are sent in pixels; nil if they are drawn in cells.
  var pixels: (any PixelOutput)?
  /// The deletions of images that await the cells in place of them.
  private var trailing: [UInt8] = []

  /// Bytes of a picture written at once on a fast line.
  private static let uploadPiece = 1 << 18

  init(line: FrameLine, size: CellSize, colorDepth: ColorDepth, isUTF8: Bool, environment: [String: String]) {
    self.line = line
    showsLinks = Hyperlink.areHarmless(environment: environment)
    self.size = size
    self.colorDepth = colorDepth
    encoder = FrameEncoder(isUTF8: isUTF8, movesCells: Capabilities.movesCells, scrollsRows: Capabilities.scrollsRows)
    reducer = ColorReducer(depth: colorDepth)
  }

  package func present(_ frame: Frame, as kind: FrameKind) {
    for delivery in line.popDeliveries() {
      pace.arrived(bytes: delivery.bytes, after: delivery.nanoseconds, as: delivery.kind)
    }
    let quality = pace.quality(for: kind)
    let tolerance = pace.tolerance(for: quality)
    let update = pixels?.update(for: frame, as: kind, quality: quality, cell: cellPixels)
    if let ahead = update?.ahead, !ahead.isEmpty { line.write(ahead) }
    let cells = (update?.cells ?? frame.cells).fitted(to: size).compensated(for: reordering)
    var reduced = reducer.reduce(cells)
    // Terminals would move links with the cells.
    if !showsLinks || kind != .still { reduced.links = [] }
    let limit = quality == .still ? pace.pieceLimit : nil
    line.writeFrame(as: quality) { bytes in
      if isInvalid { bytes += TerminalModes.marginReset }
      isInvalid = false
      if let placing = update?.placing, !placing.isEmpty {
        // Placements may take the numbers of those that are yet to be deleted.
        bytes += trailing + placing
        trailing = []
      }
      let isWhole = encoder.encode(
        reduced, tolerance: tolerance, pausingAfter: limit, into: &bytes)
      trailing += update?.trailing ?? []
      if isWhole {
        bytes += trailing
        trailing = []
      }
      isIncomplete = !isWhole || quality != kind
    }
  }

  package func invalidate() {
    isInvalid = true
    isIncomplete = false
    trailing = []
    encoder.invalidate()
    pixels?.invalidate()
  }

  package func upload() -> Bool {
    // No command may come between the parts of an image.
    guard !isDraining, trailing.isEmpty, !isIncomplete || pixels?.waitsForCells == false,
      let part = pixels?.popPart(limit: pace.pieceLimit ?? Self.uploadPiece, in: size)
    else { return false }
    line.writePart(part.bytes)
    if let area = part.area { encoder.cover(area) }
    return pixels?.hasParts ?? false
  }
}

extension DirectScreen: ResizableScreen {
  func resize(to size: CellSize, cellPixels: CellPixels?) {
    self.size = size
    self.cellPixels = cellPixels
    pixels?.resize()
    invalidate()
  }

  func apply(cellPixels: CellPixels?) { self.cellPixels = cellPixels }

  func use(_ output: (any PixelOutput)?) {
    if let pixels {
      guard pixels.isReplaceable, pixels.pixelProtocol != output?.pixelProtocol else { return }
      // Pictures that the terminal shows in pixels are drawn again.
      encoder.invalidate()
    }
    pixels = output
  }
}
