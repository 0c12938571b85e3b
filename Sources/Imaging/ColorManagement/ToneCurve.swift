import Glibc

/// Maps light brighter than white into a screen's range: the EETF of ITU-R BT.2390-11, 5.4.1, from a peak to white, for each channel. Darker
/// light stays as it is; without any that is brighter than white, all does.
package struct ToneCurve: Sendable {
  /// The luminance of white in cd/m², by ITU-R BT.2408.
  package static let white = 203.0

  /// The code, by perceptual quantization, of the greatest light.
  private let peak: Double
  /// The code of white, and that from which light is compressed, in shares of the peak's.
  private let target: Double, knee: Double

  /// Creates a curve.
  ///
  /// - Parameter peak: The greatest light, in shares of white; less than 1 counts as 1.
  package init(peak: Double) {
    self.peak = PerceptualQuantizer.code(max(peak, 1) * ToneCurve.white)
    target = PerceptualQuantizer.code(ToneCurve.white) / self.peak
    knee = 1.5 * target - 0.5
  }

  /// Returns the light, 0…1, of a light in shares of white. Light beyond the peak becomes white.
  package func light(_ light: Double) -> Double {
    let code = min(PerceptualQuantizer.code(light * ToneCurve.white) / peak, 1)
    guard code > knee else { return min(light, 1) }
    let part = (code - knee) / (1 - knee)
    let (square, cube) = (part * part, part * part * part)
    let compressed =
      (2 * cube - 3 * square + 1) * knee + (cube - 2 * square + part) * (1 - knee) + (3 * square - 2 * cube) * target
    return min(PerceptualQuantizer.luminance(compressed * peak) / ToneCurve.white, 1)
  }
}

/// Perceptual quantization of luminances up to 10,000 cd/m² (SMPTE ST 2084).
enum PerceptualQuantizer {
  private static let (m1, m2) = (2610 / 16_384.0, 2523 / 32.0)
  private static let (c1, c2, c3) = (3424 / 4096.0, 2413 / 128.0, 2392 / 128.0)

  /// The EOTF: the luminance, in cd/m², of a code, 0…1.
  static func luminance(_ code: Double) -> Double {
    let root = pow(code, 1 / m2)
    return 10_000 * pow(max(root - c1, 0) / (c2 - c3 * root), 1 / m1)
  }

  /// The inverse EOTF.
  static func code(_ luminance: Double) -> Double {
    let power = pow(max(luminance, 0) / 10_000, m1)
    return pow((c1 + c2 * power) / (1 + c3 * power), m2)
  }
}
