import Bitmaps
import Glibc

/// A function from encoded samples to light.
package enum TransferFunction: Hashable, Sendable {
  /// IEC 61966-2-1.
  case sRGB
  /// A power function: the light is the sample raised to the exponent, which is positive.
  case power(Double)
  /// The inverse OETF of ITU-R BT.709, BT.601 and BT.2020.
  case rec709
  /// Perceptual quantization, SMPTE ST 2084: absolute luminance up to 10,000 cd/m².
  case pq
  /// Hybrid log-gamma, ARIB STD-B67, on a display of 1000 cd/m².
  case hlg

  /// Returns the function for a code in cICP (ITU-T H.273, table 3); nil if the code is not used in practice.
  static func coded(_ code: UInt8) -> TransferFunction? {
    switch code {
    case 1, 6, 14, 15: .rec709
    case 4: .power(2.2)
    case 5: .power(2.8)
    case 8: .power(1)
    case 13: .sRGB
    case 16: .pq
    case 18: .hlg
    default: nil
    }
  }

  /// Whether there is light brighter than white, which is tone-mapped.
  var isToneMapped: Bool { self == .pq || self == .hlg }

  /// Returns the light of a sample, 0…1: in shares of white, which `pq` and `hlg` exceed.
  private func light(_ sample: Double) -> Double {
    switch self {
    case .sRGB: SRGB.linear(sample)
    case .power(let exponent): pow(sample, exponent)
    // H.273, table 3, solved for the light.
    case .rec709: sample < 4.5 * 0.018_053_97 ? sample / 4.5 : pow((sample + 0.099_296_83) / 1.099_296_83, 1 / 0.45)
    case .pq: PerceptualQuantizer.luminance(sample) / ToneCurve.white
    // The display's OOTF (BT.2100, table 5), applied to each channel separately.
    case .hlg: TransferFunction.peak * pow(TransferFunction.hybrid(sample), 1.2)
    }
  }

  /// Returns the light, 0…1, of `count` evenly spaced samples from 0 to 1: that of `pq` and `hlg` exposed and tone-mapped.
  func lights(count: Int, _ exposure: Exposure = .none) -> [Float] {
    let gain = exposure.gain
    let tones = isToneMapped ? ToneCurve(peak: TransferFunction.peak * max(gain, 1)) : nil
    return (0..<count).map { index in
      let light = light(Double(index) / Double(count - 1))
      return Float(tones?.light(light * gain) ?? light)
    }
  }

  /// The greatest light that is expected, in shares of white: 1000 cd/m².
  private static let peak = 1000 / ToneCurve.white

  /// The inverse OETF of HLG (BT.2100): scene light, 0…1.
  private static func hybrid(_ sample: Double) -> Double {
    sample <= 0.5 ? sample * sample / 3 : (exp((sample - 0.559_910_73) / 0.178_832_77) + 0.284_668_92) / 12
  }
}
