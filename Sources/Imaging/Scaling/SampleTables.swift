/// Tables from 8-bit samples to linear light in 0…65535: the whole of a pixel's conversion is looking it up.
enum SampleTables {
  /// Grey of each sample, opaque.
  static let gray: [SIMD4<Float>] = SRGB.linearOfEncoded.map { SIMD4(SIMD3(repeating: Float($0)), 65_535) }

  /// Three tables of 256: the red of a sample (and alpha, opaque), its green, its blue; a pixel is the sum of three entries.
  ///
  /// Sums of ready vectors spare the shuffles that putting one together from three numbers takes.
  static let rgb: [SIMD4<Float>] = (0..<3).flatMap { channel in
    SRGB.linearOfEncoded.map { linear in
      var entry = SIMD4<Float>(0, 0, 0, channel == 0 ? 65_535 : 0)
      entry[channel] = Float(linear)
      return entry
    }
  }

  /// Alpha of each sample, 0…1.
  static let alpha: [Float] = (0...255).map { Float($0) / 255 }
}
