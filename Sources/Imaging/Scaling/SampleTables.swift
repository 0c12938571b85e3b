import Bitmaps

/// Tables from 8-bit samples to linear light in 0…65535. A lookup is all that converting a sample takes.
enum SampleTables {
  /// The opaque gray of each sample value.
  static let gray: [SIMD4<Float>] = SRGB.linearOfEncoded.map { SIMD4(SIMD3(repeating: Float($0)), 65_535) }

  /// Three tables of 256 entries: red (with opaque alpha), green and blue. A pixel is the sum of three entries.
  ///
  /// Summing vectors saves the shuffles that are needed to assemble one from three numbers.
  static let rgb: [SIMD4<Float>] = (0..<3).flatMap { channel in
    SRGB.linearOfEncoded.map { linear in
      var entry = SIMD4<Float>(0, 0, 0, channel == 0 ? 65_535 : 0)
      entry[channel] = Float(linear)
      return entry
    }
  }

  /// The alpha of each sample value, 0…1.
  static let alpha: [Float] = (0...255).map { Float($0) / 255 }
}
