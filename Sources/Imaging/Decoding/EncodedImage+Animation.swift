package import Bitmaps

extension EncodedImage {
  /// The file's animation; nil for stills, and for animations too large to compose, which are shown as stills.
  package var animation: Animation? { limits.allowsCanvas(size) ? codec.animation : nil }

  /// Whether the picture is the first frame, composed, rather than the still that the codec decodes.
  var composesFirstFrame: Bool { !codec.beginsWithStill && limits.allowsCanvas(size) }

  /// Returns the animation's frames, composed and scaled, of each only the given region; for a still, a single frame.
  ///
  /// Nothing is decoded until the first frame is requested. The frames of short animations are cached
  /// (`DecodingLimits.maxKeptBytes`). The source keeps the file or its bytes alive.
  ///
  /// - Throws: `ImageError` if there is not enough memory to start the animation.
  package func frames(of region: ScaledRegion) throws(ImageError) -> any FrameSource {
    guard animation != nil else { return StillFrame(self, target: region) }
    let orientation = metadata.orientation
    if orientation == .upright { return try storedFrames(scaledTo: region) }
    return OrientedFrames(try storedFrames(scaledTo: region.stored(orientation)), orientation)
  }

  /// Returns the frames in their stored orientation.
  private func storedFrames(scaledTo target: ScaledRegion) throws(ImageError) -> any FrameSource {
    guard let frames = try codec.frames() else { return StillFrame(self, target: target) }
    return CachingFrameSource(try composed(frames, scaledTo: target), maxCost: limits.maxKeptBytes)
  }

  private func composed(_ reader: any FrameReading, scaledTo target: ScaledRegion) throws(ImageError) -> ComposedFrames
  {
    try ComposedFrames(
      reader, size: metadata.orientation.applied(to: size), scaledTo: target, format: format.name, limits: limits,
      clock: clock)
  }

  /// Returns the first frame.
  ///
  /// - Throws: `ImageError`; `.truncated` if there is none.
  func firstFrame(_ reader: any FrameReading, scaledTo target: ScaledRegion) throws(ImageError) -> Bitmap {
    guard let first = try composed(reader, scaledTo: target).next() else { throw .truncated(format: format.name) }
    return first.bitmap
  }
}

private final class StillFrame: FrameSource {
  private let image: EncodedImage
  private let target: ScaledRegion
  private var isShown = false

  init(_ image: EncodedImage, target: ScaledRegion) {
    self.image = image
    self.target = target
  }

  func next() throws(ImageError) -> AnimationFrame? {
    if isShown { return nil }
    let bitmap = try image.picture(of: target).bitmap
    isShown = true
    return AnimationFrame(bitmap: bitmap, delay: FrameDelay.played(.zero))
  }

  func rewind() { isShown = false }
}

/// Turns each frame upright.
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
