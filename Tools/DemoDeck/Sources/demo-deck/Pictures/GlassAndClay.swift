import Glibc

extension Picture {
  static let glassAndClay = Picture(
    name: "glass-and-clay", caption: "Still life in gold, glaze, clay, silver and glass",
    format: .jpeg(quality: 86), paint: { StillLife().painted() })
}

/// Seven spheres on a table beneath a wide lamp, rendered by path tracing.
private struct StillLife {
  private enum Stuff {
    case clay(Color), gold(Color), glass(Color), glaze(Color)
  }

  private struct Ball {
    var center: SIMD3<Float>
    var radius: Float
    var stuff: Stuff
  }

  private struct Hit {
    var away: Float
    var normal: SIMD3<Float>
    var stuff: Stuff
  }

  private let balls = [
    Ball(center: SIMD3(-1.35, 0.8, 0.5), radius: 0.8, stuff: .gold(Color(1.0, 0.66, 0.26))),
    Ball(center: SIMD3(0.12, 1.05, 1.15), radius: 1.05, stuff: .glaze(Color(hex: 0xC8321F))),
    Ball(center: SIMD3(1.16, 0.62, -0.75), radius: 0.62, stuff: .glass(Color(0.9, 0.98, 0.97))),
    Ball(center: SIMD3(2.2, 0.8, 1.0), radius: 0.8, stuff: .glaze(Color(hex: 0x0F7F86))),
    Ball(center: SIMD3(-0.42, 0.36, -0.75), radius: 0.36, stuff: .clay(Color(hex: 0xF2E3CC))),
    Ball(center: SIMD3(0.3, 0.24, -0.95), radius: 0.24, stuff: .gold(Color(0.95, 0.93, 0.9))),
    Ball(center: SIMD3(-2.35, 0.3, -0.35), radius: 0.3, stuff: .clay(Color(hex: 0xE8A13A))),
  ]
  private let eye = SIMD3<Float>(0.15, 1.75, -5.6)
  private let lamp = SIMD3<Float>(-3.4, 5.4, -2.6)
  private let samples = 6

