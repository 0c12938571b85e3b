/// The primaries and the white point of a picture's colors, as CIE 1931 chromaticities x, y.
package struct RGBPrimaries: Hashable, Sendable {
  /// The chromaticities of the primaries.
  package var red: SIMD2<Double>, green: SIMD2<Double>, blue: SIMD2<Double>
  /// The chromaticity of equal amounts of the three primaries.
  package var white: SIMD2<Double>

  /// Creates primaries from chromaticities.
  package init(red: SIMD2<Double>, green: SIMD2<Double>, blue: SIMD2<Double>, white: SIMD2<Double>) {
    (self.red, self.green, self.blue, self.white) = (red, green, blue, white)
  }

  /// CIE standard illuminant D65, as rounded in ITU-R BT.709.
  private static let d65 = SIMD2(0.3127, 0.3290)

  /// sRGB's primaries, which are those of ITU-R BT.709.
  package static let sRGB = RGBPrimaries(
    red: SIMD2(0.64, 0.33), green: SIMD2(0.30, 0.60), blue: SIMD2(0.15, 0.06), white: d65)

  /// Returns the primaries for a code in cICP (ITU-T H.273, table 2); nil if the code has none or is not used in
  /// practice.
  static func coded(_ code: UInt8) -> RGBPrimaries? {
    switch code {
    case 1: sRGB
    // ITU-R BT.470 System M, with CIE illuminant C.
    case 4:
      RGBPrimaries(
        red: SIMD2(0.67, 0.33), green: SIMD2(0.21, 0.71), blue: SIMD2(0.14, 0.08), white: SIMD2(0.310, 0.316))
    // ITU-R BT.601 with 625 lines.
    case 5: RGBPrimaries(red: SIMD2(0.64, 0.33), green: SIMD2(0.29, 0.60), blue: SIMD2(0.15, 0.06), white: d65)
    // ITU-R BT.601 with 525 lines, and SMPTE ST 240.
    case 6, 7:
      RGBPrimaries(red: SIMD2(0.630, 0.340), green: SIMD2(0.310, 0.595), blue: SIMD2(0.155, 0.070), white: d65)
    // ITU-R BT.2020 and BT.2100.
    case 9:
      RGBPrimaries(red: SIMD2(0.708, 0.292), green: SIMD2(0.170, 0.797), blue: SIMD2(0.131, 0.046), white: d65)
    // SMPTE RP 431-2 (digital cinema), and Display P3, which has the same primaries with D65.
    case 11, 12:
      RGBPrimaries(
        red: SIMD2(0.680, 0.320), green: SIMD2(0.265, 0.690), blue: SIMD2(0.150, 0.060),
        white: code == 11 ? SIMD2(0.314, 0.351) : d65)
    // EBU Tech 3213.
    case 22:
      RGBPrimaries(red: SIMD2(0.630, 0.340), green: SIMD2(0.295, 0.605), blue: SIMD2(0.155, 0.077), white: d65)
    default: nil
    }
  }

  /// The matrix from linear light in these primaries to CIE XYZ under D50, as in ICC profiles; nil if the primaries are
  /// invalid.
  ///
  /// Each primary is weighted so that their sum is white (SMPTE RP 177), and white is adapted to D50 by the linear
  /// Bradford transform (ICC.1:2022, annex E).
  var toXYZ: ColorMatrix? {
    guard let first = RGBPrimaries.xyz(red), let second = RGBPrimaries.xyz(green), let third = RGBPrimaries.xyz(blue),
      let light = RGBPrimaries.xyz(white), let inverse = ColorMatrix(first, second, third).inverse,
      let bradfordInverse = RGBPrimaries.bradford.inverse
    else { return nil }
    let amounts = inverse * light
    let toLight = ColorMatrix(first * amounts.x, second * amounts.y, third * amounts.z)
    let gains = RGBPrimaries.bradford * RGBPrimaries.d50 / (RGBPrimaries.bradford * light)
    return bradfordInverse * ColorMatrix(diagonal: gains) * RGBPrimaries.bradford * toLight
  }

  /// The matrix from linear light in these primaries to linear sRGB; nil if the primaries are invalid.
  var toSRGB: ColorMatrix? { toXYZ.flatMap(RGBPrimaries.fromXYZ) }

  /// A conversion of linear light in these primaries to linear sRGB; nil if none is needed, or the primaries are invalid.
  package var conversion: (@Sendable (SIMD4<Float>) -> SIMD4<Float>)? {
    guard let matrix = toSRGB, matrix.difference(from: .identity) >= 0.002 else { return nil }
    let (red, green, blue) = (SIMD3<Float>(matrix.first), SIMD3<Float>(matrix.second), SIMD3<Float>(matrix.third))
    return { SIMD4(red * $0.x + green * $0.y + blue * $0.z, $0.w) }
  }

  /// Returns the matrix to linear sRGB for a matrix to CIE XYZ under D50; nil if the result is not finite or too
  /// extreme to be intended.
  static func fromXYZ(_ toXYZ: ColorMatrix) -> ColorMatrix? {
    guard let back = sRGBFromXYZ else { return nil }
    let matrix = back * toXYZ
    return matrix.difference(from: .identity) < 100 ? matrix : nil
  }

  private static let sRGBFromXYZ = sRGB.toXYZ?.inverse

  /// D50 as given in ICC.1:2022, 7.2.16.
  private static let d50 = SIMD3(0.9642, 1, 0.8249)

  /// The matrix from CIE XYZ to cone responses, after Bradford (ICC.1:2022, annex E).
  private static let bradford = ColorMatrix(rows: [
    SIMD3(0.8951, 0.2664, -0.1614), SIMD3(-0.7502, 1.7135, 0.0367), SIMD3(0.0389, -0.0685, 1.0296),
  ])

  /// Returns the CIE XYZ of a chromaticity at a luminance of 1; nil if it is out of range or has no luminance.
  private static func xyz(_ index: SIMD2<Double>) -> SIMD3<Double>? {
    // The blue of ROMM RGB (ISO 22028-2), an imaginary color, has a y of 0.0001. PNG stores multiples of 0.00001.
    guard index.y > 5e-5, index.y <= 1, abs(index.x) <= 1 else { return nil }
    return SIMD3(index.x / index.y, 1, (1 - index.x - index.y) / index.y)
  }
}
