import Bitmaps

/// Converts the rows of a Netpbm picture to linear light.
package struct NetpbmRows {
  private let header: NetpbmHeader
  /// The linear light for each sample value, 0…65535.
  private let light: [Float]
  /// The factor that scales an alpha sample to 0…1.
  private let alphaScale: Float
  /// The pixels of the row converted last: linear light, premultiplied, 0…65535.
  package private(set) var pixels: [SIMD4<Float>]

  /// Creates a converter for the rows of a picture with this header.
  package init(_ header: NetpbmHeader) {
    self.header = header
    light = NetpbmRows.light(maximum: header.maximum)
    alphaScale = 1 / Float(header.maximum)
    pixels = Array(repeating: SIMD4(0, 0, 0, 65_535), count: header.size.width)
  }

  /// Whether no pixel can be transparent.
  package var isOpaque: Bool { header.channels % 2 == 1 || header.isCMYK }

  /// Converts a row of `rowBytes` bytes of samples to `pixels`.
  package mutating func convert(_ samples: [UInt8]) {
    if header.maximum > 255 {
      convert { index in Int(samples[2 * index]) << 8 | Int(samples[2 * index + 1]) }
    } else {
      convert { index in Int(samples[index]) }
    }
  }

  @inline(__always)
  private mutating func convert(_ sample: (Int) -> Int) {
    let maximum = light.count - 1
    let channels = header.channels
    for index in pixels.indices {
      let first = index * channels
      var pixel = SIMD4<Float>(0, 0, 0, 65_535)
      if channels < 3 {
        let gray = light[min(maximum, sample(first))]
        pixel = SIMD4(gray, gray, gray, 65_535)
      } else {
        pixel.x = light[min(maximum, sample(first))]
        pixel.y = light[min(maximum, sample(first + 1))]
        pixel.z = light[min(maximum, sample(first + 2))]
      }
      if channels % 2 == 0 { pixel *= Float(min(maximum, sample(first + channels - 1))) * alphaScale }
      pixels[index] = pixel
    }
  }

  /// Converts a row of samples to RGBA, or to CMYK inks, 16 bits each, most significant byte first.
  package func wide(_ samples: [UInt8]) -> [UInt8] {
    let channels = header.channels
    // The index of each channel among a pixel's samples. Gray becomes all three colors; without alpha, a pixel is
    // opaque.
    let colors = channels < 3 ? [0, 0, 0] : [0, 1, 2]
    let channelOffsets = header.isCMYK ? [0, 1, 2, 3] : isOpaque ? colors : colors + [channels - 1]
    var row = [UInt8](repeating: 255, count: header.size.width * 8)
    for pixel in 0..<header.size.width {
      for (channel, offset) in channelOffsets.enumerated() {
        let sample = wideSample(samples, at: pixel * channels + offset)
        row[8 * pixel + 2 * channel] = UInt8(sample >> 8)
        row[8 * pixel + 2 * channel + 1] = UInt8(sample & 0xFF)
      }
    }
    return row
  }

  /// Scales a sample from 0…`maximum` to 0…65535, rounded to nearest.
  private func wideSample(_ samples: [UInt8], at index: Int) -> Int {
    let stored = header.maximum > 255 ? Int(samples[2 * index]) << 8 | Int(samples[2 * index + 1]) : Int(samples[index])
    return (min(stored, header.maximum) * 65_535 + header.maximum / 2) / header.maximum
  }

  private static func light(maximum: Int) -> [Float] {
    switch maximum {
    case 255: light8
    case 65_535: light16
    default: makeLight(maximum)
    }
  }

  private static let light8 = makeLight(255)
  private static let light16 = makeLight(65_535)

  private static func makeLight(_ maximum: Int) -> [Float] {
    (0...maximum).map { Float(SRGB.linear(Double($0) / Double(maximum)) * 65_535) }
  }
}
