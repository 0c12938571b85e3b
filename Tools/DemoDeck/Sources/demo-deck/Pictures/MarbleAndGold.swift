import Glibc

extension Picture {
  static let marbleAndGold = Picture(
    name: "marble-and-gold", caption: "Noise that bends noise that bends noise: marble, mended with gold",
    link: "https://iquilezles.org/articles/warp/", format: .jpeg(quality: 84), paint: { Marble().painted() })
}

/// Domain warping after Inigo Quilez: a noise field whose coordinates are displaced by a
/// field that is itself displaced.
private struct Marble {
  private let noise = Noise(seed: 1504)
  private let stone = Gradient(
    (0, 0x03131F), (0.22, 0x06384A), (0.42, 0x0F7B7E), (0.58, 0x63BFA9), (0.74, 0xE9F0DC), (1, 0xFFFBF0))

  func painted() -> Canvas {
    var canvas = Canvas(width: 1000, height: 1000, samples: 2) { color(at: $0).opaque }
    canvas.bloom(above: 0.85, radius: 0.012, strength: 0.3)
    return canvas
  }

  /// How pale the stone is, and the displacement by the warp.
  private func field(at point: SIMD2<Float>) -> (pale: Float, bend: SIMD2<Float>) {
    let place = point * 0.72 + SIMD2(2.3, 0.9)
    let first = SIMD2(noise.layered(place, octaves: 4), noise.layered(place + SIMD2(5.2, 1.3), octaves: 4))
    let moved = place + first * 1.15
    let second = SIMD2(
      noise.layered(moved + SIMD2(1.7, 9.2), octaves: 4), noise.layered(moved + SIMD2(8.3, 2.8), octaves: 4))
    return (0.5 + 0.62 * noise.layered(place + second * 1.35, octaves: 6), second)
  }

  /// The height of the gold in a vein; veins run where a component of the displacement crosses a value.
  private func gold(_ bend: SIMD2<Float>, at point: SIMD2<Float>) -> Float {
    let vein = abs(bend.x - 0.16) / (0.35 + 0.65 * unit(0.5 + noise(point * 2.3 + 60)))
    let hair = abs(bend.y + 0.22) * 2.4
    return max(smooth(0.05, 0.0, vein), 0.8 * smooth(0.035, 0.0, hair))
  }

  private func color(at point: SIMD2<Float>) -> Color {
    let (pale, bend) = field(at: point)
    var light = stone[pale]
    light = mix(light, Color(hex: 0x081F3A), 0.55 * smooth(0.1, 0.75, length(bend) - 0.25))
    light += Color(hex: 0xF2B49A) * 0.16 * smooth(0.1, 0.6, bend.y)

    let height = gold(bend, at: point)
    guard height > 0 else { return light }
    let step: Float = 0.002
    let slope = SIMD2(
      gold(field(at: point + SIMD2(step, 0)).bend, at: point) - height,
      gold(field(at: point + SIMD2(0, step)).bend, at: point) - height)
    let facing = 0.5 - dot(slope, SIMD2(0.7, 0.7)) * 3 + 0.12 * noise.layered(point * 40, octaves: 2)
    let metal =
      mix(Color(hex: 0x6B3F0E), Color(hex: 0xFFE39A), unit(facing)) + Color.one * 0.5 * pow(unit(facing), 8)
    return mix(light * (1 - 0.5 * smooth(0, 0.4, height)), metal, smooth(0.3, 0.55, height))
  }
}
