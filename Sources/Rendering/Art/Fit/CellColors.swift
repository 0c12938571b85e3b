import Terminal

/// The colors of cells whose shapes have been chosen. Palettes are applied later, by `ArtOptions.reduced`.
enum CellColors {
  /// The share of the contrast a shape loses that its two colors make up for, 0…1.
  ///
  /// The least-squares colors have less contrast than the samples, since each side is averaged, and make a picture
  /// look dull. Full compensation restores the contrast but increases the error; about half scores highest (see
  /// Benchmarks/README.md).
  static let contrastBoost: Float = 0.45
  /// The maximum factor by which the least-squares contrast is raised.
  static let maximumBoost: Float = 1.6

  /// The encoded red, green and blue of a color in the three planes.
  @inline(__always)
  static func channels(_ planes: SIMD3<Float>) -> SIMD3<Float> {
    let (red, blue) = (planes.y / ColorPlanes.chroma, planes.z / ColorPlanes.chroma)
    let green = planes.x - ColorPlanes.luma.x * red - ColorPlanes.luma.z * blue
    return SIMD3(green + red, green, green + blue)
  }

  @inline(__always)
  static func color(_ channels: SIMD3<Float>) -> Color {
    Color(red: byte(channels.x), green: byte(channels.y), blue: byte(channels.z))
  }

  @inline(__always)
  private static func byte(_ channel: Float) -> UInt8 {
    // Within 0…255.5 after the clamp, so that the conversion neither traps nor wraps.
    UInt8(truncatingIfNeeded: Int32(min(max(channel, 0), 255) + 0.5))
  }
}
