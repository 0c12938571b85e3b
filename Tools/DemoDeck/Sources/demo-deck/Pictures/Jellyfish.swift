import Glibc

extension Picture {
  static let jellyfish = Picture(
    name: "jellyfish",
    caption: "Transparent: your terminal is the sea that this jellyfish swims in",
    format: .png(dither: 0), paint: { Medusa().painted() })
}

/// A bell of glassy skins with four rosy rings inside, and frills and long threads below, on a transparent background.
private struct Medusa {
  private let noise = Noise(seed: 1758)
  private let center = SIMD2<Float>(0.5, 0.375)
  private let bellSize = SIMD2<Float>(0.34, 0.3)

  func painted() -> Canvas {
    var canvas = Canvas(width: 720, height: 900, samples: 3) { point in
      over(dome(at: point), over(frills(at: point), threads(at: point)))
    }
    canvas.bloom(above: 0.2, radius: 0.035, strength: 0.8)
    return canvas
  }

  private func over(_ top: SIMD4<Float>, _ bottom: SIMD4<Float>) -> SIMD4<Float> { top + bottom * (1 - top.w) }

  private func paint(_ color: Color, _ alpha: Float) -> SIMD4<Float> { SIMD4(color, 1) * unit(alpha) }

  /// The height of the bell's scalloped hem, in units of the bell, whose crown is at −1.
  private func hem(at across: Float) -> Float {
    let bow = 0.2 * (1 - across * across)
    return 0.12 + bow + 0.035 * abs(sin(asin(min(max(across, -1), 1)) * 9))
  }

  private func dome(at point: SIMD2<Float>) -> SIMD4<Float> {
    let place = (point - center) / bellSize
    let spread = place.y < 0 ? place.x : place.x / (1 - 0.12 * place.y * place.y)
    let radius = length(SIMD2(spread, min(place.y, 0)))
    guard radius < 1, place.y < hem(at: spread) else { return .zero }

    // A skin seen edge-on is thicker.
    let rim = pow(radius, 5)
    let toHem = hem(at: spread) - place.y
    let edge = 1 - smooth(0, 0.1, toHem)
    let angle = asin(min(max(spread, -1), 1))
    let ribs = pow(abs(cos(angle * 9)), 10) * smooth(-0.95, 0.1, place.y)
    let skin = mix(Color(hex: 0x2A6BFF), Color(hex: 0x7DE3FF), rim)
    var result = paint(skin, 0.3 + 0.62 * rim + 0.45 * edge + 0.2 * ribs)

    let inner = length(SIMD2(spread / 0.8, (place.y + 0.02) / 0.86))
    result = over(paint(Color(hex: 0x8A5BFF), 0.3 * smooth(1, 0.55, inner) + 0.5 * bell(inner - 1, 0.028)), result)
    for side in [-0.46, -0.16, 0.16, 0.46] as [Float] {
      let aside = SIMD2((spread - side) / 0.2, (place.y + 0.3 - side * side * 0.5) / 0.24)
      let ring = length(aside) + 0.1 * noise(aside * 0.9 + side * 30)
      result = over(paint(Color(hex: 0xFF5FA8), 0.85 * bell(ring - 0.7, 0.15) + 0.25 * smooth(0.7, 0.4, ring)), result)
    }
    let glint = bell(length((place - SIMD2(-0.42, -0.62)) * SIMD2(1, 1.9)) - 0.02, 0.13)
    return over(paint(Color(hex: 0xEFFFFF), 0.75 * glint + 0.5 * edge * ribs), result)
  }

  /// Four ruffled arms, wide above and fraying below.
  private func frills(at point: SIMD2<Float>) -> SIMD4<Float> {
    var result = SIMD4<Float>.zero
    for arm in 0..<4 {
      let start = (Float(arm) - 1.5) * 0.075
      let down = (point.y - center.y - 0.02) / 0.62
      guard down > 0, down < 1 else { continue }
      let sway = 0.085 * down * sin(down * 5.2 + Float(arm) * 1.3) + start * (1 + 0.55 * down)
      let ruffle = noise.layered(SIMD2(down * 9, Float(arm) * 7), octaves: 2)
      let width = 0.052 * (1 - down) * (1 + 0.5 * ruffle) + 0.004
      let aside = (point.x - center.x - sway) / width
      guard abs(aside) < 1 else { continue }
      let fold = 0.5 + 0.5 * sin(aside * 5 + down * 17 + ruffle * 4.5 + Float(arm) * 2)
      let body = smooth(1, 0.6, abs(aside)) * smooth(1, 0.5, down) * smooth(0, 0.16, down)
      let tint = mix(Color(hex: 0xB04BE0), Color(hex: 0xFFC2E8), fold)
      result = over(paint(tint, body * (0.34 + 0.46 * fold)), result)
    }
    return result
  }

  /// Long beaded threads from the hem, each with a different swing.
  private func threads(at point: SIMD2<Float>) -> SIMD4<Float> {
    var result = SIMD4<Float>.zero
    for thread in 0..<16 {
      let share = (Float(thread) + 0.5) / 8 - 1
      let root = SIMD2(center.x + share * bellSize.x * 0.96, center.y + hem(at: share) * bellSize.y - 0.01)
      let reach = 0.5 + 0.28 * noise.even(Int32(thread), 3)
      let down = (point.y - root.y) / reach
      guard down > 0, down < 1 else { continue }
      let swing = sin(down * 4.4 + share * 2.2 + 0.7) * 0.075 * down + share * -0.03 * down
      let ripple = 0.006 * sin(down * 40 + Float(thread) * 2.1) * down
      let aside = abs(point.x - root.x - swing - ripple)
      let width = 0.0042 * (1 - 0.6 * down)
      let bead = 0.6 + 0.4 * sin(down * 130 + Float(thread))
      let body = smooth(width * 1.35, width * 0.4, aside) * smooth(1, 0.55, down) * bead
      result = over(paint(mix(Color(hex: 0x9CF0FF), Color(hex: 0x7A6CFF), down), body * 0.85), result)
    }
    return result
  }
}
