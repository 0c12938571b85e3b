import Terminal

/// What is wanted of one cell besides the blurred ink around it.
struct HalftoneCell: Sendable {
  /// The sharp strokes in the cell, if it has any.
  var strokes: HalftoneStrokes?
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
  ///   - light: The light at each sample, row by row.
  ///   - weight: The weight of a squared difference of blurred ink there.
  init(_ light: SIMD32<Float>, _ scale: InkScale, weight: Float, _ style: HalftoneStyle) {
    var (tones, inks) = (SIMD32<Float>.zero, SIMD32<Float>.zero)
    for part in 0..<GlyphBank.parts {
      let tone = scale.tone(for: light[part])
      tones[part] = tone
      inks[part % GlyphBank.columns * GlyphBank.rows + part / GlyphBank.columns] = scale.ink(
        ofTone: tone)
    }
    let count = Float(GlyphBank.parts)
    tones -= tones.sum() / count
    sharpness = 4 * (tones * tones).sum() / count
    self.weight = weight * style.strokes * (style.isSolid ? sharpness.squareRoot() : sharpness * sharpness)
    mean = inks.sum() / count
    ink = inks - mean
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
