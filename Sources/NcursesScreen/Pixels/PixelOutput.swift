import Terminal

/// A way in which pictures get to the terminal in pixels: there is one for each way that terminals take them.
protocol PixelOutput {
  /// Which it is; nil: nothing more is sent, after too many refusals.
  var pixelProtocol: PixelProtocol? { get }
  /// Whether another way may take its place.
  var isReplaceable: Bool { get }
  /// Whether frames of animations are quick enough.
  var animates: Bool { get }
  /// The animation of which a frame is shown; nil: none is.
  var shownAnimation: UInt64? { get }
  /// What deletes all images; empty: the terminal keeps none.
  var removal: [UInt8] { get }
  /// What became of uploads; nil: there are none.
  var statistics: PixelStatistics? { get }

  /// The terminal may have lost everything.
  mutating func invalidate()
  /// The window is another one.
  mutating func resize()

  /// Takes the next frame; returns what shows it.
  ///
  /// - Parameters:
  ///   - kind: what it is part of.
  ///   - quality: how exactly it is drawn.
  ///   - cell: a cell's size; nil: not known.
  mutating func update(
    for frame: Frame, as kind: FrameKind, quality: FrameKind, cell: CellPixels?
  ) -> PixelUpdate

  /// Whether there is something to be sent now.
  var hasParts: Bool { get }
  /// Whether nothing is sent before the frame is there in cells.
  var waitsForCells: Bool { get }
  /// What is to be sent next; nil: nothing.
  ///
  /// - Parameter limit: bytes after which it may end.
  mutating func popPart(limit: Int, in window: CellSize) -> PixelPart?

  /// The terminal has answered about an image; returns whether frames may look different now.
  mutating func learn(image id: UInt32, _ message: String) -> Bool
  /// Whether the terminal is to answer about an image.
  var isAwaiting: Bool { get }
  /// Where the terminal reads samples of images, as far as it has told.
  mutating func learn(media: [ImageMedium])
  /// tmux has answered, or has not; returns whether frames may look different now.
  mutating func learn(tmux report: TmuxReport?) -> Bool
  /// Whether tmux is to be asked.
  var needsTmuxReport: Bool { get }
}

/// A part of a picture on its way to the terminal.
struct PixelPart {
  var bytes: [UInt8]
  /// The cells whose text it covers; nil: none.
  var area: CellRect?
}

extension PixelOutput {
  var isReplaceable: Bool { false }
  var animates: Bool { false }
  var shownAnimation: UInt64? { nil }
  var removal: [UInt8] { [] }
  var statistics: PixelStatistics? { nil }
  mutating func resize() {}
  var waitsForCells: Bool { true }
  mutating func learn(image id: UInt32, _ message: String) -> Bool { false }
  var isAwaiting: Bool { false }
  mutating func learn(media: [ImageMedium]) {}
  mutating func learn(tmux report: TmuxReport?) -> Bool { false }
  var needsTmuxReport: Bool { false }
}

/// By kitty's graphics protocol.
struct KittyOutput: PixelOutput {
  private var images: KittyImages
  /// Where the terminal may read samples.
  private let shared: SharedImages
  private var pace = AnimationPace()

  init(_ images: KittyImages, _ shared: SharedImages) { (self.images, self.shared) = (images, shared) }

  var pixelProtocol: PixelProtocol? { images.isGivenUp ? nil : .kitty }
  var animates: Bool { !images.isGivenUp && !pace.isTooSlow }
  var shownAnimation: UInt64? { images.shownAnimation }
  var removal: [UInt8] { images.removal }
  var statistics: PixelStatistics? { images.statistics }

  mutating func invalidate() {
    images.invalidate()
    shared.removeUpload()
  }

  mutating func resize() { pace = AnimationPace() }

  mutating func update(
    for frame: Frame, as kind: FrameKind, quality: FrameKind, cell: CellPixels?
  ) -> PixelUpdate {
    let update = images.update(for: frame)
    if !images.isSendingFrame { pace.interrupted() }
    return update
  }

  var hasParts: Bool { images.hasUploads }
  var waitsForCells: Bool { false }

  mutating func popPart(limit: Int, in window: CellSize) -> PixelPart? {
    guard hasParts else { return nil }
    let bytes = images.upload(limit: limit) { shared.share($1, in: $0) }
    if images.isSendingFrame { pace.began(at: FrameLine.now()) }
    return PixelPart(bytes: bytes)
  }

  mutating func learn(image id: UInt32, _ message: String) -> Bool {
    let isVisible = images.learn(id: id, message)
    if !isAwaiting { shared.removeUpload() }
    if !images.isSendingFrame { pace.ended(at: FrameLine.now()) }
    return isVisible
  }

  var isAwaiting: Bool { images.isAwaiting }

  mutating func learn(media: [ImageMedium]) { images.offer(media) }
}

/// By the same protocol through tmux.
struct PlaceholderOutput: PixelOutput {
  private var images: PlaceholderImages

  init(_ images: PlaceholderImages) { self.images = images }

  var pixelProtocol: PixelProtocol? { images.isGivenUp ? nil : .placeholders }
  var removal: [UInt8] { images.removal }
  var statistics: PixelStatistics? { images.statistics }

  mutating func invalidate() { images.invalidate() }

  mutating func update(
    for frame: Frame, as kind: FrameKind, quality: FrameKind, cell: CellPixels?
  ) -> PixelUpdate {
    // In colours that are a little off, a placeholder would be another image's.
    PixelUpdate(cells: images.update(for: frame, isAtRest: quality == .still, cell: cell))
  }

  var hasParts: Bool { images.hasUploads }

  mutating func popPart(limit: Int, in window: CellSize) -> PixelPart? {
    guard hasParts else { return nil }
    // tmux drops what a terminal leaves waiting for longer than eight bytes a cell.
    return PixelPart(bytes: images.upload(limit: min(limit, max(4096, window.count * 4))))
  }

  mutating func learn(tmux report: TmuxReport?) -> Bool { images.learn(report) }

  var needsTmuxReport: Bool { images.needsReport }
}

/// By sixels or OSC 1337, which the terminal does not keep.
struct InlineOutput: PixelOutput {
  private var images: InlineImages
  let pixelProtocol: PixelProtocol?

  init(_ images: InlineImages, by pixelProtocol: PixelProtocol) {
    (self.images, self.pixelProtocol) = (images, pixelProtocol)
  }

  var isReplaceable: Bool { true }

  mutating func invalidate() { images.invalidate() }

  mutating func update(
    for frame: Frame, as kind: FrameKind, quality: FrameKind, cell: CellPixels?
  ) -> PixelUpdate {
    PixelUpdate(cells: images.update(for: frame, isAtRest: kind == .still, cell: cell))
  }

  var hasParts: Bool { images.hasParts }

  mutating func popPart(limit: Int, in window: CellSize) -> PixelPart? {
    images.popPart().map { PixelPart(bytes: $0.bytes, area: $0.area) }
  }
}
