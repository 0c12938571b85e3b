import Glibc

extension Picture {
  static let inkAndSun = Picture(
    name: "ink-and-sun", caption: "Nine thousand strokes of ink flow around one red sun",
    format: .jpeg(quality: 74), paint: { Ink().painted() })
}

/// Strokes that follow a current, which swirls with the noise and parts around a disc with red strokes of its own.
private struct Ink {
  private let noise = Noise(seed: 808)
  private let sun = SIMD2<Float>(0.6, 0.5)
  private let radius: Float = 0.25
  private let inks = Gradient(
    (0, 0x12968F), (0.25, 0x1A6A9A), (0.5, 0x173A78), (0.75, 0x232059), (1, 0x0B1030))

  func painted() -> Canvas {
    var canvas = Canvas(width: 720, height: 1080, samples: 1) { paper(at: $0).opaque }
    canvas.dab(sun, radius: radius - 0.012, SIMD4(Color(hex: 0xE8472B), 1))
    var random = Random(seed: 12)
    for _ in 0..<9000 {
      let start = SIMD2(random.within(-0.1...1.1), random.within(-0.1...1.6))
      stroke(from: start, on: &canvas, with: &random)
    }
    return canvas
  }

  private func paper(at point: SIMD2<Float>) -> Color {
    let fibre = noise.layered(point * SIMD2(40, 70), octaves: 2) * 0.01 + noise.layered(point * 3, octaves: 3) * 0.02
    return Color(hex: 0xF7ECD6) * (1 + fibre)
  }

  private func isInSun(_ point: SIMD2<Float>) -> Bool { length(point - sun) < radius }

  /// The stream function, whose contours are the current, so that the current is free of divergence.
  private func stream(at point: SIMD2<Float>) -> Float {
    let free = (point.y - sun.y) * 0.75 - (point.x - sun.x) * 0.12
    let swirls = 0.36 * noise.layered(point * SIMD2(1.7, 1.5) + 12, octaves: 2, gain: 0.32)
    let far = length(point - sun)
    // Fades to zero at the rim, so that the rim itself is a contour.
    return (free + swirls) * (1 - pow(radius / max(far, radius), 2.4))
  }

  private func current(at point: SIMD2<Float>) -> SIMD2<Float> {
    if isInSun(point) {
      let angle = -0.5 + 0.7 * noise.layered(point * 2.4 + 70, octaves: 2)
      return SIMD2(cos(angle), sin(angle))
    }
    let step: Float = 0.002
    let here = stream(at: point)
    let slope = SIMD2(stream(at: point + SIMD2(step, 0)) - here, stream(at: point + SIMD2(0, step)) - here)
    return SIMD2(slope.y, -slope.x) / max(length(slope), 1e-9)
  }

  private func stroke(from start: SIMD2<Float>, on canvas: inout Canvas, with random: inout Random) {
    let inSun = isInSun(start)
    let length = random.within(0.06...0.34) * (inSun ? 0.6 : 1)
    let width = 0.0013 + 0.0042 * pow(random.unit(), 2)
    let depth = unit(0.5 + 0.85 * noise(start * 1.25 + 30) + random.within(-0.16...0.16))
    var ink = inSun ? mix(Color(hex: 0xC42414), Color(hex: 0xFF8A4A), random.unit() * random.unit()) : inks[depth]
    if !inSun, random.unit() < 0.05 { ink = Color(hex: 0xE5A52F) }
    let strength = inSun ? random.within(0.3...0.6) : random.within(0.6...0.95)

    let step: Float = 0.0012
    let count = Int(length / step)
    var at = start
    for index in 0..<count {
      let share = Float(index) / Float(count)
      at += current(at: at) * step
      guard isInSun(at) == inSun else { return }
      // The pressure of the brush rises quickly and falls slowly.
      let press = smooth(0, 0.12, share) * smooth(1, 0.35, share)
      canvas.dab(at, radius: width * (0.15 + 0.85 * press), SIMD4(ink, 1) * strength * (0.25 + 0.5 * press))
    }
  }
}
