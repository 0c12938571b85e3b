import Imaging

extension Bitmap {
  /// Each pixel `across × down` times.
  func repeated(across: Int, down: Int) -> Bitmap {
    guard across > 1 || down > 1 else { return self }
    var result: [SIMD4<UInt16>] = []
    result.reserveCapacity(pixels.count * across * down)
    for row in 0..<size.height {
      let start = result.count
      for pixel in pixels[(row * size.width)..<((row + 1) * size.width)] {
        result.append(contentsOf: repeatElement(pixel, count: across))
      }
      let end = result.count
      for _ in 1..<max(1, down) { result.append(contentsOf: result[start..<end]) }
    }
    return Bitmap(
      size: PixelSize(width: size.width * across, height: size.height * down), pixels: result, isOpaque: isOpaque)
  }
}
