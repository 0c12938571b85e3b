/// Tables from a picture's samples to its light, in the layout of `SampleTables`, for one colour encoding.
struct LightTables: Sendable {
  /// Three tables of 256, whose entries are added: the red of an 8-bit sample (and alpha, opaque), its green, its blue.
  let rgb: [SIMD4<Float>]
  /// The grey of each 8-bit sample, opaque.
  let gray: [SIMD4<Float>]
  /// The light, 0…65535, of each 16-bit sample of red, of green and of blue; empty where they were not asked for.
  let wide: [[Float]]

  /// sRGB's, shared by all pictures.
  ///
  /// - Parameter isWide: that 16-bit samples are to be read, too.
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

  /// Tables of the light, 0…1, of red, green and blue; values beyond are clipped.
  ///
  /// - Parameters:
  ///   - lights: 256 lights for each channel.
  ///   - wide: 65,536 for each channel, or nothing.
  init(lights: [[Float]], wide: [[Float]]) {
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
  }

  /// 0…1 to 0…65535; NaN is 0.
  private static func scaled(_ light: Float) -> Float { light > 0 ? min(light, 1) * 65_535 : 0 }

  /// Whether lights, 0…1, of the 256 samples are sRGB's, near enough that no sample would become another.
  static func areSRGB(_ lights: [Float]) -> Bool {
    lights.indices.allSatisfy { boundaries[$0] <= Double(lights[$0]) && Double(lights[$0]) <= boundaries[$0 + 1] }
  }

  /// The lights of sRGB half-way between two samples: below the first, between it and the second, and so on.
  private static let boundaries = (0...256).map { SRGB.linear(max(Double($0) - 0.5, 0) / 255) }
}
