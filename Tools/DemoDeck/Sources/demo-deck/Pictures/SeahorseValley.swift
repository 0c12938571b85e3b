import Glibc

extension Picture {
  static let seahorseValley = Picture(
    name: "seahorse-valley", caption: "Seahorse Valley: the Mandelbrot set near −0.7433 + 0.1312i",
    link: "https://en.wikipedia.org/wiki/Mandelbrot_set", format: .jpeg(quality: 84),
    paint: { Mandelbrot().painted() })
}

/// The Mandelbrot set, colored by the escape time and lit as if it were a relief.
private struct Mandelbrot {
  private let center = SIMD2<Double>(-0.743_330, 0.131_240)
  private let breadth = 0.0021
  private let limit = 1400
  private let light = SIMD2<Double>(-0.61, 0.79)
  private let palette = Gradient(
    (0, 0x0A1030), (0.14, 0x123C7A), (0.3, 0x2E8FB0), (0.42, 0xE9F3DC), (0.52, 0xF9C85A), (0.64, 0xE0663A),
    (0.78, 0x6B1E4A), (0.9, 0x1B1038), (1, 0x0A1030))

  func painted() -> Canvas {
    Canvas(width: 1280, height: 800, samples: 3) { point in
      let aside = (SIMD2(Double(point.x), Double(point.y)) - SIMD2(0.8, 0.5)) * SIMD2(1, -1) * breadth
      return color(of: center + aside).opaque
    }
  }

  private func color(of start: SIMD2<Double>) -> Color {
    var (z, slope) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    for step in 0..<limit {
      slope = SIMD2(2 * (z.x * slope.x - z.y * slope.y) + 1, 2 * (z.x * slope.y + z.y * slope.x))
      z = SIMD2(z.x * z.x - z.y * z.y, 2 * z.x * z.y) + start
      let size = z.x * z.x + z.y * z.y
      if size > 1e6 { return shade(step: step, size: size, z: z, slope: slope) }
    }
    return Color(hex: 0x05060F)
  }

  private func shade(step: Int, size: Double, z: SIMD2<Double>, slope: SIMD2<Double>) -> Color {
    // A fractional escape time, from how far the point overshot the escape radius, gives
    // smooth colors instead of bands.
    let smoothStep = Double(step) + 1 - log2(log2(size) / 2)
    let place = log(smoothStep) * 1.55
    let base = palette[Float(place - place.rounded(.down))]

    // z / z′ points straight up the relief (the potential's gradient).
    let square = slope.x * slope.x + slope.y * slope.y
    let up = SIMD2(z.x * slope.x + z.y * slope.y, z.y * slope.x - z.x * slope.y) / square
    let steep = up / (up.x * up.x + up.y * up.y).squareRoot()
    let facing = Float((steep.x * light.x + steep.y * light.y + 1.6) / 2.6)

    // Close to the set, bands are finer than a pixel and fade into one color.
    let far = (size.squareRoot() * log(size) / square.squareRoot()) / breadth * 800
    let depth = smooth(0, 0.9, Float(far))
    return mix(Color(hex: 0xFFE6A8), base * (0.45 + 0.75 * facing), 0.25 + 0.75 * depth)
  }
}
