import Bitmaps
package import Terminal

/// Colors as linear-light sRGB, 0…1 per channel, for blending layers.
package struct LinearColor: Hashable, Sendable {
  /// Red, green, blue; 0…1.
  package var channels: SIMD3<Float>

  /// Creates a color with these channels.
  package init(_ channels: SIMD3<Float>) { self.channels = channels }

  /// Creates the color of a premultiplied pixel over black.
  package init(_ pixel: SIMD4<UInt16>) {
    channels = SIMD3(Float(pixel.x), Float(pixel.y), Float(pixel.z)) / 65_535
  }

  /// Creates the linear value of a color; `assumed` stands for the terminal's own color.
  package init(_ color: Color, assuming assumed: LinearColor = .black, palette: TerminalPalette = .xterm) {
    switch color.kind {
    case .terminalDefault: self = assumed
    case .rgb(let red, let green, let blue): self.init(red: red, green: green, blue: blue)
    case .indexed(let index):
      let (red, green, blue) = palette.rgb(of: index).channels ?? (0, 0, 0)
      self.init(red: red, green: green, blue: blue)
    }
  }

  private init(red: UInt8, green: UInt8, blue: UInt8) {
    channels =
      SIMD3(Float(SRGB.linear16(red)), Float(SRGB.linear16(green)), Float(SRGB.linear16(blue))) / 65_535
  }

  /// No light.
  package static let black = LinearColor(SIMD3(repeating: 0))
  /// Full light in all channels.
  package static let white = LinearColor(SIMD3(repeating: 1))

  /// This color and `other` mixed in linear light, from 0 (this one) to 1 (the other).
  package func mixed(with other: LinearColor, _ share: Double) -> LinearColor {
    LinearColor(channels + (other.channels - channels) * Float(min(max(0, share), 1)))
  }

  /// This color under a scrim of `other` with the opacity `share`, blended in encoded values, as screens blend
  /// half-transparent layers.
  ///
  /// Pictures blend in linear light; scrims carry text. Half-transparent black over white is then a gray of 128, on
  /// which white text is legible; in linear light it would be 188, on which it isn't.
  package func covered(by other: LinearColor, _ share: Double) -> LinearColor {
    let (own, top, share) = (encoded, other.encoded, Float(min(max(0, share), 1)))
    return LinearColor(encoded: own + (top - own) * share)
  }

  /// The channels encoded by the sRGB transfer function (IEC 61966-2-1), 0…255.
  private var encoded: SIMD3<Float> {
    let samples = samples
    return SIMD3(Float(SRGB.encoded(samples.x)), Float(SRGB.encoded(samples.y)), Float(SRGB.encoded(samples.z)))
  }

  private init(encoded: SIMD3<Float>) {
    let rounded = encoded.rounded(.toNearestOrAwayFromZero)
    self.init(red: UInt8(rounded.x), green: UInt8(rounded.y), blue: UInt8(rounded.z))
  }

  /// The luminance, 0…1 (Rec. 709 weights).
  package var luminance: Float { 0.2126 * channels.x + 0.7152 * channels.y + 0.0722 * channels.z }

  /// The contrast ratio to another color, 1…21 (WCAG 2.2).
  package func contrast(to other: LinearColor) -> Float {
    let (own, others) = (luminance + 0.05, other.luminance + 0.05)
    return max(own, others) / min(own, others)
  }

  /// The nearest 24-bit color.
  package var color: Color {
    let samples = samples
    return Color(red: SRGB.encoded(samples.x), green: SRGB.encoded(samples.y), blue: SRGB.encoded(samples.z))
  }

  /// The channels in 16 bits.
  var samples: SIMD3<UInt16> {
    let scaled = (channels.clamped(lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 1)) * 65_535)
      .rounded(.toNearestOrAwayFromZero)
    return SIMD3(UInt16(scaled.x), UInt16(scaled.y), UInt16(scaled.z))
  }
}
