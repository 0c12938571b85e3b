import Bitmaps

/// Lookup tables from samples to linear light for one color encoding, in the layout of `SampleTables`.
struct LightTables: Sendable {
  /// Three tables of 256 entries, for 8-bit red (with opaque alpha), green and blue. A pixel is the sum of three
  /// entries.
  let rgb: [SIMD4<Float>]
  /// The opaque gray of each 8-bit sample.
  let gray: [SIMD4<Float>]
  /// The linear light, 0…65535, of each 16-bit sample of red, green and blue; empty unless requested.
  let wide: [[Float]]
  /// Whether the tables' light is exposed, as it must be before tone mapping. Otherwise the scaler does that.
  private(set) var isExposed = false

  /// Returns sRGB's tables, which all pictures share.
  ///
  /// - Parameter isWide: Whether 16-bit samples will be read as well.
  static func sRGB(isWide: Bool) -> LightTables {
    LightTables(
      rgb: SampleTables.rgb, gray: SampleTables.gray,
      wide: isWide ? Array(repeating: SRGB.linearOfEncoded16, count: 3) : [])
  }

  private init(rgb: [SIMD4<Float>], gray: [SIMD4<Float>], wide: [[Float]]) {
    self.rgb = rgb
    self.gray = gray
    self.wide = wide
  }

  /// Creates tables from the linear light, 0…1, of red, green and blue. Values outside that range are clipped.
  ///
  /// - Parameters:
  ///   - lights: 256 values for each channel.
  ///   - wide: 65,536 values for each channel, or an empty array.
  ///   - isExposed: Whether the light is exposed.
  init(lights: [[Float]], wide: [[Float]], isExposed: Bool = false) {
    precondition(lights.count == 3 && lights.allSatisfy { $0.count == 256 }, "a light for each sample")
    precondition(wide.isEmpty || wide.count == 3 && wide.allSatisfy { $0.count == 65_536 }, "a light for each sample")
    let scaled = lights.map { $0.map(LightTables.scaled) }
    rgb = scaled.enumerated().flatMap { channel, lights in
      lights.map { light in
        var entry = SIMD4<Float>(0, 0, 0, channel == 0 ? 65_535 : 0)
        entry[channel] = light
        return entry
      }
    }
    gray = (0..<256).map { SIMD4(scaled[0][$0], scaled[1][$0], scaled[2][$0], 65_535) }
    self.wide = wide.map { $0.map(LightTables.scaled) }
    self.isExposed = isExposed
  }

  /// Scales 0…1 to 0…65535; NaN becomes 0.
  private static func scaled(_ light: Float) -> Float { light > 0 ? min(light, 1) * 65_535 : 0 }

  /// Whether the linear light, 0…1, of the 256 samples is close enough to sRGB's that no sample would change.
  static func areSRGB(_ lights: [Float]) -> Bool {
    lights.indices.allSatisfy { boundaries[$0] <= Double(lights[$0]) && Double(lights[$0]) <= boundaries[$0 + 1] }
  }

  /// sRGB's linear light midway between samples: below the first, between the first and the second, and so on.
  private static let boundaries = (0...256).map { SRGB.linear(max(Double($0) - 0.5, 0) / 255) }
}
