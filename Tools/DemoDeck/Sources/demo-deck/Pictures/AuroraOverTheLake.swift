import Glibc

extension Picture {
  static let auroraOverTheLake = Picture(
    name: "aurora-over-the-lake", caption: "Aurora over a still lake, an hour after midnight",
    format: .jpeg(quality: 86), paint: { Aurora().painted() })
}

/// Three curtains of northern lights above snowy peaks, reflected in the lake.
private struct Aurora {
  private let shore: Float = 0.66
  private let noise = Noise(seed: 1859)
  private let sky = Gradient((0, 0x040716), (0.35, 0x08142C), (0.66, 0x12324A), (1, 0x0B2238))

  /// A curtain: the height of its lower hem, its swing, its height and its brightness.
  private struct Curtain {
    var hem: Float
    var swing: Float
    var height: Float
    var strength: Float
    var place: Float
  }

  private let curtains = [
    Curtain(hem: 0.5, swing: 0.13, height: 0.24, strength: 1.15, place: 3.2),
    Curtain(hem: 0.37, swing: 0.17, height: 0.2, strength: 0.62, place: 11.7),
    Curtain(hem: 0.25, swing: 0.1, height: 0.17, strength: 0.34, place: 27.4),
  ]

  func painted() -> Canvas {
    var canvas = Canvas(width: 1280, height: 800, samples: 2) { point in
      (point.y < shore ? above(point) : below(point)).opaque
    }
    canvas.bloom(above: 0.3, radius: 0.03, strength: 0.3)
    stars(on: &canvas)
    canvas.develop(exposure: 1.05)
    return canvas
  }

  private func above(_ point: SIMD2<Float>) -> Color {
    let crest = crest(at: point.x)
    return point.y > crest ? rock(point, below: point.y - crest) : heavens(point)
  }

  /// The lake: the scene above it mirrored, smeared downwards by ripples and slightly darkened.
  private func below(_ point: SIMD2<Float>) -> Color {
    let depth = point.y - shore
    let ripple = noise.layered(SIMD2(point.x * 5, 26 * log(1 + depth * 9)), octaves: 3)
    var light = Color.zero
    for step in 0..<4 {
      let smear = (Float(step) - 1.5) * (0.009 + depth * 0.075)
      let mirrored = SIMD2(point.x + ripple * 0.012 * (0.3 + depth * 3), shore - depth * 1.25 + smear + ripple * 0.012)
      light += above(SIMD2(mirrored.x, min(mirrored.y, shore - 0.0005))) / 4
    }
    let shine = 0.62 + 0.12 * ripple - 0.2 * depth
    // A thin bright line of mist where land and water meet.
    return light * shine + Color(hex: 0x4FA7A0) * 0.25 * bell(depth - 0.004, 0.006)
  }

  private func heavens(_ point: SIMD2<Float>) -> Color {
    curtains.reduce(sky[point.y]) { $0 + light(of: $1, at: point) }
  }

  private func light(of curtain: Curtain, at point: SIMD2<Float>) -> Color {
    let fold = noise.layered(SIMD2(point.x * 1.15 + curtain.place, point.y * 0.35), octaves: 3, gain: 0.42)
    let flutter = noise(SIMD2(point.x * 7 + curtain.place, 5)) * 0.012
    let hem = curtain.hem + curtain.swing * fold + flutter
    let up = hem - point.y
    let rays = 0.55 + 0.55 * noise.layered(SIMD2((point.x + fold * 0.35) * 26 + curtain.place, up * 1.3), octaves: 3)
    let body = up > 0 ? exp(-up / (curtain.height * mix(0.45, 1, unit(rays)))) : exp(up * 75)
    let along = smooth(-0.5, 0.5, noise(SIMD2(point.x * 1.7 + curtain.place * 2, 9)) + 0.15)
    let tint = mix(
      mix(Color(hex: 0x63FFB0), Color(hex: 0x17C7B0), smooth(0, 0.16, up)), Color(hex: 0xA23CE0),
      smooth(0.08, 0.4, up))
    let fringe = Color(hex: 0xE8FF9A) * 0.3 * bell(up - 0.008, 0.012) * unit(rays)
    return (tint * body * mix(0.22, 1.25, unit(rays)) + fringe) * along * curtain.strength * 0.85
  }

  private func crest(at x: Float) -> Float {
    let range = noise.ridged(SIMD2(x * 1.7 + 4.1, 2.7), octaves: 7, gain: 0.46)
    let lift = 0.06 + 0.2 * smooth(0.75, 1.55, x) + 0.1 * smooth(0.55, 0, x)
    return shore - 0.012 - max(range - 0.28, 0) * lift * 1.7
  }

  /// Dark flanks with snow on slopes that face the light, thinner further down.
  private func rock(_ point: SIMD2<Float>, below: Float) -> Color {
    let place = SIMD2(point.x * 4.2, point.y * 3 + below * 2)
    let height = noise.ridged(place, octaves: 6, gain: 0.55)
    let lean = (height - noise.ridged(place + SIMD2(0.05, 0.035), octaves: 6, gain: 0.55)) * 9
    let cover = smooth(-0.15, 0.5, lean + 0.45 - below * 4.5)
    let shade = Color(hex: 0x050914) + Color(hex: 0x0A1E30) * smooth(0, 0.22, below)
    let snow = mix(Color(hex: 0x0E2C3E), Color(hex: 0x8FD8C8) * 0.62, smooth(-0.3, 0.9, lean))
    let mist = Color(hex: 0x2D7F86) * 0.4 * smooth(shore - 0.07, shore, point.y)
    return mix(shade, snow, cover) + mist
  }

  private func stars(on canvas: inout Canvas) {
    var random = Random(seed: 7)
    for _ in 0..<900 {
      let at = SIMD2(random.within(0...1.6), random.within(0...0.62))
      let brightness = pow(random.unit(), 8) * 1.3 + 0.05
      let warmth = random.unit()
      guard at.y < crest(at: at.x) - 0.01 else { continue }
      let tint = mix(Color(0.75, 0.86, 1), Color(1, 0.9, 0.75), warmth)
      canvas.star(at, radius: 0.0007 + 0.0004 * min(brightness, 1), tint * brightness)
    }
  }
}
