import CGlyphs

/// A wanted tone, and the measure of how far other tones are from it.
///
/// A difference in color counts more across the hue of the picture than along it: a sky turns gray rather than green,
/// and grays stay gray.
struct ToneTarget {
  // Single numbers: the lanes of a vector, each times eight numbers, are compiled to many shuffles.
  private let lightness: Float
  private let red: Float
  private let blue: Float
  /// The direction of the hue; shorter than 1 near gray, which has no hue.
  private let redHue: Float
  private let blueHue: Float
  /// The picture's chroma.
  private let chroma: Float
  private let across: Float
  private let along: Float
  private let paleness: Float
  /// The weight of a difference along the hue.
  private let least: Float

  /// The chroma (OKLab) at which a hue counts by half.
  private static let certainChroma: Float = 0.03

  /// - Parameters:
  ///   - lab: The wanted tone in OKLab, which may include errors of other cells.
  ///   - own: The picture's color.
  init(_ lab: SIMD3<Float>, withHueOf own: SIMD3<Float>, _ weights: PaletteWeights) {
    (lightness, red, blue) = (lab.x, lab.y, lab.z)
    let squared = own.y * own.y + own.z * own.z + Self.certainChroma * Self.certainChroma
    (redHue, blueHue) = (own.y / squared.squareRoot(), own.z / squared.squareRoot())
    chroma = own.y * redHue + own.z * blueHue
    paleness = weights.paleness
    across = weights.color * (1 + weights.hue)
    along = weights.color * weights.hue
    least = across - along * (redHue * redHue + blueHue * blueHue)
  }

  /// The squared distances of eight OKLab colors.
  @inline(__always)
  func errors(of tones: EightColors) -> SIMD8<Float> {
    let (x, y, z) = (tones.x - lightness, tones.y - red, tones.z - blue)
    let shared = y * redHue + z * blueHue
    let lack = chroma - (tones.y * redHue + tones.z * blueHue)
    let pale = lack.positivePart
    let distance: SIMD8<Float> = x * x + (y * y + z * z) * across
    let alongHue: SIMD8<Float> = shared * shared * along
    return distance - alongHue + pale * pale * paleness
  }

  /// The target for `CGlyphs`.
  ///
  /// - Parameter blurred: The error of the light around the cell; nil if it does not count.
  func forSearch(_ blurred: BlurredError?) -> tui_tone_target {
    tui_tone_target(
      lightness: lightness, red: red, blue: blue, red_hue: redHue, blue_hue: blueHue, chroma: chroma, across: across,
      along: along, paleness: paleness, least: least, is_blurred: blurred != nil, square: blurred?.square ?? 0,
      product: blurred?.product ?? 0)
  }
}
