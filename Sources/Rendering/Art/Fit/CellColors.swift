import Imaging
import Terminal

/// The two colours of a cell whose shape has been chosen. A palette would be asked here.
enum CellColors {
  /// How much of the contrast that a shape cannot show its two colours make up for, 0…1.
  ///
  /// The least squares' colours have less contrast than the samples had, since all that lies within a side is averaged;
  /// drawn with them a picture is duller than it was. Made up for in full it is as lively as it was and further off;
  /// half-way scores highest (see Benchmarks/README.md).
  static let liveliness: Float = 0.45
  /// And at most so many times the least squares' contrast.
  static let mostLively: Float = 1.6

  /// The cell that draws a shape.
  @inline(__always)
  @unsafe
  static func cell(_ samples: CellSamples, _ entry: GlyphBank.Entry) -> Cell {
    let mean = unsafe samples.mean
    guard entry.norm > 0 else { return Cell(.blank, background: color(channels(mean))) }
    let scale = 1 / (entry.norm * entry.norm)
    var slope =
      unsafe SIMD3(
        correlation(samples, 0, entry), correlation(samples, 1, entry), correlation(samples, 2, entry)) * scale
    let shown = slope.x * slope.x * entry.norm * entry.norm
    if shown > 1 {
      let missing = unsafe (samples.energy.x / shown).squareRoot() - 1
      slope *= min(1 + liveliness * max(missing, 0), mostLively)
    }
    let back = mean - slope * entry.mean
    let (front, behind) = (color(channels(back + slope)), color(channels(back)))
    return front == behind
      ? Cell(.blank, background: behind) : Cell(entry.glyph, foreground: front, background: behind)
  }

  /// The sum of the products of a plane's samples and a shape's coverage; the samples are less their mean already.
  @inline(__always)
  @unsafe
  private static func correlation(_ samples: CellSamples, _ plane: Int, _ entry: GlyphBank.Entry) -> Float {
    let plane = unsafe UnsafeRawPointer(samples.sums(32, plane: plane)).loadUnaligned(as: SIMD32<Float>.self)
    return (plane * entry.coverage).sum()
  }

  /// Encoded red, green and blue of the three planes.
  @inline(__always)
  static func channels(_ planes: SIMD3<Float>) -> SIMD3<Float> {
    let (red, blue) = (planes.y / ColorPlanes.chroma, planes.z / ColorPlanes.chroma)
    let green = planes.x - ColorPlanes.luma.x * red - ColorPlanes.luma.z * blue
    return SIMD3(green + red, green, green + blue)
  }

  @inline(__always)
  static func color(_ channels: SIMD3<Float>) -> Color {
    let bytes = SIMD3<UInt8>(
      truncatingIfNeeded: SIMD3<Int32>(
        channels.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 255)) + 0.5))
    return Color(red: bytes.x, green: bytes.y, blue: bytes.z)
  }
}
