/// The colours of the three lights that a picture's pixels mix, and of all three together: CIE 1931 chromaticities x, y.
package struct RGBPrimaries: Hashable, Sendable {
  /// The lights' own, each x and y.
  package var red: SIMD2<Double>, green: SIMD2<Double>, blue: SIMD2<Double>
  /// Those of equal amounts of the three.
  package var white: SIMD2<Double>

  /// Primaries by their chromaticities.
  package init(red: SIMD2<Double>, green: SIMD2<Double>, blue: SIMD2<Double>, white: SIMD2<Double>) {
    self.red = red
    self.green = green
    self.blue = blue
    self.white = white
  }

  /// CIE standard illuminant D65, as ITU-R BT.709 rounds it.
  private static let d65 = SIMD2(0.3127, 0.3290)

  /// sRGB's, which are ITU-R BT.709's.
  package static let sRGB = RGBPrimaries(
    red: SIMD2(0.64, 0.33), green: SIMD2(0.30, 0.60), blue: SIMD2(0.15, 0.06), white: d65)

  /// The primaries that a code stands for in cICP (ITU-T H.273, table 2); nil for those without, or that nobody uses.
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
    // SMPTE RP 431-2, of the cinema, and Display P3, which has them with D65.
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

  /// From their linear light to CIE XYZ as seen under D50, as ICC profiles count it; nil where they are no primaries.
  ///
  /// Each primary is taken as often as makes their sum white (SMPTE RP 177), and white is adapted to D50 by the linear
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

  /// From their linear light to sRGB's; nil where they are no primaries.
  var toSRGB: ColorMatrix? { toXYZ.flatMap(RGBPrimaries.fromXYZ) }

  /// From a matrix to CIE XYZ under D50, one to linear sRGB; nil where it is none, or too extreme to be meant.
  static func fromXYZ(_ toXYZ: ColorMatrix) -> ColorMatrix? {
    guard let back = sRGBFromXYZ else { return nil }
    let matrix = back * toXYZ
    return matrix.difference(from: .identity) < 100 ? matrix : nil
  }

  private static let sRGBFromXYZ = sRGB.toXYZ?.inverse

  /// D50 as ICC.1:2022, 7.2.16, has it.
  private static let d50 = SIMD3(0.9642, 1, 0.8249)

  /// From CIE XYZ to the responses of the eye's cones, after Bradford (ICC.1:2022, annex E).
  private static let bradford = ColorMatrix(rows: [
    SIMD3(0.8951, 0.2664, -0.1614), SIMD3(-0.7502, 1.7135, 0.0367), SIMD3(0.0389, -0.0685, 1.0296),
  ])

  /// The colour at a luminance of 1; nil without luminance.
  private static func xyz(_ place: SIMD2<Double>) -> SIMD3<Double>? {
    // The blue of ROMM RGB (ISO 22028-2), which is no light at all, has 0.0001, and PNG counts in tenths of that.
    guard place.y > 5e-5, place.y <= 1, abs(place.x) <= 1 else { return nil }
    return SIMD3(place.x / place.y, 1, (1 - place.x - place.y) / place.y)
  }
}
