import Bitmaps

extension ColorConversion {
  /// The matrix that the scaler applies, if any.
  var matrix: ColorMatrix? {
    switch self {
    case .tables(_, let matrix): matrix
    case .transform: nil
    }
  }

  /// Returns the linear light of opaque 8-bit colors after the whole conversion, including the matrix.
  func lights(of colors: [SIMD3<UInt8>]) -> [SIMD4<Float>] {
    let lights = unmixedLights(of: colors)
    guard let matrix else { return lights }
    return lights.map { light in
      let shown = matrix * SIMD3<Double>(SIMD3(light.x, light.y, light.z))
      return SIMD4(SIMD3<Float>(shown.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 65_535))), 65_535)
    }
  }

  /// Returns the linear light of opaque 8-bit colors before the matrix, which the scaler applies.
  func unmixedLights(of colors: [SIMD3<UInt8>]) -> [SIMD4<Float>] {
    switch self {
    case .tables(let tables, _):
      return colors.map { color in
        tables.rgb[Int(color.x)] + tables.rgb[256 + Int(color.y)] + tables.rgb[512 + Int(color.z)]
      }
    case .transform(let transform):
      return transform.converted(colors).map { color in
        SIMD4(SIMD3(color.indices.map { SRGB.linearOfEncoded16[Int(color[$0])] }), 65_535)
      }
    }
  }
}
