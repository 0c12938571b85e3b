/// The distance between a shown and a wanted color up to which a cell is not redrawn while pictures move or mix.
///
/// Distances are measured in OKLab, where about 0.02 is just noticeable side by side. Near a color, the squared
/// distance is a quadratic form in the differences of the sRGB channels; the coefficients come from a table with 8
/// steps per channel, so that comparisons compute no roots.
package struct ColorTolerance: Hashable, Sendable {
  /// No tolerance: colors must be equal.
  package static let none = ColorTolerance(distance: 0)

  /// A fifth of what is just noticeable: one or two steps of a channel.
  package static let invisible = ColorTolerance(distance: 0.004)

  /// The largest distance that is not redrawn; 0 for none.
  private let distance: Float
  /// The square of `distance`.
  private let squared: Float
  /// The largest difference of a channel that can be within the distance; beyond it the distance need not be computed.
  private let channelLimit: Int32

  /// A tolerance for colors that are at most this far apart in OKLab.
  package init(distance: Float) {
    self.distance = distance
    squared = distance * distance
    // From the table: one step of a single channel moves a color by at least 1/2600; blue moves it least.
    channelLimit = Int32(min(distance, 0.1) * 2600)
  }

  /// Half the tolerance: differences between neighboring cells are easier to see than differences over time.
  var halved: ColorTolerance { ColorTolerance(distance: distance / 2) }

  /// Whether colors must be equal.
  @inline(__always)
  package var isNone: Bool { squared == 0 }

  /// Whether a shown cell may stay in place of a wanted one, both in drawn form (`Cell.drawn`).
  ///
  /// Blanks and half blocks are compared half by half, whichever block draws them. A blank may stay for any picture
  /// element if both of its colors are near the blank's; all other glyphs must be equal. Colors other than 24-bit
  /// ones must be equal.
  @inline(__always)
  func allows(_ shown: Cell, for wanted: Cell) -> Bool {
    if shown.glyph == wanted.glyph {
      return allows(shown.background, for: wanted.background)
        && (shown.glyph == .blank || allows(shown.foreground, for: wanted.foreground))
    }
    if shown.isInOwnColor || wanted.isInOwnColor { return false }
    if let color = shown.inkedColor { return allows(Cell(.blank, background: color), for: wanted) }
    if shown.glyph == .blank, wanted.glyph.isPictureElement {
      return allows(shown.background, for: wanted.foreground) && allows(shown.background, for: wanted.background)
    }
    guard let shown = shown.halves, let wanted = wanted.halves else { return false }
    return allows(shown.upper, for: wanted.upper) && allows(shown.lower, for: wanted.lower)
  }

  /// Whether a shown color may stay in place of a wanted one.
  @inline(__always)
  package func allows(_ shown: Color, for wanted: Color) -> Bool {
    let (one, other) = (shown.rawValue, wanted.rawValue)
    if one == other { return true }
    guard one >> 24 == 1, other >> 24 == 1 else { return false }
    let red = Int32(bitPattern: one >> 16 & 0xFF) - Int32(bitPattern: other >> 16 & 0xFF)
    let green = Int32(bitPattern: one >> 8 & 0xFF) - Int32(bitPattern: other >> 8 & 0xFF)
    let blue = Int32(bitPattern: one & 0xFF) - Int32(bitPattern: other & 0xFF)
    if max(abs(red), abs(green), abs(blue)) > channelLimit { return false }
    let high: UInt32 = other >> 15 & 0o700
    let middle: UInt32 = other >> 10 & 0o70
    let low: UInt32 = other >> 5 & 0o7
    return OklabMetric.table[Int(high | middle | low)].squaredLength(Float(red), Float(green), Float(blue)) <= squared
  }
}

extension Cell {
  /// Whether the glyph has the terminal's own foreground, which has the value of its own background, and differs from it.
  @inline(__always)
  fileprivate var isInOwnColor: Bool { glyph != .blank && foreground == .terminalDefault }

  /// The colors of the upper and the lower half of a blank or a half block; nil for other cells.
  @inline(__always)
  fileprivate var halves: (upper: Color, lower: Color)? {
    if glyph == .blank { return (background, background) }
    if glyph == .upperHalf { return (foreground, background) }
    if glyph == .lowerHalf { return (background, foreground) }
    return nil
  }
}

/// The OKLab metric near a color, in differences of sRGB channels: the coefficients of a quadratic form.
private struct OklabMetric {
  private var squares: SIMD4<Float>
  private var products: SIMD4<Float>

  /// One metric for each color with 3 bits per channel, red in the highest bits.
  static let table: [OklabMetric] = (0..<512).map { index in
    OklabMetric(near: SIMD3(index >> 6, index >> 3 & 7, index & 7) &* 32 &+ 16)
  }

  /// Computes the metric by central differences around a color with channels of 16…240.
  private init(near color: SIMD3<Int>) {
    let step = 6
    func slope(_ direction: SIMD3<Int>) -> SIMD3<Float> {
      (Self.oklab(color &+ direction) - Self.oklab(color &- direction)) / Float(2 * step)
    }
    let (red, green, blue) = (slope(SIMD3(step, 0, 0)), slope(SIMD3(0, step, 0)), slope(SIMD3(0, 0, step)))
    squares = SIMD4((red * red).sum(), (green * green).sum(), (blue * blue).sum(), 0)
    products = 2 * SIMD4((red * green).sum(), (red * blue).sum(), (green * blue).sum(), 0)
  }

  private static func oklab(_ color: SIMD3<Int>) -> SIMD3<Float> {
    Oklab(red: UInt8(color.x), green: UInt8(color.y), blue: UInt8(color.z)).vector
  }

  /// Returns the squared OKLab distance for differences of the channels.
  @inline(__always)
  func squaredLength(_ red: Float, _ green: Float, _ blue: Float) -> Float {
    let difference = SIMD4(red, green, blue, 0)
    let pairs = SIMD4(red * green, red * blue, green * blue, 0)
    return (squares * difference * difference + products * pairs).sum()
  }
}
