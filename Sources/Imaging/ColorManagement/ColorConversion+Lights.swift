extension ColorConversion {
  /// The scaler's.
  var matrix: ColorMatrix? {
    switch self {
    case .tables(_, let matrix): matrix
    case .transform: nil
    }
  }

  /// The linear light of colours of 8-bit samples, opaque: all of the conversion, the matrix included.
  func lights(of colors: [SIMD3<UInt8>]) -> [SIMD4<Float>] {
    switch self {
    case .tables(let tables, let matrix):
      return colors.map { color in
        let light = SIMD3(
          tables.rgb[Int(color.x)].x, tables.rgb[256 + Int(color.y)].y, tables.rgb[512 + Int(color.z)].z)
        guard let matrix else { return SIMD4(light, 65_535) }
        let shown = (matrix * SIMD3<Double>(light)).clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 65_535))
        return SIMD4(SIMD3<Float>(shown), 65_535)
      }
    case .transform(let transform):
      return transform.converted(colors).map { color in
        SIMD4(SIMD3(color.indices.map { SRGB.linearOfEncoded16[Int(color[$0])] }), 65_535)
      }
    }
  }
}
