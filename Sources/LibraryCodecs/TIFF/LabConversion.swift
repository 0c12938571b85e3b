#if TIFF
  import CTiff
  import Glibc

  /// Converts CIE L*a*b* to sRGB (TIFF 6.0, section 23; ICC's kind from TIFF Technical Note 4).
  ///
  /// The white of L*a*b* in files is D50, sRGB's is D65. libtiff's own conversion leaves that out, so its white is yellow.
  struct LabConversion {
    /// How a file stores the two color axes.
    enum Axes {
      /// As signed numbers.
      case signed
      /// Shifted by half of their range, as in ICC profiles.
      case shifted
    }

    private let bits: Int
    private let axes: Axes
    /// The encoded sample, 0...65535, of each linear light 0...65535.
    private let encoded: [UInt16]

    /// A conversion of samples of 8 or 16 bits.
    init(bits: Int, axes: Axes) {
      self.bits = bits
      self.axes = axes
      encoded = (0...65_535).map { light in
        let light = Double(light) / 65_535
        let sample = light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
        return UInt16((sample * 65_535).rounded())
      }
    }

    /// The sRGB samples, 0...65535, of a pixel's stored samples.
    func color(_ lightness: UInt16, _ first: UInt16, _ second: UInt16) -> (UInt16, UInt16, UInt16) {
      let height = (percent(lightness) + 16) / 116
      let x = LabConversion.light(height + axis(first) / 500) * 0.964_22
      let y = LabConversion.light(height)
      let z = LabConversion.light(height - axis(second) / 200) * 0.825_21
      // From XYZ with D50's white to linear sRGB, adapted by Bradford's matrix (Lindbloom).
      return (
        sample(3.133_856_1 * x - 1.616_866_7 * y - 0.490_614_6 * z),
        sample(-0.978_768_4 * x + 1.916_141_5 * y + 0.033_454_0 * z),
        sample(0.071_945_3 * x - 0.228_991_4 * y + 1.405_242_7 * z)
      )
    }

    private func percent(_ sample: UInt16) -> Double {
      // ICC's 16 bits reach 100 at 0xFF00.
      let maximum = bits == 8 ? 255.0 : axes == .shifted ? 65_280 : 65_535
      return min(100, Double(sample) * 100 / maximum)
    }

    private func axis(_ sample: UInt16) -> Double {
      switch (bits, axes) {
      case (8, .signed): Double(Int8(truncatingIfNeeded: sample))
      case (8, .shifted): Double(sample) - 128
      case (_, .signed): Double(Int16(bitPattern: sample)) / 256
      case (_, .shifted): (Double(sample) - 32_768) / 256
      }
    }

    /// The inverse of the lightness curve (CIE 15).
    private static func light(_ value: Double) -> Double {
      value > 6 / 29.0 ? value * value * value : (value - 4 / 29.0) * 108 / 841
    }

    private func sample(_ light: Double) -> UInt16 { encoded[Int((min(max(light, 0), 1) * 65_535).rounded())] }
  }
#endif
