import Glibc

extension Picture {
  static let risingSunWindow = Picture(
    name: "rising-sun-window", caption: "A window to the east, leaded along its Voronoi edges",
    format: .jpeg(quality: 84), paint: { StainedGlass().painted() })
}

/// A pointed window: panes of glass set in lead, the morning light behind them, and a dark wall around them.
private struct StainedGlass {
  private let noise = Noise(seed: 1240)
  private let sun = SIMD2<Float>(0.5, 0.56)
  private var panes: [SIMD2<Float>] = []
  /// The panes near each cell of a grid, to speed up the search for the nearest pane.
  private var buckets: [[Int]] = []
  private static let grid = 30

  init() {
    panes = Self.rings(around: sun) + Self.scattered(awayFrom: sun)
    buckets = (0..<Self.grid * Self.grid * 3 / 2).map { bucket in
      let middle = (SIMD2(Float(bucket % Self.grid), Float(bucket / Self.grid)) + 0.5) / Float(Self.grid)
      let nearest = panes.map { length($0 - middle) }.min() ?? 0
      return panes.indices.filter { length(panes[$0] - middle) < nearest + 0.13 }
    }
  }

  func painted() -> Canvas {
    var canvas = Canvas(width: 800, height: 1200, samples: 3) { light(at: $0).opaque }
    canvas.bloom(above: 0.5, radius: 0.022, strength: 0.4)
    canvas.develop(exposure: 1.0)
    return canvas
  }

  /// Panes in rings around the sun, like its rays.
  private static func rings(around sun: SIMD2<Float>) -> [SIMD2<Float>] {
    var panes = [sun]
    for (ring, count) in [8, 16, 16, 20, 24].enumerated() {
      let radius = 0.085 + 0.068 * Float(ring)
      for index in 0..<count {
        let angle = (Float(index) + (ring.isMultiple(of: 2) ? 0 : 0.5)) / Float(count) * 2 * Float.pi
        panes.append(sun + radius * SIMD2(cos(angle), sin(angle)))
      }
    }
    return panes.filter { $0.y < 0.82 }
  }

  /// Panes for the rest, at a minimum distance from each other and from the rings (dart throwing).
  private static func scattered(awayFrom sun: SIMD2<Float>) -> [SIMD2<Float>] {
    var random = Random(seed: 77)
    var panes: [SIMD2<Float>] = []
    for _ in 0..<9000 {
      let dart = SIMD2(random.within(-0.05...1.05), random.within(-0.05...1.55))
      let isFree = length(dart - sun) > 0.4 || dart.y > 0.85
      if isFree, panes.allSatisfy({ length(($0 - dart) * SIMD2(1, dart.y > 0.85 ? 1.7 : 1)) > 0.078 }) {
        panes.append(dart)
      }
    }
    return panes
  }

  private func light(at point: SIMD2<Float>) -> Color {
    let edge = frame(at: point)
    guard edge < 0 else { return wall(at: point, from: edge) }
    let (pane, lead) = glazing(at: point)
    let border = min(lead, -edge * 0.8)
    let glass = glass(of: pane, at: point, fromLead: border)
    let come = Color(hex: 0x0B0A10) + Color(hex: 0x4A4650) * bell(border - 0.0021, 0.0009) * 0.5
    return mix(come, glass, smooth(0.0044, 0.006, border))
  }

  /// The pane at a point, and the distance to the nearest seam (the bisector with a neighboring pane).
  private func glazing(at point: SIMD2<Float>) -> (pane: Int, seam: Float) {
    // Hand-cut edges are slightly uneven.
    let cut = point + 0.004 * SIMD2(noise(point * 11), noise(point * 11 + 40))
    let cell = (cut * Float(Self.grid)).rounded(.down).clamped(
      lowerBound: .zero, upperBound: SIMD2(Float(Self.grid - 1), Float(Self.grid * 3 / 2 - 1)))
    let near = buckets[Int(cell.y) * Self.grid + Int(cell.x)]
    var nearest = (pane: 0, distance: Float.infinity)
    for pane in near {
      let distance = length(panes[pane] - cut)
      if distance < nearest.distance { nearest = (pane, distance) }
    }
    var seam = Float.infinity
    for pane in near where pane != nearest.pane {
      let across = panes[pane] - panes[nearest.pane]
      let middle = (panes[pane] + panes[nearest.pane]) / 2
      seam = min(seam, dot(middle - cut, across) / length(across))
    }
    return (nearest.pane, seam)
  }

