import Terminal

/// The weights of what a cell in palette colors gets wrong.
///
/// They were chosen by eye, and by the scores of Benchmarks/recognition; see Benchmarks/README.md.
struct PaletteWeights: Sendable {
  /// The weight of the shape relative to the tone, in lightness and in the two planes of color.
  let shape: SIMD3<Float>
  /// The weight of a shape's squared contrast: 1 for the least squared error; with less, contrast beyond the picture's
  /// counts less.
  let excess: Float
  /// The weight of a difference in color relative to one in lightness.
  let color: Float
  /// The additional weight, relative to `color`, of a difference that changes the hue rather than the saturation.
  let hue: Float
  /// The additional weight of a tone's lack of color, compared to the picture: gray is far from blue.
  let paleness: Float
  /// The weight of the difference in color between a glyph and its background, as far as the picture has none.
  let fringe: Float
  /// The weight of the difference in color between each of a glyph's two entries and its part of the picture; see
  /// `colorErrors(of:over:share:)`.
  let colorError: Float
  /// The squared difference in color (OKLab) up to which there is no such error: gray may stand for a dull color.
  let colorTolerance: Float
  /// The weights of the differences in lightness and in color of the two colors of a shade.
  let unevenness: Float
  let colorUnevenness: Float
  /// The standard deviation of a cell's samples (OKLab) below which it is drawn without a shape.
  let evenDeviation: Float
  /// The share of a cell's error that is diffused.
  let diffusion: Float
  /// In how many of the entries near its best color each glyph is tried.
  let fronts: Int
  /// The penalty of an entry that no neighbor of the same color has; see `EntryPenalties`.
  let newEntry: Float
  /// How often all cells are chosen again; in 8 colors, only where there are shades.
  let rounds: Int
  /// The weight of the error of the light around a cell when it is chosen again.
  let light: Float

  /// The errors of eight colors in a part of the picture in another color.
  ///
  /// A palette of 8 entries has no gray darker than white, so of the colors with half of white's lightness or less, all
  /// but black are red, blue or magenta, and one of 16 has only two. At an edge they are the nearest in lightness, but
  /// they are seen as specks.
  ///
  /// - Parameter share: The share of the cell that has the color.
  @inline(__always)
  func colorErrors(of colors: EightColors, over part: SIMD3<Float>, share: Float) -> SIMD8<Float> {
    let weight = colorError * share
    if weight == 0 { return .zero }
    let (red, blue) = (colors.y - part.y, colors.z - part.z)
    return (red * red + blue * blue - colorTolerance).positivePart * weight
  }

  static func `default`(at depth: ColorDepth) -> PaletteWeights {
    switch depth {
    case .truecolor, .mono, .palette256:
      PaletteWeights(
        shape: SIMD3(0.7, 0.2, 0.2), excess: 1, color: 1.2, hue: 2, paleness: 0, fringe: 0.1, colorError: 0,
        colorTolerance: 0, unevenness: 0.005, colorUnevenness: 0.02, evenDeviation: 0.01, diffusion: 0.4, fronts: 8,
        newEntry: 0, rounds: 0, light: 0)
    case .palette16:
      PaletteWeights(
        shape: SIMD3(3, 0.4, 0.4), excess: 0.6, color: 1, hue: 2, paleness: 2, fringe: 0.3, colorError: 4,
        colorTolerance: 0.01, unevenness: 0.01, colorUnevenness: 0.02, evenDeviation: 0.03, diffusion: 0.3, fronts: 4,
        newEntry: 0.02, rounds: 2, light: 3)
    case .palette8:
      PaletteWeights(
        shape: SIMD3(3, 0.4, 0.4), excess: 0.6, color: 1, hue: 2, paleness: 0, fringe: 0.3, colorError: 4,
        colorTolerance: 0.02, unevenness: 0.01, colorUnevenness: 0.02, evenDeviation: 0.03, diffusion: 0.4, fronts: 8,
        newEntry: 0.005, rounds: 2, light: 1.2)
    }
  }
}
