import Glibc

extension Picture {
  static let spiralGalaxy = Picture(
    name: "spiral-galaxy", caption: "Two arms, a hundred thousand million suns",
    format: .jpeg(quality: 84), paint: { Galaxy().painted() })
}

/// A spiral galaxy seen at an angle: an old yellow core, young blue arms with rosy clouds, and lanes of dust.
private struct Galaxy {
  private let noise = Noise(seed: 31)
  private let center = SIMD2<Float>(0.8, 0.5)
  private let tilt: Float = 0.5
  private let roll: Float = -0.42
  private let winding: Float = 3.1

  func painted() -> Canvas {
    var canvas = Canvas(width: 1280, height: 800, samples: 2) { light(at: $0).opaque }
    stars(on: &canvas)
    canvas.bloom(above: 0.7, radius: 0.04, strength: 0.45)
    canvas.develop(exposure: 1.1)
    return canvas
  }

  /// The position in the galaxy's plane, without roll and tilt.
  private func plane(_ point: SIMD2<Float>) -> SIMD2<Float> {
    turned(point - center, by: -roll) / SIMD2(1, tilt)
  }

  /// How far inside an arm a place is, 0…1, its distance from the center, and the phase of the spiral.
  private func arm(at place: SIMD2<Float>) -> (depth: Float, radius: Float, phase: Float) {
    let radius = length(place)
    let wobble = noise.layered(place * 3.2 + 9, octaves: 4) * 0.5
    let phase = 2 * (atan2(place.y, place.x) - winding * log(radius + 0.02)) + wobble
    return (0.5 + 0.5 * cos(phase), radius, phase)
  }

  private func light(at point: SIMD2<Float>) -> Color {
    let place = plane(point)
    let (depth, radius, phase) = arm(at: place)
    let cloud = 0.5 + 0.62 * noise.layered(place * 6, octaves: 7, gain: 0.62)
    let fine = 0.5 + 0.5 * noise.layered(place * 13 + 70, octaves: 5, gain: 0.62)
    let disc = exp(-radius * 4.1) * smooth(0.86, 0.45, radius)

    let young = pow(depth, 2.4) * disc * mix(0.35, 1.6, unit(cloud)) * smooth(0.02, 0.16, radius)
    let tint = mix(Color(hex: 0xFFD9B0), Color(hex: 0x7FB2FF), smooth(0.06, 0.36, radius))
    var light = tint * young * 3.6 + Color(hex: 0xB9A2C8) * disc * 0.34

    // Rosy hydrogen clouds lie on the inner side of the arms.
    let nursery = smooth(0.72, 1.15, fine) * pow(0.5 + 0.5 * cos(phase + 0.35), 4) * smooth(0.08, 0.2, radius)
    light += Color(hex: 0xFF4F86) * nursery * disc * 4.2

    // Dust on the inner side of each arm absorbs light, blue light most.
    let lane = pow(0.5 + 0.5 * cos(phase + 1.0), 5) * smooth(0.04, 0.12, radius) * smooth(0.8, 0.3, radius)
    let dust = lane * (0.5 + 1.1 * smooth(0.3, 0.8, cloud)) + 0.35 * smooth(0.55, 0.9, cloud) * depth
    light *= SIMD3(exp(-dust * 1.1), exp(-dust * 1.7), exp(-dust * 2.3))

    let heart = length((point - center) * SIMD2(1, 1.12))
    light += Color(hex: 0xFFDFA8) * (2.6 * exp(-heart * 26) + 0.5 * exp(-heart * 9))
    return light + space(at: point)
  }

  /// The background, not quite black.
  private func space(at point: SIMD2<Float>) -> Color {
    let veil = unit(0.5 + 0.6 * noise.layered(point * 1.7 + 50, octaves: 5))
    return mix(Color(hex: 0x03040B), Color(hex: 0x10163A), veil * veil)
  }

  private func stars(on canvas: inout Canvas) {
    var random = Random(seed: 2026)
    // The galaxy's brightest stars, scattered along the arms.
    for _ in 0..<9000 {
      let at = SIMD2(random.within(0...1.6), random.within(0...1))
      let place = plane(at)
      let (depth, radius, _) = arm(at: place)
      let chance = pow(depth, 3) * exp(-radius * 3.2) * 1.6
      let brightness = 0.06 + 0.5 * pow(random.unit(), 6)
      guard random.unit() < chance else { continue }
      canvas.star(at, radius: 0.0009, mix(Color(0.7, 0.82, 1), Color(1, 0.8, 0.7), random.unit()) * brightness)
    }
    // Foreground stars of our own galaxy.
    for _ in 0..<1100 {
      let at = SIMD2(random.within(0...1.6), random.within(0...1))
      let brightness = 0.04 + 1.8 * pow(random.unit(), 22)
      let tint = mix(Color(0.65, 0.78, 1), Color(1, 0.82, 0.6), random.unit())
      canvas.star(at, radius: 0.0009 + 0.0007 * min(brightness, 1.6), tint * brightness)
    }
  }
}
