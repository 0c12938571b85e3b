/// Ink to light, simply: each ink takes its part of the light, black of all. Files that carry a profile deserve better.
enum CMYK {
  /// RGB samples of CMYK ones.
  ///
  /// - Parameter isInverted: that 0 is full ink, as Adobe's programs store it, rather than 255.
  static func rgb(_ samples: [UInt8], isInverted: Bool) -> [UInt8] {
    let flip: UInt8 = isInverted ? 0 : 255
    var rgb: [UInt8] = []
    rgb.reserveCapacity(samples.count / 4 * 3)
    for pixel in stride(from: 0, to: samples.count - 3, by: 4) {
      let light = UInt32(samples[pixel + 3] ^ flip)
      for ink in 0..<3 { rgb.append(UInt8((UInt32(samples[pixel + ink] ^ flip) * light + 127) / 255)) }
    }
    return rgb
  }
}
