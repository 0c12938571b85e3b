import Bitmaps

/// A conversion from a picture's samples to linear light in sRGB's primaries.
///
/// Most pictures only need their own lookup tables, and a matrix for the few pixels that are left after scaling:
/// averaging linear light gives the same result in any primaries. Only encodings whose channels depend on each other
/// are converted pixel by pixel before scaling.
enum ColorConversion {
  /// Samples are looked up in tables. The scaler applies the matrix, if there is one.
  case tables(LightTables, matrix: ColorMatrix?)
  /// Samples are converted to sRGB first.
  case transform(ICCTransform)

  /// Creates the conversion for the first usable encoding, or for sRGB if none is usable; nil for CMYK without a usable
  /// profile, because sRGB does not define ink. Gray always uses tables, without a matrix.
  ///
  /// - Parameters:
  ///   - size: The size of the picture, whose rows are converted whole.
  ///   - isWide: Whether to make tables for 16-bit samples as well.
  ///   - exposure: The exposure of light that is tone-mapped.
  init?(
    _ encodings: [ColorEncoding], layout: SampleLayout, size: PixelSize, isWide: Bool = false,
    exposure: Exposure = .none
  ) {
    for encoding in encodings {
      let conversion: ColorConversion? =
        switch encoding {
        case .sRGB: layout.isCMYK ? nil : .tables(.sRGB(isWide: isWide), matrix: nil)
        case .icc(let bytes):
          ICCProfile(bytes).flatMap { ColorConversion($0, layout: layout, size: size, isWide: isWide) }
        case .coded(let primaries, let function):
          layout.isCMYK ? nil : ColorConversion(primaries, function, layout: layout, isWide: isWide, exposure)
        }
      if let conversion {
        self = conversion
        return
      }
    }
    if layout.isCMYK { return nil }
    self = .tables(.sRGB(isWide: isWide), matrix: nil)
  }

  private init?(
    _ primaries: RGBPrimaries, _ function: TransferFunction, layout: SampleLayout, isWide: Bool, _ exposure: Exposure
  ) {
    guard let matrix = primaries.toSRGB else { return nil }
    let needed = layout.isGray ? nil : ColorConversion.needed(matrix)
    if function == .sRGB {
      self = .tables(.sRGB(isWide: isWide), matrix: needed)
      return
    }
    let wide = isWide ? Array(repeating: function.lights(count: 65_536, exposure), count: 3) : []
    let lights = Array(repeating: function.lights(count: 256, exposure), count: 3)
    let tables = LightTables(lights: lights, wide: wide, isExposed: function.isToneMapped)
    self = .tables(tables, matrix: needed)
  }

  /// Creates the conversion for a profile; nil if the profile is invalid or does not describe samples of this layout.
  init?(_ profile: ICCProfile, layout: SampleLayout, size: PixelSize, isWide: Bool) {
    let lights: [[Float]]
    var matrix: ColorMatrix?
    let isGray = layout.isGray
    switch profile.colors {
    case .cmyk:
      guard layout.isCMYK, let transform = profile.transform(layout, size: size) else { return nil }
      self = .transform(transform)
      return
    case .gray:
      guard isGray, let grays = profile.grays(count: 256) else { return nil }
      lights = grays
    case .rgb where isGray:
      guard let grays = profile.grays(count: 256) else { return nil }
      lights = grays
    case .rgb:
      guard !layout.isCMYK else { return nil }
      guard let toSRGB = profile.toSRGB, let curves = profile.curves(count: 256) else {
        guard let transform = profile.transform(layout, size: size) else { return nil }
        self = .transform(transform)
        return
      }
      lights = curves
      matrix = ColorConversion.needed(toSRGB)
    }
    // sRGB profiles differ in their last digits. All of them must leave the samples unchanged.
    if lights.allSatisfy(LightTables.areSRGB) {
      self = .tables(.sRGB(isWide: isWide), matrix: matrix)
      return
    }
    let wide = isWide ? (isGray ? profile.grays(count: 65_536) : profile.curves(count: 65_536)) : []
    guard let wide else { return nil }
    self = .tables(LightTables(lights: lights, wide: wide), matrix: matrix)
  }

  /// Returns the matrix that is needed, with white mapped exactly to white if only rounding prevents that; nil if the
  /// matrix makes no visible difference.
  private static func needed(_ matrix: ColorMatrix) -> ColorMatrix? {
    if matrix.difference(from: .identity) < 0.002 { return nil }
    let white = matrix * SIMD3(1, 1, 1)
    let isNearlyWhite = [white.x, white.y, white.z].allSatisfy { abs($0 - 1) < 0.005 }
    return isNearlyWhite ? ColorMatrix(diagonal: SIMD3(1, 1, 1) / white) * matrix : matrix
  }

  /// The matrix that the scaler applies, if any.
  var matrix: ColorMatrix? {
    switch self {
    case .tables(_, let matrix): matrix
    case .transform: nil
    }
  }

  /// Returns a region as the scaler gets it: without an exposure that the conversion includes.
  func scalerRegion(_ region: ScaledRegion) -> ScaledRegion {
    guard case .tables(let tables, _) = self, tables.isExposed else { return region }
    var region = region
    region.exposure = .none
    return region
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
