extension Canvas {
  /// Paints a soft-edged disc of premultiplied color over the canvas.
  mutating func dab(_ center: SIMD2<Float>, radius: Float, _ color: SIMD4<Float>) {
    let scale = scale
    stamp(center, reach: radius + 0.75 / scale) { distance, pixel in
      let cover = color * unit((radius - distance) * scale + 0.5)
      return cover + pixel * (1 - cover.w)
    }
  }

  /// Adds a point of light with a bright core and wide, faint wings, like a star in a telescope.
  mutating func star(_ center: SIMD2<Float>, radius: Float, _ light: Color) {
    stamp(center, reach: radius * 8) { distance, pixel in
      let share = distance / radius
      let glow = bell(share, 1) + 0.02 * max(1 - share / 8, 0) / (0.3 + share)
      return pixel + SIMD4(light * glow, 0)
    }
  }

  /// Changes each pixel within `reach` of `center`; `change` receives the pixel's distance from it, in units.
  private mutating func stamp(
    _ center: SIMD2<Float>, reach: Float, _ change: (_ distance: Float, SIMD4<Float>) -> SIMD4<Float>
  ) {
    let middle = center * scale
    let border = reach * scale
    let columns = Self.span(around: middle.x, border, within: width)
    let rows = Self.span(around: middle.y, border, within: height)
    for y in rows {
      for x in columns {
        let distance = length(SIMD2(Float(x), Float(y)) + 0.5 - middle) / scale
        if distance < reach { pixels[y * width + x] = change(distance, pixels[y * width + x]) }
      }
    }
  }
  private static func span(around middle: Float, _ reach: Float, within count: Int) -> Range<Int> {
    let start = min(max(Int(middle - reach), 0), count)
    return start..<min(max(Int(middle + reach) + 2, start), count)
  }
}
