import Terminal

/// What is wanted of one cell besides the blurred ink around it.
struct HalftoneCell: Sendable {
  /// Twice the wanted ink of the strokes at each sample, minus its mean, column by column, times their weight; zero if there are none.
  var strokes = SIMD32<Float>.zero
  /// The weight of a squared difference from the strokes.
  var strokeWeight: Float = 0
  /// The penalty of glyphs that are not calm.
  var calmness: Float = 0
  /// The ink of the cell, 0…1, and the weight of a squared difference from it.
  var ink: Float = 0
  var inkWeight: Float = 0
}

/// Sharp-edged content of a cell, such as lines and letters: it is compared with glyphs unblurred as well, not only as
/// seen from a distance.
struct HalftoneStrokes {
  /// The minimum sharpness of a cell with strokes.
  static let minimumSharpness: Float = 0.05

  /// How much the tones differ: 1 if half of the cell is black and the other half white.
  let sharpness: Float
  /// The mean of the wanted ink.
  let mean: Float
  /// The weight of a squared difference from the strokes.
  var weight: Float
  /// The wanted ink at each sample, minus its mean, column by column.
  var ink: SIMD32<Float>

  /// Creates the strokes of a cell.
  ///
  /// - Parameters:
  ///   - tones: The lightness at each of 32 samples, row by row; replaced.
  ///   - inks: The wanted ink at each sample, column by column.
  ///   - weight: The weight of a squared difference of blurred ink there.
  @unsafe
  init(
    _ tones: UnsafeMutablePointer<Float>, _ inks: UnsafePointer<Float>, weight: Float, _ style: HalftoneStyle
  ) {
    let count = Float(GlyphBank.parts)
    let meanTone = unsafe Self.sum(tones) / count
    for part in 0..<GlyphBank.parts {
      let difference = unsafe tones[part] - meanTone
      unsafe tones[part] = difference * difference
    }
    sharpness = unsafe 4 * Self.sum(tones) / count
    self.weight = weight * style.strokes * (style.isSolid ? sharpness.squareRoot() : sharpness * sharpness)
    mean = unsafe Self.sum(inks) / count
    ink = unsafe UnsafeRawPointer(inks).loadUnaligned(as: SIMD32<Float>.self) - mean
  }

  /// The sum of 32 numbers, one after another.
  private static func sum(_ numbers: UnsafePointer<Float>) -> Float {
    var sum = unsafe numbers[0]
    for index in 1..<GlyphBank.parts { unsafe sum += numbers[index] }
    return sum
  }
}

/// The weights with which glyphs are chosen together.
struct HalftoneStyle: Sendable {
  /// Whether glyphs can fill their cells.
  let isSolid: Bool
  /// The factor by which differences from the local mean are raised.
  let contrast: Float
  /// The penalty of glyphs that are not calm in a cell without an edge, relative to the weight of a squared difference.
  let calmness: Float
  /// The sharpness (`HalftoneStrokes`) from which a cell counts as having an edge.
  let edgeSharpness: Float
  /// The weight of the strokes relative to the comparison of blurred ink.
  let strokes: Float
  /// The weight of a difference of a cell's own ink: without it, solid cells alternate like a mesh.
  let ink: Float
  /// How often each cell is visited.
  let rounds: Int
  /// The glyphs that make a calm texture; where the picture has no edge, others are used only if they suit better.
  let calm: Set<Glyph>

  /// A mixture of all characters would look like text, in which faces and outlines are lost. Small penalties decide only
  /// between characters that suit the cell about equally well.
  static let letters = HalftoneStyle(
    isSolid: false, contrast: 0.25, calmness: 0.002, edgeSharpness: 0.05, strokes: 0.05, ink: 0, rounds: 3,
    calm: [" ", ".", ":", "-", "=", "+", "*", "#", "%", "8", "@"])

  /// Bars where the picture has none would be seen as such.
  static let solid = HalftoneStyle(
    isSolid: true, contrast: 0, calmness: 0.4, edgeSharpness: 0.07, strokes: 0.3, ink: 4, rounds: 3,
    calm: [.blank, "░", "▒", "▓", .fullBlock])
}
