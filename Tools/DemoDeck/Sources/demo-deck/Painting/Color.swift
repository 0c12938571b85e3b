import Glibc

/// A color in linear light with sRGB primaries: 0 is black, 1 is paper white, and values above 1 are light sources.
typealias Color = SIMD3<Float>

extension SIMD3<Float> {
  /// The sRGB color written as `0xRRGGBB`.
  init(hex: UInt32) {
    self.init(
      Self.linear(Float(hex >> 16 & 0xFF) / 255),
      Self.linear(Float(hex >> 8 & 0xFF) / 255),
      Self.linear(Float(hex & 0xFF) / 255))
  }

  /// A fully opaque pixel of this color.
  var opaque: SIMD4<Float> { SIMD4(self, 1) }

  /// The luminance, with Rec. 709's weights.
  var luminance: Float { (self * SIMD3(0.2126, 0.7152, 0.0722)).sum() }

  /// sRGB's decoding curve (IEC 61966-2-1).
  static func linear(_ encoded: Float) -> Float {
    encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
  }

  /// sRGB's encoding curve (IEC 61966-2-1), clamped to 0…1.
  static func encoded(_ linear: Float) -> Float {
    let light = Swift.min(Swift.max(linear, 0), 1)
    return light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// A filmic tone curve: bright light rolls off towards white instead of clipping (K. Narkowicz's fit of ACES, 2016).
  var toneMapped: Color {
    let light = self
    let mapped = (light * (2.51 * light + 0.03)) / (light * (2.43 * light + 0.59) + 0.14)
    return mapped.clamped(lowerBound: .zero, upperBound: .one)
  }
}

/// A gradient of colors at given positions.
struct Gradient: Sendable {
  private let stops: [(at: Float, color: Color)]

  init(_ stops: (Float, UInt32)...) {
    self.stops = stops.map { (at: $0.0, color: Color(hex: $0.1)) }
  }

  /// The color at `place`, eased between the two nearest stops.
  subscript(place: Float) -> Color {
    guard let after = stops.firstIndex(where: { $0.at > place }) else { return stops.last?.color ?? .zero }
    guard after > 0 else { return stops[0].color }
    let (from, to) = (stops[after - 1], stops[after])
    return mix(from.color, to.color, smooth(from.at, to.at, place))
  }
}
