import Bitmaps
import Terminal

/// The two colors of a cell whose shape has been chosen. Palettes are applied later, by `ArtOptions.reduced`.
enum CellColors {
  /// The share of the contrast a shape loses that its two colors make up for, 0…1.
  ///
  /// The least-squares colors have less contrast than the samples, since each side is averaged, and make a picture
  /// look dull. Full compensation restores the contrast but increases the error; about half scores highest (see
  /// Benchmarks/README.md).
  static let liveliness: Float = 0.45
  /// The maximum factor by which the least-squares contrast is raised.
  static let maximumLiveliness: Float = 1.6

  /// The cell that draws a shape.
  @inline(__always)
  @unsafe
  static func cell(_ samples: CellSamples, _ number: Int, in bank: GlyphBank.View) -> Cell {
    let entry = unsafe (
      glyph: bank.entries[number].glyph, norm: bank.entries[number].norm, mean: bank.entries[number].mean
    )
    let mean = unsafe samples.mean
    guard entry.norm > 0 else { return Cell(.blank, background: color(channels(mean))) }
    let scale = 1 / (entry.norm * entry.norm)
    let sums = unsafe GlyphSearch.correlations(samples, number, in: bank)
    var slope = SIMD3(sums.0 * scale, sums.1 * scale, sums.2 * scale)
    let shown = slope.x * slope.x * entry.norm * entry.norm
    if shown > 1 {
      let missing = unsafe (samples.energy.x / shown).squareRoot() - 1
      slope *= min(1 + liveliness * max(missing, 0), maximumLiveliness)
    }
    let back = mean - slope * entry.mean
    let (front, behind) = (color(channels(back + slope)), color(channels(back)))
    return front == behind
      ? Cell(.blank, background: behind) : Cell(entry.glyph, foreground: front, background: behind)
  }

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
