/// Converts CMYK to RGB without a profile: each ink absorbs one color of light, black all of them. Used only for
/// pictures without a usable ICC profile, which would be more accurate.
enum CMYK {
  /// Converts CMYK samples, of which 0 is full ink, to RGB ones.
  static func rgb(_ samples: [UInt8]) -> [UInt8] {
    var rgb: [UInt8] = []
    rgb.reserveCapacity(samples.count / 4 * 3)
    for pixel in stride(from: 0, to: samples.count - 3, by: 4) {
      let light = UInt32(samples[pixel + 3])
      for ink in 0..<3 { rgb.append(UInt8((UInt32(samples[pixel + ink]) * light + 127) / 255)) }
    }
    return rgb
  }
}
