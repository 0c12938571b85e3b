import Bitmaps

extension Bitmap {
  /// A bitmap with each pixel repeated `across × down` times.
  func repeated(across: Int, down: Int) -> Bitmap {
    guard across > 1 || down > 1 else { return self }
    var result: [SIMD4<UInt16>] = []
    result.reserveCapacity(pixels.count * across * down)
    // Each row is widened in a separate buffer: a slice of the result would share its storage, so that appending would
    // copy all of it.
    var wideRow: [SIMD4<UInt16>] = []
    wideRow.reserveCapacity(size.width * across)
    for row in 0..<size.height {
      wideRow.removeAll(keepingCapacity: true)
      for pixel in pixels[(row * size.width)..<((row + 1) * size.width)] {
        for _ in 0..<max(1, across) { wideRow.append(pixel) }
      }
      for _ in 0..<max(1, down) { result.append(contentsOf: wideRow) }
    }
    return Bitmap(
      size: PixelSize(width: size.width * across, height: size.height * down), pixels: result, isOpaque: isOpaque)
  }
}
