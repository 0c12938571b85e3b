import Glibc

extension Picture {
  static let twelveDiscs = Picture(
    name: "twelve-discs", caption: "Color study: twelve translucent discs, each a step round the wheel",
    format: .png(dither: 0), paint: { Discs().painted() })
}

/// Twelve discs of watercolor in a ring; each filters the paper's light, so that overlaps are darker.
private struct Discs {
  private let paper = Color(hex: 0xFBF4E4)
  private let inks: [Color] = [
    0xFFD23F, 0xFBA93C, 0xF57D3D, 0xEE5A4B, 0xE24A72, 0xC2529C, 0x8F5BB5, 0x5F6DC4, 0x3D8BD0, 0x33ABC4, 0x46BFA0,
    0x9CCB5C,
  ].map { Color(hex: $0) }

  func painted() -> Canvas {
    Canvas(width: 1000, height: 1000, samples: 6) { point in
      let at = point - 0.5
      var light = paper
      for (index, ink) in inks.enumerated() where length(at - center(of: index)) < 0.218 {
        light *= mix(Color.one, ink, 0.82)
      }
      return light.opaque
    }
  }

  private func center(of index: Int) -> SIMD2<Float> {
    let angle = (Float(index) / 12 - 0.25) * 2 * Float.pi
    return SIMD2(cos(angle), sin(angle)) * 0.236
  }
}
