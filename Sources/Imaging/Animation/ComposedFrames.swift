import Bitmaps

/// An animation's frames, composed on a canvas and scaled.
final class ComposedFrames: FrameSource {
  private let canvas: ComposedCanvas
  private let limits: DecodingLimits
  private let clock: any Clock<Duration>
  private let target: ScaledRegion
  /// Scales the canvas; nil until the first frame has been read.
  private var scaler: CanvasScaler?
  /// Whether no frame has been returned since the beginning.
  private var isFirst = true

  /// Creates a source of frames on a canvas with `size`, scaled to `target`.
  ///
  /// - Throws: `ImageError.outOfMemory` if the canvas is larger than the limits allow.
  init(
    _ reader: any FrameReading, size: PixelSize, scaledTo target: ScaledRegion, format: String, limits: DecodingLimits,
    clock: any Clock<Duration>
  ) throws(ImageError) {
    canvas = try ComposedCanvas(reader, size: size, format: format, limits: limits, clock: clock)
    self.target = target
    self.limits = limits
    self.clock = clock
  }

  func next() throws(ImageError) -> AnimationFrame? {
    let deadline = DecodeDeadline(clock, limit: limits.maxDuration)
    guard let change = try canvas.next(deadline) else { return nil }
    var scaler = scaler.take() ?? CanvasScaler(to: target, of: canvas.pixels.size, canvas.colors)
    do {
      let bitmap = try scaler.scaled(canvas.pixels, changedIn: change.area, deadline)
      self.scaler = scaler
      isFirst = false
      return AnimationFrame(bitmap: bitmap, delay: change.delay)
    } catch {
      if isFirst || error == .cancelled { throw error }
      canvas.end()
      return nil
    }
  }

  func rewind() throws(ImageError) {
    try canvas.rewind()
    isFirst = true
  }
}
