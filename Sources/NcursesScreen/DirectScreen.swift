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
  /// The terminal's images; nil: it takes none.
  private var images: KittyImages?
  /// Where it may read their samples.
  private var shared: SharedImages?
  private var animationPace = AnimationPace()

  /// The images of the terminals around tmux; nil: they show none.
  private var placeholders: PlaceholderImages?
  /// The pixels of a terminal that keeps no images; nil: it shows none.
  private var inline: InlineImages?
  private var inlineProtocol: PixelProtocol?

  /// Bytes of a picture that are written in one go on a quick line.
  private static let uploadPiece = 1 << 18

  init(line: FrameLine, size: CellSize, colorDepth: ColorDepth, isUTF8: Bool) {
    self.line = line
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
    let update = images?.update(for: frame)
    if images?.isSendingFrame == false { animationPace.interrupted() }
    if let ahead = update?.ahead, !ahead.isEmpty { line.write(ahead) }
    // In colours that are a little off, a placeholder would be another image's.
    let replaced = placeholders?.update(for: frame, isAtRest: quality == .still, cell: cellPixels)
    let uncovered = inline?.update(for: frame, isAtRest: kind == .still, cell: cellPixels)
    let reduced = reducer.reduce((update?.cells ?? replaced ?? uncovered ?? frame.cells).fitted(to: size))
    let channelBits = pace.channelBits(for: quality)
    let limit = quality == .still ? pace.pieceLimit : nil
    line.writeFrame(as: quality) { bytes in
      bytes += update?.placing ?? []
      let isWhole = encoder.encode(
        reduced, tolerance: tolerance, channelBits: channelBits, pausingAfter: limit, into: &bytes)
      bytes += update?.deleting ?? []
      isIncomplete = !isWhole || quality != kind
    }
  }

  package func invalidate() {
    isIncomplete = false
    encoder.invalidate()
    images?.invalidate()
    shared?.removeUpload()
    inline?.invalidate()
    placeholders?.invalidate()
  }

  package var pixelProtocol: PixelProtocol? {
    if let placeholders { return placeholders.isGivenUp ? nil : .placeholders }
    guard let images else { return inlineProtocol }
    return images.isGivenUp ? nil : .kitty
  }

  package var animatesPixels: Bool { images?.isGivenUp == false && !animationPace.isTooSlow }

  package var shownAnimation: UInt64? { images?.shownAnimation }

  package func upload() -> Bool {
    if placeholders != nil { return uploadThroughTmux() }
    if inline != nil { return writePart() }
    guard let hasUploads = images?.hasUploads, hasUploads, !isDraining else { return false }
    let shared = shared
    line.writePart(
      images?.upload(limit: pace.pieceLimit ?? Self.uploadPiece) { shared?.share($1, in: $0) } ?? [])
    if images?.isSendingFrame == true { animationPace.began(at: FrameLine.now()) }
    return images?.hasUploads ?? false
  }

  /// Writes as much of a picture as tmux passes on: it drops what a terminal leaves waiting for longer than eight bytes a cell.
  private func uploadThroughTmux() -> Bool {
    guard let hasUploads = placeholders?.hasUploads, hasUploads, !isDraining, !isIncomplete else { return false }
    let limit = min(Self.uploadPiece, max(4096, size.count * 4))
    line.writePart(placeholders?.upload(limit: min(limit, pace.pieceLimit ?? limit)) ?? [])
    return placeholders?.hasUploads ?? false
  }

  /// Writes the next part of a picture over its cells, once they are all there.
  private func writePart() -> Bool {
    guard !isDraining, !isIncomplete, let (bytes, area) = inline?.popPart() else { return false }
    line.writePart(bytes)
    encoder.cover(area)
    return inline?.hasParts ?? false
  }

  package var statistics: FrameStatistics {
    var statistics = line.statistics
    statistics.pixels = placeholders?.statistics ?? images?.statistics
    return statistics
  }
}

extension DirectScreen: ResizableScreen {
  func resize(to size: CellSize, cellPixels: CellPixels?) {
    self.size = size
    self.cellPixels = cellPixels
    animationPace = AnimationPace()
    invalidate()
  }

  func learn(cellPixels: CellPixels?) { self.cellPixels = cellPixels }

  func adopt(_ images: KittyImages, _ shared: SharedImages) {
    guard self.images == nil else { return }
    if inline != nil { encoder.invalidate() }
    (self.images, self.shared, inline) = (images, shared, nil)
  }

  func adopt(_ inline: InlineImages, by pixelProtocol: PixelProtocol) {
    guard images == nil, inlineProtocol != pixelProtocol else { return }
    // What the terminal shows in pixels is written again.
    if self.inline != nil { encoder.invalidate() }
    (self.inline, inlineProtocol) = (inline, pixelProtocol)
  }

  func learn(image id: UInt32, _ message: String) -> Bool {
    let isVisible = images?.learn(id: id, message) ?? false
    if !awaitsImages { shared?.removeUpload() }
    if images?.isSendingFrame == false { animationPace.ended(at: FrameLine.now()) }
    return isVisible
  }

  func learn(media: [ImageMedium]) { images?.offer(media) }

  func adopt(_ placeholders: PlaceholderImages) {
    guard images == nil, inline == nil, self.placeholders == nil else { return }
    self.placeholders = placeholders
  }

  func learn(tmux report: TmuxReport?) -> Bool { placeholders?.learn(report) ?? false }

  var needsTmuxReport: Bool { placeholders?.needsReport ?? false }

  var awaitsImages: Bool { images?.isAwaiting ?? false }

  var imageRemoval: [UInt8] { placeholders?.removal ?? images?.removal ?? [] }
}
