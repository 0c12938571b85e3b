import Glibc

extension Picture {
  static let duskOverTheRidge = Picture(
    name: "dusk-over-the-ridge", caption: "Dusk over the ridge: nine hills, and the fog between them",
    format: .jpeg(quality: 86), paint: { Dusk().painted() })
}

/// Hills behind hills: each outline is layered noise, paler with distance, with fog at its foot.
private struct Dusk {
  private static let hills = 9
  private static let fineness = 3840
  private let sun = SIMD2<Float>(0.655, 0.428)
  private let noise = Noise(seed: 41)
  private let sky = Gradient(
    (0, 0x1B2550), (0.18, 0x3A3A78), (0.34, 0x8A4F8C), (0.46, 0xE0736F), (0.54, 0xF9A65A), (0.62, 0xFFD98A))
  private let land = Gradient((0, 0xE88F77), (0.3, 0xA75C7C), (0.62, 0x4D3A6B), (1, 0x0D1026))
  /// Each hill's outline, from left to right.
  private var outlines: [[Float]] = []

  init() {
    for hill in 0..<Self.hills {
      outlines.append((0..<Self.fineness).map { crest(of: hill, at: (Float($0) + 0.5) * 1.6 / Float(Self.fineness)) })
    }
  }

  func painted() -> Canvas {
    var canvas = Canvas(width: 1280, height: 800, samples: 3) { color(at: $0).opaque }
    canvas.bloom(above: 0.9, radius: 0.035, strength: 0.55)
    canvas.develop(exposure: 0.92)
    return canvas
  }

  private func color(at point: SIMD2<Float>) -> Color {
    let column = min(Int(point.x / 1.6 * Float(Self.fineness)), Self.fineness - 1)
    guard let hill = (0..<Self.hills).last(where: { point.y > outlines[$0][column] }) else { return sky(at: point) }
    return shade(of: hill, at: point)
  }

  private func depth(of hill: Int) -> Float { Float(hill) / Float(Self.hills - 1) }

  private func base(of hill: Int) -> Float { 0.5 + 0.43 * pow(depth(of: hill), 1.25) }

  /// The height of a hill's crest at `x`: broad shapes far away, pines on the nearest hills.
  private func crest(of hill: Int, at x: Float) -> Float {
    let depth = depth(of: hill)
    let place = SIMD2(x * (1.5 + 0.9 * (1 - depth)) + Float(hill) * 7.7, Float(hill) * 3.1)
    let broad = noise.ridged(place, octaves: 7, gain: 0.44) - 0.55
    let crest = base(of: hill) - broad * mix(0.26, 0.2, depth)
    return depth > 0.7 ? crest - pines(on: hill, at: x, size: mix(0.016, 0.07, (depth - 0.7) / 0.3)) : crest
  }

  /// The outline of a row of trees: the highest of the nearby spires.
  private func pines(on hill: Int, at x: Float, size: Float) -> Float {
    let spacing = size * 0.22
    let slot = Int32((x / spacing).rounded(.down))
    let row = Int32(hill)
    var top: Float = 0
    for near in slot - 3...slot + 3 {
      let middle = (Float(near) + noise.even(near, row)) * spacing
      let grove = smooth(-0.25, 0.35, noise(SIMD2(middle * 3.2, Float(hill) * 5.3)))
      let height = size * (0.35 + 0.65 * noise.even(near, row + 50)) * (0.2 + 0.8 * grove)
      let aside = abs(x - middle)
      let spire = height - aside * 4.6
      // Branches: a sawtooth along the flank.
      let saw = abs((spire / (size * 0.09)).truncatingRemainder(dividingBy: 1)) * size * 0.045
      top = max(top, spire - saw * smooth(0, size * 0.1, aside * 3))
    }
    return top
  }

  private func sky(at point: SIMD2<Float>) -> Color {
    let aside = point - sun
    let far = length(aside * SIMD2(0.62, 1))
    var light = sky[point.y + 0.05 * smooth(0.9, 0, far) - 0.02]
    light += Color(hex: 0xFFB066) * 0.55 * exp(-far * 5.2)

    // Streaks of cloud, thin ones high up, lit from below.
    let drift = noise.layered(SIMD2(point.x * 1.1, point.y * 7.5) + 31, octaves: 6)
    let band = bell(point.y - 0.27, 0.13) + 0.5 * bell(point.y - 0.09, 0.06)
    let cloud = smooth(0.02, 0.62, drift + 0.22) * band
    let under = noise.layered(SIMD2(point.x * 1.1, (point.y - 0.018) * 7.5) + 31, octaves: 6)
    let lit = smooth(-0.18, 0.3, drift - under) * exp(-far * 1.5)
    light = mix(light, mix(Color(hex: 0x6C4478), Color(hex: 0xFF8E6A) * 1.7, lit), cloud * 0.75)

    return light + Color(1, 0.66, 0.25) * 2.4 * smooth(0.0535, 0.0515, length(aside))
  }

  private func shade(of hill: Int, at point: SIMD2<Float>) -> Color {
    let depth = depth(of: hill)
    let glow = exp(-length((point - sun) * SIMD2(0.8, 1.3)) * 2.6)
    let ground = mix(land[depth], Color(hex: 0xFFB36B), glow * 0.75 * (1 - depth) + glow * 0.04)

    // Fog lies in the valleys: thick at the foot of the far hills, and it takes the sky's color.
    let wisps = 0.5 + 0.5 * noise.layered(point * SIMD2(2.2, 9) + depth * 40, octaves: 5)
    let foot = base(of: hill)
    let rise = smooth(foot - 0.1, foot + 0.12, point.y + 0.035 * (wisps - 0.5))
    let thickness = rise * (1 - 0.86 * depth) * mix(0.7, 1.1, wisps)
    let fog = mix(Color(hex: 0xC77E93), Color(hex: 0xFFC78C), unit(glow * 1.5)) * mix(1, 0.5, depth)
    return mix(ground, fog, unit(thickness) * 0.86)
  }
}
