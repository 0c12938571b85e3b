import Glibc

extension Picture {
  static let eveningDunes = Picture(
    name: "evening-dunes", caption: "Evening in the dunes: one side still warm, the other already blue",
    format: .jpeg(quality: 85), paint: { Dunes().painted() })
}

/// Sand dunes shaped by wind from the left: gentle windward slopes, sharp crests, slip faces in shadow.
private struct Dunes {
  private let noise = Noise(seed: 1925)
  private let sun = normalized(SIMD3<Float>(-0.88, 0.33, 0.34))
  private let eye = SIMD3<Float>(3.3, 2.25, -3)
  private let far: Float = 46

  func painted() -> Canvas {
    var canvas = Canvas(width: 1280, height: 800, samples: 2) { point in
      color(towards: normalized(SIMD3(point.x - 0.8, 0.36 - point.y, 1.05))).opaque
    }
    canvas.bloom(above: 0.9, radius: 0.05, strength: 0.3)
    canvas.develop(exposure: 0.78)
    return canvas
  }

  private func color(towards ray: SIMD3<Float>) -> Color {
    let sky = sky(towards: ray)
    guard let away = march(from: eye, towards: ray, startingAt: 0.3, steps: 160) else { return sky }
    let sand = sand(at: eye + ray * away, away: away)
    return mix(sand, sky * 0.92, 1 - exp(-pow(away / 24, 2)))
  }

  /// The distance of the ground along the ray, or nil if the ray never meets it.
  private func march(from start: SIMD3<Float>, towards ray: SIMD3<Float>, startingAt near: Float, steps: Int) -> Float?
  {
    var away = near
    for _ in 0..<steps {
      let at = start + ray * away
      let above = at.y - height(at.x, at.z)
      if above < 0.0008 * away { return away }
      away += above * 0.5
      if away > far || at.y > 3.4 && ray.y > 0 { return nil }
    }
    return away
  }

  private func height(_ x: Float, _ z: Float) -> Float {
    let bend = noise.layered(SIMD2(x * 0.13 + 3, z * 0.16), octaves: 2)
    let broad = dune(x * 0.2 + z * 0.1 + bend * 0.85)
    let second = dune(x * 0.43 - z * 0.17 + bend * 1.3 + 0.35)
    let size = 0.75 + 0.55 * noise(SIMD2(x * 0.09 + 20, z * 0.09))
    return broad * 1.35 * size + second * 0.24 * (0.3 + broad)
  }

  /// The profile of a dune, repeated every unit: a long rise, then a short fall.
  private func dune(_ place: Float) -> Float {
    let share = place - place.rounded(.down)
    let crest: Float = 0.7
    let rise = share < crest ? share / crest : (1 - share) / (1 - crest)
    return share < crest ? rise * rise * (1.9 - 0.9 * rise) : rise * (0.45 + 0.55 * rise)
  }

  private func sand(at point: SIMD3<Float>, away: Float) -> Color {
    let step = 0.004 + away * 0.0012
    let here = height(point.x, point.z)
    var normal = SIMD3(
      (here - height(point.x + step, point.z)) / step, 1, (here - height(point.x, point.z + step)) / step)

    // Ripples across the wind, finer than any dune and fading with distance.
    let wander = noise.layered(SIMD2(point.x * 1.2, point.z * 1.2), octaves: 3) * 2.4
    let ripple = cos(point.x * 52 + point.z * 23 + wander * 3.2)
    normal.x += ripple * 0.13 * exp(-away * 0.22)
    normal = normalized(normal)

    let facing = max(dot(normal, sun), 0)
    let shaded = facing > 0 ? sunlight(at: point + SIMD3(0, 0.012, 0)) : 0
    let grain = 1 + 0.05 * noise.layered(SIMD2(point.x, point.z) * 60, octaves: 2) * exp(-away * 0.3)
    let stone = Color(hex: 0xEBB58E) * grain
    let warm = Color(1, 0.42, 0.13) * 2.2 * smooth(0, 0.55, facing) * shaded
    let sky = Color(0.17, 0.2, 0.7) * (0.3 + 0.6 * normal.y)
    let bounce = Color(0.5, 0.2, 0.14) * 0.22 * max(-normal.x, 0)
    return stone * (warm + sky + bounce)
  }

  /// The sunlight at a point: 1 in the sun, 0 in a dune's shadow, with a soft edge.
  private func sunlight(at point: SIMD3<Float>) -> Float {
    var (light, away) = (Float(1), Float(0.03))
    for _ in 0..<60 {
      let at = point + sun * away
      let above = at.y - height(at.x, at.z)
      light = min(light, 26 * above / away)
      if light <= 0 { return 0 }
      away += max(above * 0.5, 0.03)
      if at.y > 2.8 { break }
    }
    return unit(light)
  }

  private func sky(towards ray: SIMD3<Float>) -> Color {
    let gradient = Gradient((-0.06, 0xF7B488), (0.03, 0xF09C86), (0.12, 0xC9809A), (0.25, 0x7A6CA8), (0.48, 0x35478F))
    let toSun = dot(ray, normalized(SIMD3(sun.x, 0.06, sun.z)))
    let glow = Color(1, 0.5, 0.2) * 0.6 * pow(max(toSun, 0), 7)
    let moon = normalized(SIMD3<Float>(0.36, 0.235, 1.05))
    let disc = smooth(0.0375, 0.0355, length(ray - moon))
    let wisp = smooth(0.05, 0.9, noise.layered(SIMD2(ray.x * 2.2 / (ray.y + 0.25), 2.4 / (ray.y + 0.16)), octaves: 6))
    let light = gradient[ray.y] + glow + Color(hex: 0xFFC9A8) * 0.22 * wisp
    return light + Color(hex: 0xFFF4E2) * disc * 0.9
  }
}