  private func glass(of pane: Int, at point: SIMD2<Float>, fromLead border: Float) -> Color {
    let at = panes[pane]
    let chance = noise.even(Int32(pane), 5)
    let streak = noise.layered(turned(point, by: chance * 6) * SIMD2(9, 30) + chance * 90, octaves: 4)
    let seed = noise.layered(point * 55, octaves: 2)
    // The sun is behind the glass.
    let behind = 0.42 + 0.95 * exp(-length(point - sun) * 2.3)
    let shade = smooth(0, 0.03, border) * 0.35 + 0.65
    return tint(at: at, chance: chance) * behind * shade * (1 + 0.2 * streak + 0.07 * seed) * 1.35
  }

  /// The color of a pane: the sun and its rings, sky above, hills and a river below.
  private func tint(at place: SIMD2<Float>, chance: Float) -> Color {
    let radius = length(place - sun)
    let glasses: [UInt32]
    let river = abs(place.x - 0.5 - 0.16 * sin((place.y - 0.82) * 8.5)) < 0.03 + (place.y - 0.8) * 0.14
    switch (place.y, radius) {
    case (0.83..., _) where river: glasses = [0x7FD3E6, 0x4FB2DB, 0xB9EAF0, 0xFFE08A]
    case (0.83..<1.02, _): glasses = [0x7FB23A, 0x4E9A46, 0xA8C63F]
    case (1.02..<1.24, _): glasses = [0x2C8A5A, 0x1F7550, 0x58A04A]
    case (1.24..., _): glasses = [0x145A4C, 0x1B4B5E, 0x0F6B50]
    case (_, ..<0.05): glasses = [0xFFF6C8]
    case (_, ..<0.12): glasses = [0xFFE45C, 0xFFD93A]
    case (_, ..<0.19): glasses = [0xFFB52B, 0xFFC94A]
    case (_, ..<0.26): glasses = [0xF9822B, 0xFB9A34]
    case (_, ..<0.33): glasses = [0xEC4B33, 0xF2653A]
    case (_, ..<0.4): glasses = [0xC92C4E, 0xD63A58, 0xE0506A]
    case (..<0.16, _): glasses = [0x24349A, 0x1D2A86, 0x3A3FB0]
    default: glasses = [0x2F63C8, 0x2450B4, 0x4B86DC, 0x6A4DB8, 0x3C74D2]
    }
    return Color(hex: glasses[min(Int(chance * Float(glasses.count)), glasses.count - 1)])
  }

  /// The distance of a point from the window's pointed arch, negative inside.
  private func frame(at point: SIMD2<Float>) -> Float {
    let (half, spring, sill): (Float, Float, Float) = (0.425, 0.715, 1.435)
    let aside = abs(point.x - 0.5)
    if point.y > spring { return max(aside - half, point.y - sill) }
    // Two arcs, each with its center on the other side of the middle.
    let radius: Float = 0.72
    return length(SIMD2(aside + radius - half, point.y - spring)) - radius
  }

  /// Stone with a little colored light near the glass.
  private func wall(at point: SIMD2<Float>, from edge: Float) -> Color {
    let rough = noise.layered(point * 24, octaves: 6) * 0.5 + 0.9
    let stone = Color(hex: 0x2A2730) * rough
    let moulding = smooth(0.02, 0.012, abs(edge - 0.03)) * 0.5 + smooth(0.006, 0, edge) * 0.8
    let spill = exp(-edge * 16)
    return stone * (0.25 + moulding * 0.6) + Color(hex: 0x8A6A90) * 0.14 * spill * rough
  }
}
