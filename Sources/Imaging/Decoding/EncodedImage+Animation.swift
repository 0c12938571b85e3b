extension EncodedImage {
  /// The file's animation; nil for stills, and for animations too large to compose, which are shown as stills.
  package var animation: Animation? {
    guard limits.allowsCanvas(size) else { return nil }
    switch header {
    case .jpeg, .streamedPNG: return nil
    case .png(_, let header): return header.flatMap { $0.frameCount > 1 ? $0.animation : nil }
    case .webp(let header): return header.hasManyFrames ? Animation(loopCount: header.loopCount) : nil
    case .gif(_, let header): return header.isAnimated ? Animation(loopCount: header.loopCount) : nil
    }
  }

  /// The animation's frames, composed and scaled to exactly `target` (each side 1…65535); of a still, its one picture.
  ///
  /// Nothing is decoded before the first frame is asked for. The frames of short animations are kept
  /// (`DecodingLimits.maxKeptBytes`). The source holds the file, or its bytes.
  ///
  /// - Throws: `ImageError` when the animation cannot be begun, for want of memory.
  package func makeFrameSource(scaledTo target: PixelSize) throws(ImageError) -> any FrameSource {
    precondition(1...65_535 ~= target.width && 1...65_535 ~= target.height, "a side is 1…65535")
    guard animation != nil else { return StillFrame(self, target: target) }
    let orientation = metadata.orientation
    if orientation == .upright { return try storedFrames(scaledTo: target) }
    return OrientedFrames(try storedFrames(scaledTo: orientation.applied(to: target)), orientation)
  }

  /// The frames as they are stored, not yet stood upright.
  private func storedFrames(scaledTo target: PixelSize) throws(ImageError) -> any FrameSource {
    switch header {
    case .jpeg, .streamedPNG: return StillFrame(self, target: target)
    case .png(let header, _):
      return kept(try composed(APNGFrames(bytes, header: header, limits: limits), scaledTo: target))
    case .webp(let header):
      return kept(try composed(WebPFrames(bytes, header: header, limits: limits), scaledTo: target))
    case .gif(let source, let header):
      return kept(try composed(try GIFFrames(source, header: header, limits: limits), scaledTo: target))
    }
  }

  private func kept(_ source: some FrameSource) -> any FrameSource {
    CachingFrameSource(source, maxCost: limits.maxKeptBytes)
  }

  private func composed(_ reader: any FrameReading, scaledTo target: PixelSize) throws(ImageError) -> ComposedFrames {
    try ComposedFrames(
      reader, size: metadata.orientation.applied(to: size), scaledTo: target, format: format.rawValue, limits: limits,
      clock: clock)
  }

  /// The first frame alone.
  func firstFrame(_ reader: any FrameReading, scaledTo target: PixelSize) throws(ImageError) -> Bitmap {
    guard let first = try composed(reader, scaledTo: target).next() else { throw .truncated(format: format.rawValue) }
    return first.bitmap
  }
}

/// A still as an animation of one frame.
private final class StillFrame: FrameSource {
  private let image: EncodedImage
  private let target: PixelSize
  private var isShown = false

  init(_ image: EncodedImage, target: PixelSize) {
    self.image = image
    self.target = target
  }

  func next() throws(ImageError) -> AnimationFrame? {
    if isShown { return nil }
    let bitmap = try image.decode(scaledTo: target)
    isShown = true
    return AnimationFrame(bitmap: bitmap, delay: FrameDelay.played(.zero))
  }

  func rewind() { isShown = false }
}

/// Frames stood upright, one by one.
private final class OrientedFrames: FrameSource {
  private let source: any FrameSource
  private let orientation: Orientation

  init(_ source: any FrameSource, _ orientation: Orientation) {
    self.source = source
    self.orientation = orientation
  }

  func next() throws(ImageError) -> AnimationFrame? {
    guard let frame = try source.next() else { return nil }
    return AnimationFrame(bitmap: frame.bitmap.oriented(orientation), delay: frame.delay)
  }

  func rewind() throws(ImageError) { try source.rewind() }
}
