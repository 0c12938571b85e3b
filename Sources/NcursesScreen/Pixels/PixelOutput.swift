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
  /// The bytes that delete all images that may ever be sent.
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
  mutating func update(
    for frame: Frame, as kind: FrameKind, quality: FrameKind, cell: CellPixels?
  ) -> PixelUpdate

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
  /// Sets the media from which the terminal reads image samples, as far as it has reported them.
  mutating func apply(media: [ImageMedium])
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
  mutating func apply(media: [ImageMedium]) {}
  mutating func apply(tmux report: TmuxReport?) -> Bool { false }
  var needsTmuxReport: Bool { false }
}

/// Sends pictures through kitty's graphics protocol.
struct KittyOutput: PixelOutput {
  private var images: KittyImages
  /// The files from which the terminal may read samples.
  private let shared: SharedImages
  private var pace = AnimationPace()

  init(_ images: KittyImages, _ shared: SharedImages) { (self.images, self.shared) = (images, shared) }

  var pixelProtocol: PixelProtocol? { images.isGivenUp ? nil : .kitty }
  var animates: Bool { !images.isGivenUp && !pace.isTooSlow }
  var shownAnimation: UInt64? { images.shownAnimation }
  func holds(frame serial: UInt64) -> Bool { images.holds(frame: serial) }
  var removal: [UInt8] { images.removal }
  var possibleRemoval: [UInt8] { images.possibleRemoval }
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

  mutating func apply(image id: UInt32, _ message: String) -> Bool {
    let isVisible = images.apply(id: id, message)
    if !isAwaiting { shared.removeUpload() }
    if !images.isSendingFrame { pace.ended(at: FrameLine.now()) }
    return isVisible
  }

  var isAwaiting: Bool { images.isAwaiting }

  mutating func apply(media: [ImageMedium]) { images.offer(media) }
}

/// Sends pictures through kitty's graphics protocol with Unicode placeholders, for tmux.
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
    // Colors encode a placeholder's image: approximate colors would refer to another image.
    var update = PixelUpdate(cells: images.update(for: frame, isAtRest: quality == .still, cell: cell))
    update.trailing = images.anchor
    return update
  }

  var hasParts: Bool { images.hasUploads }

  mutating func popPart(limit: Int, in window: CellSize) -> PixelPart? {
    guard hasParts else { return nil }
    // tmux drops output once a terminal has more than eight bytes a cell waiting.
    return PixelPart(bytes: images.upload(limit: min(limit, max(4096, window.count * 4))))
  }

  mutating func apply(tmux report: TmuxReport?) -> Bool { images.apply(report) }

  var needsTmuxReport: Bool { images.needsReport }
}

/// Sends pictures as sixels or by OSC 1337, neither of which the terminal keeps.
struct InlineOutput: PixelOutput {
  private var images: InlineImages
  let pixelProtocol: PixelProtocol?

  init(_ images: InlineImages, by pixelProtocol: PixelProtocol) {
    (self.images, self.pixelProtocol) = (images, pixelProtocol)
  }

  var isReplaceable: Bool { true }

  /// A part may have been cut short.
  var removal: [UInt8] {
    if case .sixel(_, let limits) = pixelProtocol, limits.hasDisplayMode { InlineImages.displayModeReset } else { [] }
  }

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
