import Bitmaps

/// An animation's frames, composed one after another on a canvas by rules that all formats share, and scaled.
///
/// Holds the canvas, the frame being read, and the content below a frame that will be undone.
final class ComposedFrames: FrameSource {
  private let reader: any FrameReading
  private let limits: DecodingLimits
  private let clock: any Clock<Duration>
  private let target: ScaledRegion
  /// The canvas as the last frame shows it.
  private var canvas: FrameCanvas
  /// Scales the canvas; nil until the first frame has been read.
  private var scaler: CanvasScaler?
  /// The number of frames returned since the beginning.
  private var count = 0
  /// How the last frame's area is disposed of before the next frame is drawn; nil if it stays.
  private var pending: Pending?

  private enum Pending {
    case clear(PixelRect)
    case restore(PixelRect, [SIMD4<UInt8>])

    var area: PixelRect {
      switch self {
      case .clear(let area), .restore(let area, _): area
      }
    }
  }

  /// Creates a source of frames on a transparent canvas with `size`, scaled to `target`.
  ///
  /// - Throws: `ImageError.outOfMemory` if the canvas is larger than the limits allow.
  init(
    _ reader: any FrameReading, size: PixelSize, scaledTo target: ScaledRegion, format: String, limits: DecodingLimits,
    clock: any Clock<Duration>
  ) throws(ImageError) {
    guard limits.allowsCanvas(size) else { throw .outOfMemory(format: format) }
    (self.reader, self.limits, self.clock, self.target) = (reader, limits, clock, target)
    canvas = FrameCanvas(size: size)
  }

  func next() throws(ImageError) -> AnimationFrame? {
    guard count < limits.maxFrames else { return nil }
    let deadline = DecodeDeadline(clock, limit: limits.maxDuration)
    do {
      guard let frame = try reader.next(deadline) else { return nil }
      let changed = draw(frame)
      var scaler = scaler.take() ?? CanvasScaler(to: target, of: canvas.size, reader.colors)
      let bitmap = try scaler.scaled(canvas, changedIn: count == 0 ? canvas.area : changed, deadline)
      self.scaler = scaler
      count += 1
      return AnimationFrame(bitmap: bitmap, delay: FrameDelay.played(frame.delay))
    } catch {
      if count == 0 || error == .cancelled { throw error }
      // A damaged frame ends the play-through.
      count = limits.maxFrames
      return nil
    }
  }

  /// Draws a frame; returns the area in which the canvas may have changed.
  private func draw(_ frame: StoredFrame) -> PixelRect {
    let changed = pending?.area.union(frame.area) ?? frame.area
    switch pending {
    case nil: break
    case .clear(let area): canvas.clear(area)
    case .restore(let area, let below): canvas.draw(below, at: area, blending: .source)
    }
    switch frame.disposal {
    case .keep: pending = nil
    case .clear: pending = .clear(frame.area)
    case .restore: pending = .restore(frame.area, canvas.copy(frame.area))
    }
    canvas.draw(frame.pixels, at: frame.area, blending: frame.blending)
    return changed
  }

  func rewind() throws(ImageError) {
    try reader.rewind()
    canvas.clear()
    pending = nil
    count = 0
  }
}
