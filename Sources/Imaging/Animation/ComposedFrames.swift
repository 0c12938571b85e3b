import Bitmaps

/// Composes an animation's frames on a canvas, by rules that all formats share, and scales them.
///
/// Holds the canvas, the frame being read, and the content below a frame that will be undone.
final class ComposedFrames: FrameSource {
  private let reader: any FrameReading
  private let target: ScaledRegion
  private let limits: DecodingLimits
  private let clock: any Clock<Duration>
  private var canvas: FrameCanvas
  /// Converts the canvas to linear light; nil until the first frame has been read.
  private var rows: EncodedRows?
  /// The last frame, of which the next one scales only what has changed; nil if there is none.
  private var last: Bitmap?
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

  /// Creates a source of frames on a canvas with `size`, scaled to `target`.
  ///
  /// - Throws: `ImageError.outOfMemory` if the canvas is larger than the limits allow.
  init(
    _ reader: any FrameReading, size: PixelSize, scaledTo target: ScaledRegion, format: String, limits: DecodingLimits,
    clock: any Clock<Duration>
  ) throws(ImageError) {
    guard limits.allowsCanvas(size) else { throw .outOfMemory(format: format) }
    self.reader = reader
    self.target = target
    self.limits = limits
    self.clock = clock
    canvas = FrameCanvas(size: size)
  }

  func next() throws(ImageError) -> AnimationFrame? {
    guard count < limits.maxFrames else { return nil }
    do {
      let deadline = DecodeDeadline(clock, limit: limits.maxDuration)
      guard let frame = try reader.next(deadline) else { return nil }
      let changed = draw(frame)
      let rows = self.rows ?? EncodedRows(reader.colors, canvas: canvas.size)
      self.rows = rows
      let bitmap = try scaled(changed, by: rows, deadline)
      count += 1
      return AnimationFrame(bitmap: bitmap, delay: FrameDelay.played(frame.delay))
    } catch {
      if count == 0 || error == .cancelled { throw error }
      // A damaged frame ends the play-through.
      count = limits.maxFrames
      return nil
    }
  }

  /// Returns the canvas, scaled.
  ///
  /// - Parameter changed: The area in which it differs from the last frame.
  private func scaled(
    _ changed: PixelRect, by rows: EncodedRows, _ deadline: DecodeDeadline
  ) throws(ImageError) -> Bitmap {
    guard var bitmap = last else {
      let bitmap = try canvas.scaled(to: target, by: rows, deadline)
      last = bitmap
      return bitmap
    }
    guard let region = target.part(dependingOn: changed, of: canvas.size) else { return bitmap }
    // From here on the pixels are held here only, unless the caller still has them.
    last = nil
    if region.part.count > target.part.count / 4 * 3 {
      var memory: [SIMD4<UInt16>] = []
      swap(&memory, &bitmap.pixels)
      bitmap = try canvas.scaled(to: target, by: rows, deadline, reusing: consume memory)
    } else {
      bitmap.replace(
        try canvas.scaled(to: region, by: rows, deadline), atColumn: region.part.x - target.part.x,
        row: region.part.y - target.part.y)
    }
    last = bitmap
    return bitmap
  }

  /// Draws a frame; returns the area in which the canvas may have changed.
  private func draw(_ frame: StoredFrame) -> PixelRect {
    let changed = pending?.area.union(frame.area) ?? frame.area
    switch pending {
    case nil: break
    case .clear(let area): canvas.clear(area)
    case .restore(let area, let pixels): canvas.draw(pixels, at: area, blending: .source)
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
    last = nil
    count = 0
  }
}
