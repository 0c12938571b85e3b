package import Bitmaps

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

  /// Returns the animation's frames, composed and scaled to exactly `target` (each side 1…65535); for a still, a single
  /// frame.
  ///
  /// Nothing is decoded until the first frame is requested. The frames of short animations are cached
  /// (`DecodingLimits.maxKeptBytes`). The source keeps the file or its bytes alive.
  ///
  /// - Throws: `ImageError` if there is not enough memory to start the animation.
  package func makeFrameSource(scaledTo target: PixelSize) throws(ImageError) -> any FrameSource {
    try makeFrameSource(of: ScaledRegion(whole: target))
  }

  /// Returns the animation's frames, of each only the given region.
  ///
  /// - Throws: As `makeFrameSource(scaledTo:)`.
  package func makeFrameSource(of region: ScaledRegion) throws(ImageError) -> any FrameSource {
    guard animation != nil else { return StillFrame(self, target: region) }
    let orientation = metadata.orientation
    if orientation == .upright { return try storedFrames(scaledTo: region) }
    return OrientedFrames(try storedFrames(scaledTo: region.stored(orientation)), orientation)
  }

  /// Returns the animation's canvas, to be scaled by a `CanvasScaler` elsewhere; nil if the region's samples take fewer bytes, and if the
  /// canvas must be turned or converted to sRGB.
  ///
  /// - Throws: As `makeFrameSource(scaledTo:)`.
  package func makeCanvas(for region: ScaledRegion) throws(ImageError) -> ComposedCanvas? {
    guard animation != nil, metadata.orientation == .upright, FrameCanvas.bytes(of: size) <= region.size.bitmapBytes
    else { return nil }
    let canvas: ComposedCanvas
    switch header {
    case .jpeg, .streamedPNG: return nil
    case .png(let header, _): canvas = try self.canvas(APNGFrames(bytes, header: header, limits: limits))
    case .webp(let header): canvas = try self.canvas(WebPFrames(bytes, header: header))
    case .gif(let source, let header): canvas = try self.canvas(GIFFrames(source, header: header, limits: limits))
    }
    return canvas.colors.isSRGB ? canvas : nil
  }

  private func canvas(_ reader: any FrameReading) throws(ImageError) -> ComposedCanvas {
    try ComposedCanvas(reader, size: size, format: format.rawValue, limits: limits, clock: clock)
  }

  /// Returns the frames in their stored orientation.
  private func storedFrames(scaledTo target: ScaledRegion) throws(ImageError) -> any FrameSource {
    switch header {
    case .jpeg, .streamedPNG: return StillFrame(self, target: target)
    case .png(let header, _):
      return caching(try composed(APNGFrames(bytes, header: header, limits: limits), scaledTo: target))
    case .webp(let header):
      return caching(try composed(WebPFrames(bytes, header: header), scaledTo: target))
    case .gif(let source, let header):
      return caching(try composed(try GIFFrames(source, header: header, limits: limits), scaledTo: target))
    }
  }

  private func caching(_ source: some FrameSource) -> any FrameSource {
    CachingFrameSource(source, maxCost: limits.maxKeptBytes)
  }

  private func composed(_ reader: any FrameReading, scaledTo target: ScaledRegion) throws(ImageError) -> ComposedFrames
  {
    try ComposedFrames(
      reader, size: metadata.orientation.applied(to: size), scaledTo: target, format: format.rawValue, limits: limits,
      clock: clock)
  }

  /// Returns the first frame.
  ///
  /// - Throws: `ImageError`; `.truncated` if there is none.
  func firstFrame(_ reader: any FrameReading, scaledTo target: ScaledRegion) throws(ImageError) -> Bitmap {
    guard let first = try composed(reader, scaledTo: target).next() else { throw .truncated(format: format.rawValue) }
    return first.bitmap
  }
}

/// A still as an animation with one frame.
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
