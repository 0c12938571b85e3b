import Bitmaps
import Imaging

/// The pixels of a picture in linear light that may exceed white: half floats, premultiplied, in sRGB's primaries. They are tone-mapped when
/// they are scaled.
struct LightPixels: CodecSamples {
  private let size: PixelSize
  private let isOpaque: Bool
  /// The light of a pixel's 1, in shares of white.
  private let white: Double
  private let conversion: (@Sendable (SIMD4<Float>) -> SIMD4<Float>)?
  private var pixels: [SIMD4<Float16>] = []
  /// The greatest light of a channel.
  private var peak: Float16 = 1

  /// Creates a picture without rows.
  ///
  /// - Parameters:
  ///   - white: The light of 1, in shares of white.
  ///   - primaries: Those of the rows; nil for sRGB's.
  init(_ size: PixelSize, isOpaque: Bool, white: Double = 1, _ primaries: RGBPrimaries? = nil) {
    (self.size, self.isOpaque, self.white) = (size, isOpaque, white)
    conversion = primaries?.conversion
    pixels.reserveCapacity(size.width * size.height)
  }

  /// The bytes that a picture takes, with the table of tones.
  static func bytes(_ size: PixelSize) -> Int { 8 * size.width * size.height + (1 << 20) }

  var byteCount: Int { LightPixels.bytes(size) }

  /// Appends a row: as many pixels as the picture is wide.
  mutating func append(_ row: [SIMD4<Float>]) {
    for pixel in row {
      // Not a number, and what is no light.
      let light = SIMD4<Float16>(
        (conversion?(pixel) ?? pixel).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 65_504)))
      let shown = light.replacing(with: SIMD4<Float16>.zero, where: light .!= light)
      pixels.append(shown)
      let color = max(shown.x, shown.y, shown.z)
      if color > peak { peak = color }
    }
  }

  /// The tone-mapped light, 0…65535, of each half float.
  private func tones(_ exposure: Exposure) -> [Float] {
    let white = white * exposure.gain
    let curve = ToneCurve(peak: Double(peak) * white)
    return (0...UInt16.max).map { bits in
      let light = Double(Float16(bitPattern: bits))
      return light > 0 ? Float(curve.light(light * white)) * 65_535 : 0
    }
  }

  /// - Precondition: All rows have been appended.
  func scaled(to region: ScaledRegion, _ deadline: DecodeDeadline) throws(ImageError) -> Bitmap {
    let tones = tones(region.exposure)
    var mapped = region
    mapped.exposure = .none
    var scaler = RowScaler(source: size, region: mapped, isOpaque: isOpaque)
    let window = scaler.window
    var row = [SIMD4<Float>](repeating: .zero, count: window.width)
    for line in window.rows {
      if line % 64 == 0 { try deadline.check() }
      let start = line * size.width + window.x
      for column in 0..<window.width { row[column] = toned(pixels[start + column], tones) }
      scaler.push(row)
    }
    return scaler.finish()
  }

  /// A pixel as the scaler takes it: premultiplied.
  private func toned(_ pixel: SIMD4<Float16>, _ tones: [Float]) -> SIMD4<Float> {
    let alpha = isOpaque ? 1 : min(Float(pixel.w), 1)
    guard alpha > 0 else { return .zero }
    let color = alpha == 1 ? pixel : SIMD4<Float16>(SIMD4<Float>(pixel) / alpha)
    return SIMD4(
      tones[Int(color.x.bitPattern)], tones[Int(color.y.bitPattern)], tones[Int(color.z.bitPattern)], 65_535) * alpha
  }
}
