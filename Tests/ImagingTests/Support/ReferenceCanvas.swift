import Bitmaps
import Imaging

/// A canvas for animations in `Double`, directly from the PNG specification (11.3.2.2).
struct ReferenceCanvas {
  let size: PixelSize
  /// Encoded, not premultiplied, 0…1.
  var pixels: [SIMD4<Double>]

  init(size: PixelSize) {
    self.size = size
    pixels = Array(repeating: .zero, count: size.width * size.height)
  }

  /// Draws a frame, returns the visible picture, and disposes of the frame.
  mutating func show(_ frame: APNGWriter.Frame, _ drawn: [SIMD4<Double>]) -> Reference {
    let before = pixels
    let indices = (0..<frame.height).flatMap { row in
      (0..<frame.width).map { (frame.y + row) * size.width + frame.x + $0 }
    }
    for (index, pixel) in zip(indices, drawn) {
      pixels[index] = frame.blend == 0 ? pixel : ReferenceCanvas.over(pixel, pixels[index])
    }
    let seen = Reference(
      size: size,
      pixels: pixels.map { pixel in
        let light = SIMD3(
          Reference.linear(pixel.x), Reference.linear(pixel.y), Reference.linear(pixel.z))
        return SIMD4(light * pixel.w, pixel.w)
      })
    for index in indices {
      if frame.dispose == 1 { pixels[index] = .zero }
      if frame.dispose == 2 { pixels[index] = before[index] }
    }
    return seen
  }

  private static func over(_ source: SIMD4<Double>, _ below: SIMD4<Double>) -> SIMD4<Double> {
    let alpha = source.w + below.w * (1 - source.w)
    if alpha == 0 { return .zero }
    var color = (source * source.w + below * below.w * (1 - source.w)) / alpha
    color.w = alpha
    return color
  }
}
