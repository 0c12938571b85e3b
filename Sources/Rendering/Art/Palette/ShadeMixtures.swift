import Bitmaps
import Terminal

/// The mixtures of a palette's entries by shades, as `ShadeMixing` makes them of any two colors.
struct ShadeMixtures: Sendable {
  private let lights: [SIMD3<Float>]
  /// The entries as 8-bit values.
  private let encoded: [SIMD3<Int32>]
  private let encodedShare: Float
  /// The linear light, 0…1, of 8-bit values.
  private let linear: [Float]

  init(of lights: [LinearColor], _ shades: ShadeMixing) {
    self.lights = lights.map { $0.channels }
    encoded = lights.map { light in
      let channels = light.color.channels ?? (0, 0, 0)
      return SIMD3(Int32(channels.red), Int32(channels.green), Int32(channels.blue))
    }
    encodedShare = shades.encodedShare
    linear = (0...255).map { Float(SRGB.linear16($0)) / 65_535 }
  }

  /// The cone responses to an entry that covers some quarters of a cell over another one.
  func responses(to front: Int, over back: Int, quarters: Int32) -> SIMD3<Float> {
    // Rounded as a terminal does that blends 8-bit values.
    let sums = encoded[front] &* quarters &+ encoded[back] &* (4 - quarters) &+ 2
    let blended = sums &>> 2
    let covered = SIMD3(linear[Int(blended.x)], linear[Int(blended.y)], linear[Int(blended.z)])
    let mixed = lights[back] + (lights[front] - lights[back]) * (Float(quarters) / 4)
    return LMS.responses(to: mixed + (covered - mixed) * encodedShare)
  }
}
