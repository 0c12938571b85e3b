import Bitmaps

/// Scales an animation's canvas frame by frame: of each frame, only what has changed since the last one.
struct CanvasScaler {
  private let target: ScaledRegion
  /// Converts the canvas to linear light.
  private let rows: EncodedRows
  /// The last frame; nil before the first.
  private var last: Bitmap?
  /// The memory of earlier frames.
  private var memory = RecycledMemory<SIMD4<UInt16>>()

  /// Creates a scaler to a region of a scaled canvas with `size`.
  init(to target: ScaledRegion, of size: PixelSize, _ colors: FrameColors) {
    self.target = target
    rows = EncodedRows(colors, canvas: size, exposure: target.exposure)
  }

  /// Returns the canvas, scaled.
  ///
  /// - Parameter area: The area outside which it is the same as in the last frame.
  /// - Throws: The errors of `deadline`.
  mutating func scaled(
    _ canvas: FrameCanvas, changedIn area: PixelRect, _ deadline: DecodeDeadline
  ) throws(ImageError) -> Bitmap {
    guard var bitmap = last else {
      let bitmap = try canvas.scaled(to: target, by: rows, deadline)
      last = bitmap
      return bitmap
    }
    guard let region = target.part(dependingOn: area, of: canvas.size) else { return bitmap }
    // From here on the pixels are held here only, unless the caller still has them.
    last = nil
    let isMost = region.part.count > target.part.count / 4 * 3
    memory.makeUnique(&bitmap.pixels, keepsElements: !isMost)
    if isMost {
      var pixels: [SIMD4<UInt16>] = []
      swap(&pixels, &bitmap.pixels)
      bitmap = try canvas.scaled(to: target, by: rows, deadline, reusing: consume pixels)
    } else {
      bitmap.replace(
        try canvas.scaled(to: region, by: rows, deadline), atColumn: region.part.x - target.part.x,
        row: region.part.y - target.part.y)
    }
    last = bitmap
    return bitmap
  }
}
