/// Ken Perlin's gradient noise in the plane, with a hash instead of a table, so that it depends only on a seed.
struct Noise: Sendable {
  let seed: UInt32

  /// Smooth bumps one unit apart, about −1…1.
  func callAsFunction(_ point: SIMD2<Float>) -> Float {
    let floor = point.rounded(.down)
    let (x, y) = (Int32(floor.x), Int32(floor.y))
    let inside = point - floor
    let fade = inside * inside * inside * (inside * (inside * 6 - 15) + 10)
    let top = mix(
      slope(x, y, inside), slope(x &+ 1, y, inside - SIMD2(1, 0)), fade.x)
    let bottom = mix(
      slope(x, y &+ 1, inside - SIMD2(0, 1)), slope(x &+ 1, y &+ 1, inside - SIMD2(1, 1)), fade.x)
    return mix(top, bottom, fade.y) * 1.5
  }

  /// Fractal noise: `octaves` layers, each finer by 2, weaker by `gain`, and rotated to hide the grid.
  func layered(_ point: SIMD2<Float>, octaves: Int, gain: Float = 0.5) -> Float {
    var (sum, weight, at) = (Float(0), Float(1), point)
    for _ in 0..<octaves {
      sum += self(at) * weight
      weight *= gain
      at = SIMD2(1.6 * at.x - 1.2 * at.y, 1.2 * at.x + 1.6 * at.y) + 17.3
    }
    return sum
  }

  /// Ridged fractal noise, folded at zero: crests at 1, valleys towards 0.
  func ridged(_ point: SIMD2<Float>, octaves: Int, gain: Float = 0.5) -> Float {
    var (sum, weight, total, at) = (Float(0), Float(1), Float(0), point)
    for _ in 0..<octaves {
      let crest = 1 - min(abs(self(at)), 1)
      sum += crest * crest * weight
      total += weight
      weight *= gain
      at = SIMD2(1.6 * at.x - 1.2 * at.y, 1.2 * at.x + 1.6 * at.y) + 17.3
    }
    return sum / total
  }

  /// A uniform random number, 0..<1, for a grid point.
  func even(_ x: Int32, _ y: Int32) -> Float { Float(hash(x, y) >> 8) * 0x1p-24 }

  private func slope(_ x: Int32, _ y: Int32, _ reach: SIMD2<Float>) -> Float {
    let bits = hash(x, y)
    let direction = SIMD2(Float(bits & 0xFFFF), Float(bits >> 16)) * (2 / 65535) - 1
    return dot(direction, reach)
  }

  /// Chris Wellons' "lowbias32", applied to both coordinates in turn.
  private func hash(_ x: Int32, _ y: Int32) -> UInt32 {
    scrambled(scrambled(UInt32(bitPattern: x) &* 0x9E37_79B9 ^ seed) ^ UInt32(bitPattern: y) &* 0x85EB_CA6B)
  }

  private func scrambled(_ value: UInt32) -> UInt32 {
    var bits = value
    bits = (bits ^ (bits >> 16)) &* 0x7FEB_352D
    bits = (bits ^ (bits >> 15)) &* 0x846C_A68B
    return bits ^ (bits >> 16)
  }
}
