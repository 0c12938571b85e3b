import Bitmaps
import Foundation
import Imaging

/// A picture in `Double`, computed directly from the definitions, to compare the fast code with.
struct Reference {
  var size: PixelSize
  /// Linear light, premultiplied, 0…1.
  var pixels: [SIMD4<Double>]

  /// Creates a picture from 16-bit samples: red, green, blue, and alpha that is not premultiplied, most significant
  /// byte first. `light` converts samples to linear light, by default those of sRGB.
  init(
    size: PixelSize, straight16 bytes: ArraySlice<UInt8>, light: (Double) -> Double = { Reference.linear($0) }
  ) {
    let bytes = Array(bytes)
    self.size = size
    pixels = (0..<size.width * size.height).map { pixel in
      let samples = (0..<4).map { channel in
        Double(UInt16(bytes[pixel * 8 + channel * 2]) << 8 | UInt16(bytes[pixel * 8 + channel * 2 + 1])) / 65_535
      }
      let light = samples.map(light)
      return SIMD4(SIMD3(light[0], light[1], light[2]) * samples[3], samples[3])
    }
  }

  init(size: PixelSize, pixels: [SIMD4<Double>]) {
    self.size = size
    self.pixels = pixels
  }

  /// IEC 61966-2-1.
  static func linear(_ encoded: Double) -> Double {
    encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
  }

  /// The greatest difference from a bitmap in any channel, in 1/65535; infinite if the sizes differ.
  func difference(from bitmap: Bitmap) -> Double {
    guard bitmap.size == size else { return .infinity }
    return zip(pixels, bitmap.pixels).reduce(0) { maximum, pair in
      (0..<4).reduce(maximum) { max($0, abs(pair.0[$1] * 65_535 - Double(pair.1[$1]))) }
    }
  }
}

extension Reference {
  /// The mean difference from a bitmap in the color channels, in 1/65535; infinite if the sizes differ.
  func meanDifference(from bitmap: Bitmap) -> Double {
    guard bitmap.size == size else { return .infinity }
    let sum = zip(pixels, bitmap.pixels).reduce(0) { sum, pair in
      (0..<3).reduce(sum) { $0 + abs(pair.0[$1] * 65_535 - Double(pair.1[$1])) }
    }
    return sum / Double(3 * pixels.count)
  }
}
