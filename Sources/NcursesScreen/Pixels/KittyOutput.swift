import Terminal

/// Sends pictures through kitty's graphics protocol.
struct KittyOutput: PixelOutput {
  private var images: KittyImages
  /// The memory from which the terminal may read samples.
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

  mutating func update(for frame: Frame, as kind: FrameKind, quality: FrameKind, cell: CellPixels?) -> PixelUpdate {
    let update = images.update(for: frame)
    if !images.isSendingFrame { pace.interrupted() }
    return update
  }

  var hasParts: Bool { images.hasUploads }
  var waitsForCells: Bool { false }

  mutating func popPart(limit: Int, in window: CellSize) -> PixelPart? {
    guard hasParts else { return nil }
    let bytes = images.upload(limit: limit, sharing: shared.share)
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

  mutating func shareMemory() { images.shareMemory() }
}
