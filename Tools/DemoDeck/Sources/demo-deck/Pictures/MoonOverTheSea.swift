import Glibc

extension Picture {
  static let moonOverTheSea = Picture(
    name: "moon-over-the-sea", caption: "The moon lays a road on the sea, and one boat crosses it",
    format: .jpeg(quality: 85), paint: { Moonlight().painted() })
}

/// A high moon among clouds, and its reflection on the waves that face it.
private struct Moonlight {
  private let horizon: Float = 0.86
  private let moon = SIMD2<Float>(0.56, 0.36)
  private let radius: Float = 0.115
  private let noise = Noise(seed: 1969)
  private let sky = Gradient((0, 0x060B22), (0.4, 0x0D2148), (0.72, 0x1F4A72), (0.86, 0x4F86A0))

  func painted() -> Canvas {
    var canvas = Canvas(width: 800, height: 1200, samples: 4) { point in
      (boat(at: point) ?? (point.y < horizon ? heavens(point) : sea(point))).opaque
    }
    canvas.bloom(above: 0.55, radius: 0.045, strength: 0.5)
    canvas.develop(exposure: 1.05)
    return canvas
  }

  private func heavens(_ point: SIMD2<Float>) -> Color {
    let aside = point - moon
    let far = length(aside)
    var light = sky[point.y] + stars(at: point)
    light += Color(hex: 0x9CC4E8) * (0.5 * exp(-far * 6) + 0.16 * exp(-far * 2.2))
    light = mix(light, face(at: aside / radius), smooth(radius + 0.001, radius - 0.001, far))

    let place = SIMD2(point.x * 1.5, point.y * 4.2)
    let billow = noise.layered(place + 3, octaves: 7, gain: 0.52)
    let toMoon = noise.layered(place + 3 - aside / max(far, 0.05) * SIMD2(0.05, 0.12), octaves: 5, gain: 0.52)
    let band = bell(point.y - 0.49, 0.085) + 0.75 * bell(point.y - 0.76, 0.06) + 0.55 * bell(point.y - 0.12, 0.07)
    let cover = smooth(-0.12, 0.55, billow + 0.05) * unit(band)
    let lining = smooth(-0.1, 0.42, billow - toMoon) * exp(-far * 2.3)
    let cloud = mix(Color(hex: 0x14274A), Color(hex: 0xCFE3F2) * 1.3, unit(lining * 1.5 + 0.16 * exp(-far * 3.4)))
    return mix(light, cloud, cover * 0.92)
  }

  /// The moon's surface: dark seas with speckles, darker towards the limb.
  private func face(at place: SIMD2<Float>) -> Color {
    let seas = smooth(0.0, 0.5, noise.layered(place * 1.25 + 8.3, octaves: 6))
    let speckle = noise.layered(place * 7, octaves: 3) * 0.05
    let limb = 0.75 + 0.25 * max(1 - dot(place, place), 0).squareRoot()
    return Color(hex: 0xFFF3D6) * 0.95 * limb * (1 - 0.5 * seas + speckle)
  }

  private func stars(at point: SIMD2<Float>) -> Color {
    let cell = (point * 70).rounded(.down)
    let (x, y) = (Int32(cell.x), Int32(cell.y))
    guard noise.even(x, y) > 0.955 else { return .zero }
    let at = (cell + 0.2 + 0.6 * SIMD2(noise.even(x, ~y), noise.even(~x, y))) / 70
    return Color(0.8, 0.9, 1) * bell(length(point - at), 0.0011) * (0.2 + 1.6 * pow(noise.even(~x, ~y), 4))
  }

  /// A flat sea seen from the shore: far waves are smaller and closer together, in perspective.
  private func sea(_ point: SIMD2<Float>) -> Color {
    let depth = point.y - horizon + 0.002
    let place = SIMD2((point.x - 0.5) * 7 * pow(depth, -0.75), 42 * pow(depth, -0.45))
    let chop = noise.layered(place * SIMD2(1, 1.3), octaves: 5, gain: 0.62)
    let swell = noise(SIMD2(place.x * 0.13, place.y * 0.22) + 40)

    let mirror = sky[horizon - depth * 0.9 - 0.08] * 0.5
    var light = mix(mirror, Color(hex: 0x031226), smooth(-0.5, 0.7, chop + swell * 0.7) * 0.8)

    // A wave reflects the moon where its slope fits; the reflection widens towards the shore.
    let aside = point.x - moon.x + chop * 0.02
    let road = bell(aside, 0.036 + depth * 0.24)
    let lean = chop * 0.75 + swell * 0.5
    let glint = smooth(0.1, 0.8, lean) * road * 2.6 + smooth(0.55, 1.2, lean) * bell(aside, 0.34) * 0.16
    light += Color(hex: 0xFFEFCB) * glint + Color(hex: 0x9FC3E0) * road * 0.07
    return mix(light, sky[horizon] * 0.9, exp(-depth * 60) * 0.7)
  }

  /// A small boat with sails, dark against the reflection; nil outside it.
  private func boat(at point: SIMD2<Float>) -> Color? {
    let place = (point - SIMD2(0.43, horizon + 0.022)) / 0.075
    let hull = place.y > -0.1 && place.y < 0.14 && abs(place.x) < 0.62 - max(place.y, 0) * 1.6 + max(-place.y, 0) * 0.9
    let mast = abs(place.x) < 0.018 && place.y > -1.5 && place.y < 0
    let mainsail = place.x > 0.05 && place.y < -0.2 && place.x < 0.05 + (place.y + 1.45) * 0.44
    let jib = place.x < -0.05 && place.y < -0.22 && place.x > -0.05 - (place.y + 1.2) * 0.42
    if mainsail || jib { return Color(hex: 0x16202F) + Color(hex: 0x2A3A50) * unit(0.5 - place.x) }
    return hull || mast ? Color(hex: 0x05080F) : nil
  }
}
