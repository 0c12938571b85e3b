package import Bitmaps

/// Composes an animation's frames on a canvas, one after another, by rules that all formats share.
///
/// Holds the canvas, the frame being read, and the content below a frame that will be undone.
package final class ComposedCanvas {
  /// What a frame has changed.
  package struct Change {
    /// The area outside which the canvas is the same as in the last frame; of the first frame, the whole canvas.
    package let area: PixelRect
    /// How long the frame is shown, at least 11 ms.
    package let delay: Duration
  }

  private let reader: any FrameReading
  private let limits: DecodingLimits
  private let clock: any Clock<Duration>
  /// The canvas as the last frame shows it.
  package private(set) var pixels: FrameCanvas
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

  /// Creates a transparent canvas with `size`.
  ///
  /// - Throws: `ImageError.outOfMemory` if it is larger than the limits allow.
  init(
    _ reader: any FrameReading, size: PixelSize, format: String, limits: DecodingLimits, clock: any Clock<Duration>
  ) throws(ImageError) {
    guard limits.allowsCanvas(size) else { throw .outOfMemory(format: format) }
    self.reader = reader
    self.limits = limits
    self.clock = clock
    pixels = FrameCanvas(size: size)
  }

  /// The color encoding of the canvas.
  var colors: FrameColors { reader.colors }

  /// Composes the next frame; nil after the last of a play-through.
  ///
  /// - Throws: As `FrameSource.next`.
  package func next() throws(ImageError) -> Change? { try next(DecodeDeadline(clock, limit: limits.maxDuration)) }

  func next(_ deadline: DecodeDeadline) throws(ImageError) -> Change? {
    guard count < limits.maxFrames else { return nil }
    do {
      guard let frame = try reader.next(deadline) else { return nil }
      let changed = draw(frame)
      defer { count += 1 }
      return Change(area: count == 0 ? pixels.area : changed, delay: FrameDelay.played(frame.delay))
    } catch {
      if count == 0 || error == .cancelled { throw error }
      // A damaged frame ends the play-through.
      end()
      return nil
    }
  }

  /// Ends the play-through.
  func end() { count = limits.maxFrames }

  /// Draws a frame; returns the area in which the canvas may have changed.
  private func draw(_ frame: StoredFrame) -> PixelRect {
    let changed = pending?.area.union(frame.area) ?? frame.area
    switch pending {
    case nil: break
    case .clear(let area): pixels.clear(area)
    case .restore(let area, let below): pixels.draw(below, at: area, blending: .source)
    }
    switch frame.disposal {
    case .keep: pending = nil
    case .clear: pending = .clear(frame.area)
    case .restore: pending = .restore(frame.area, pixels.copy(frame.area))
    }
    pixels.draw(frame.pixels, at: frame.area, blending: frame.blending)
    return changed
  }

  /// Goes back to the first frame.
  ///
  /// - Throws: As `FrameSource.rewind`.
  package func rewind() throws(ImageError) {
    try reader.rewind()
    pixels.clear()
    pending = nil
    count = 0
  }
}