  func painted() -> Canvas {
    var canvas = Canvas(width: 1280, height: 800)
    let (width, samples) = (canvas.width, samples)
    canvas.forEachRow { y, row in
      for x in 0..<width {
        var random = Random(seed: UInt64(y * width + x) &* 0x2545_F491_4F6C_DD1D)
        var sum = Color.zero
        for sample in 0..<samples * samples {
          let cell = SIMD2(Float(sample % samples), Float(sample / samples))
          let within = (cell + SIMD2(random.unit(), random.unit())) / Float(samples)
          let at = (SIMD2(Float(x), Float(y)) + within) / 800 - SIMD2(0.8, 0.5)
          let light = trace(from: eye, towards: normalized(SIMD3(at.x, -at.y - 0.16, 1.45)), bounces: 5, &random)
          sum += light.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 6))
        }
        row[x] = (sum / Float(samples * samples)).opaque
      }
    }
    canvas.bloom(above: 0.9, radius: 0.02, strength: 0.3)
    canvas.develop(exposure: 1.0)
    return canvas
  }

  private func trace(
    from start: SIMD3<Float>, towards ray: SIMD3<Float>, bounces: Int, _ random: inout Random
  ) -> Color {
    guard let hit = nearest(from: start, towards: ray) else { return room(towards: ray) }
    let at = start + ray * hit.away
    guard bounces > 0 else { return .zero }
    switch hit.stuff {
    case .clay(let color):
      return matte(color, at: at, normal: hit.normal, bounces: bounces, &random)
    case .gold(let color):
      let mirrored = normalized(reflected(ray, hit.normal) + 0.035 * scatter(&random))
      return color * trace(from: at + hit.normal * 0.001, towards: mirrored, bounces: bounces - 1, &random)
    case .glaze(let color):
      // Schlick's approximation gives the reflected share.
      let shine = 0.045 + 0.955 * pow(1 - abs(dot(ray, hit.normal)), 5)
      return either(shine, bounces: bounces, &random) { random in
        trace(from: at + hit.normal * 0.001, towards: reflected(ray, hit.normal), bounces: bounces - 1, &random)
      } or: { random in
        matte(color, at: at, normal: hit.normal, bounces: bounces, &random)
      }
    case .glass(let color):
      let (shine, mirrored, bent) = glass(ray, hit.normal)
      return either(shine, bounces: bounces, &random) { random in
        trace(from: at + mirrored * 0.002, towards: mirrored, bounces: bounces - 1, &random)
      } or: { random in
        color * trace(from: at + bent * 0.002, towards: bent, bounces: bounces - 1, &random)
      }
    }
  }

  /// Follows both paths on the first bounces, where noise would be visible, and a random one later.
  private func either(
    _ share: Float, bounces: Int, _ random: inout Random, _ one: (inout Random) -> Color,
    or other: (inout Random) -> Color
  ) -> Color {
    if bounces > 3 { return mix(other(&random), one(&random), share) }
    return random.unit() < share ? one(&random) : other(&random)
  }

  private func matte(
    _ color: Color, at point: SIMD3<Float>, normal: SIMD3<Float>, bounces: Int, _ random: inout Random
  ) -> Color {
    let start = point + normal * 0.001
    let toLamp = lamp + SIMD3(random.within(-1.1...1.1), 0, random.within(-1.1...1.1)) - start
    let towards = normalized(toLamp)
    let facing = max(dot(normal, towards), 0)
    var light = Color.zero
    if facing > 0 {
      light = Color(1, 0.93, 0.82) * passing(from: start, towards: towards) * facing * 62 / dot(toLamp, toLamp)
    }
    let onward = normalized(normal + normalized(scatter(&random)))
    // The lamp has been counted, so indirect light must not include it again, nor its glints.
    let around = trace(from: start, towards: onward, bounces: min(bounces - 1, 1), &random)
    return color * (light + around.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 0.8)))
  }

  /// The share of the lamp's light that arrives: glass transmits most of it and focuses it in the middle.
  private func passing(from start: SIMD3<Float>, towards ray: SIMD3<Float>) -> Float {
    var share: Float = 1
    for ball in balls {
      guard let (away, normal) = meet(ball, from: start, towards: ray), away > 0 else { continue }
      guard case .glass = ball.stuff else { return 0 }
      share *= 0.12 + 2.1 * pow(abs(dot(normal, ray)), 7)
    }
    return share
  }

  /// The reflected share of light at a glass surface, its direction, and that of the rest (Snell's
  /// law, Schlick's approximation).
  private func glass(
    _ ray: SIMD3<Float>, _ normal: SIMD3<Float>
  ) -> (share: Float, mirrored: SIMD3<Float>, bent: SIMD3<Float>) {
    let isEntering = dot(ray, normal) < 0
    let facing = isEntering ? normal : -normal
    let ratio: Float = isEntering ? 1 / 1.5 : 1.5
    let cosine = -dot(ray, facing)
    let inner = 1 - ratio * ratio * (1 - cosine * cosine)
    let shine = 0.04 + 0.96 * pow(1 - cosine, 5)
    let mirrored = reflected(ray, facing)
    guard inner > 0 else { return (1, mirrored, mirrored) }
    // Internal reflection at the far side is omitted, since it looks like a stain.
    return (isEntering ? shine : 0, mirrored, normalized(ratio * ray + (ratio * cosine - inner.squareRoot()) * facing))
  }

  private func scatter(_ random: inout Random) -> SIMD3<Float> {
    while true {
      let dart = SIMD3(random.within(-1...1), random.within(-1...1), random.within(-1...1))
      let size = dot(dart, dart)
      if size < 1, size > 0.0001 { return dart }
    }
  }

  private func nearest(from start: SIMD3<Float>, towards ray: SIMD3<Float>) -> Hit? {
    var hit: Hit?
    for ball in balls {
      guard let (away, normal) = meet(ball, from: start, towards: ray) else { continue }
      if away < hit?.away ?? .infinity { hit = Hit(away: away, normal: normal, stuff: ball.stuff) }
    }
    let toTable = -start.y / ray.y
    if toTable > 0.001, toTable < hit?.away ?? .infinity, toTable < 60 {
      let at = start + ray * toTable
      let far = smooth(4, 22, length(SIMD2(at.x, at.z)))
      hit = Hit(
        away: toTable, normal: SIMD3(0, 1, 0),
        stuff: .glaze(mix(Color(hex: 0x3D5F96), Color(hex: 0x6F86AC), far)))
    }
    return hit
  }

  private func meet(
    _ ball: Ball, from start: SIMD3<Float>, towards ray: SIMD3<Float>
  ) -> (away: Float, normal: SIMD3<Float>)? {
    let aside = start - ball.center
    let half = dot(aside, ray)
    let square = half * half - dot(aside, aside) + ball.radius * ball.radius
    guard square > 0 else { return nil }
    let root = square.squareRoot()
    let away = -half - root > 0.0005 ? -half - root : -half + root
    guard away > 0.0005 else { return nil }
    return (away, (aside + ray * away) / ball.radius)
  }

  /// The room: a warm wall that darkens upwards, a pale ceiling, and two windows to be reflected.
  private func room(towards ray: SIMD3<Float>) -> Color {
    var light =
      mix(Color(hex: 0xF2B184), Color(hex: 0x574374), smooth(-0.08, 0.36, ray.y + 0.12 * ray.x * ray.x)) * 0.8
    light += Color(1, 0.86, 0.72) * 0.75 * smooth(0.42, 0.85, ray.y)
    let plane = SIMD2(ray.x, ray.y) / max(-ray.z, 0.001)
    if ray.z < 0, abs(abs(plane.x + 0.9) - 0.34) < 0.3, abs(plane.y - 0.95) < 0.62 {
      light += Color(1, 0.95, 0.88) * 4
    }
    let toLamp = normalized(lamp - SIMD3(0, 1, 0))
    light += Color(1, 0.93, 0.82) * 9 * smooth(0.972, 0.98, dot(ray, toLamp))
    return light
  }
}
