extension Canvas {
  /// Adds the glow that a lens or an eye shows around bright areas.
  ///
  /// - Parameters:
  ///   - threshold: The luminance from which light glows.
  ///   - radius: The standard deviation of the glow, in units.
  ///   - strength: The share of the glow that is added.
  mutating func bloom(above threshold: Float, radius: Float, strength: Float) {
    var glow = self
    glow.forEachPixel { _, pixel in
      let bright = max(SIMD3(pixel.x, pixel.y, pixel.z).luminance - threshold, 0)
      pixel = pixel * (bright / (bright + threshold + 1e-6))
    }
    glow.blur(radius: radius)
    let halo = glow
    let width = width
    forEachRow { y, row in
      for x in 0..<row.count {
        let light = halo.pixels[y * width + x] * strength
        let alpha = unit(row[x].w + (1 - row[x].w) * light.w)
        row[x] = SIMD4(row[x].x + light.x, row[x].y + light.y, row[x].z + light.z, alpha)
      }
    }
  }

  /// Blurs with three box blurs in each direction, which approximate a Gaussian with a standard
  /// deviation of `radius` units.
  mutating func blur(radius: Float) {
    let reach = max(Int(radius * scale), 1)
    for _ in 0..<2 {
      forEachRow { _, row in
        for _ in 0..<3 { boxBlur(&row, reach: reach) }
      }
      self = transposed
    }
  }

  private var transposed: Canvas {
    var result = Canvas(width: height, height: width)
    let source = self
    result.forEachRow { y, row in
      for x in 0..<row.count { row[x] = source.pixels[x * source.width + y] }
    }
    return result
  }
}

/// Replaces each pixel by the mean of the pixels within `reach`, with the edge pixels repeated outwards.
private func boxBlur(_ row: inout MutableSpan<SIMD4<Float>>, reach: Int) {
  let last = row.count - 1
  let source = (0...last).map { row[$0] }
  var sum = source[0] * Float(reach)
  for x in 0...reach { sum += source[min(x, last)] }
  for x in 0...last {
    row[x] = sum / Float(2 * reach + 1)
    sum += source[min(x + reach + 1, last)] - source[max(x - reach, 0)]
  }
}
