/// How far a shown colour may be from the wanted one before it is drawn again, while pictures are mixed.
///
/// Distances are those of OKLab, in which about 0.02 is the least that an eye tells apart side by side. Near a colour
/// they are a quadratic form of the differences of its sRGB channels; its coefficients come from a table of 16 steps a
/// channel, so that comparing takes no roots.
package struct ColorTolerance: Hashable, Sendable {
  /// Exact.
  package static let none = ColorTolerance(distance: 0)

  /// The largest distance that is left alone; 0: none is.
  private let distance: Float
  /// Its square.
  private let squared: Float
  /// Differences of a channel beyond which no distance need be measured.
  private let channelLimit: Int32

  /// Keeps colours that are at most this far apart in OKLab.
  package init(distance: Float) {
    self.distance = distance
    squared = distance * distance
    // From the table: no channel alone (blue moves a colour least) moves it less than 1/2600 a step.
    channelLimit = Int32(min(distance, 0.1) * 2600)
  }

  /// Keeps only colours that are half as far apart: neighbours are compared more easily than moments.
  var halved: ColorTolerance { ColorTolerance(distance: distance / 2) }

  /// Whether nothing is left alone.
  @inline(__always)
  package var isNone: Bool { squared == 0 }

  /// Whether a cell that is shown may stay for one that is wanted, both as they are drawn.
  ///
  /// Cells that are two halves of colour are compared half by half, whichever block draws them. A blank may stay for any
  /// element of pictures whose two colours are near it; others need the same glyph. Colours that are not 24-bit need be the same.
  @inline(__always)
  func allows(_ shown: Cell, for wanted: Cell) -> Bool {
    if shown.glyph == wanted.glyph {
      return allows(shown.background, for: wanted.background)
        && (shown.glyph == .blank || allows(shown.foreground, for: wanted.foreground))
    }
    if shown.glyph == .blank, wanted.glyph.isPictureElement {
      return allows(shown.background, for: wanted.foreground) && allows(shown.background, for: wanted.background)
    }
    guard let shown = shown.halves, let wanted = wanted.halves else { return false }
    return allows(shown.upper, for: wanted.upper) && allows(shown.lower, for: wanted.lower)
  }

  /// Whether a colour that is shown may stay for one that is wanted.
  @inline(__always)
  package func allows(_ shown: Color, for wanted: Color) -> Bool {
    let (one, other) = (shown.rawValue, wanted.rawValue)
    if one == other { return true }
    guard one >> 24 == 1, other >> 24 == 1 else { return false }
    let red = Int32(bitPattern: one >> 16 & 0xFF) - Int32(bitPattern: other >> 16 & 0xFF)
    let green = Int32(bitPattern: one >> 8 & 0xFF) - Int32(bitPattern: other >> 8 & 0xFF)
    let blue = Int32(bitPattern: one & 0xFF) - Int32(bitPattern: other & 0xFF)
    if max(abs(red), abs(green), abs(blue)) > channelLimit { return false }
    let high: UInt32 = other >> 12 & 0xF00
    let middle: UInt32 = other >> 8 & 0xF0
    let low: UInt32 = other >> 4 & 0xF
    return OklabMetric.table[Int(high | middle | low)].squaredLength(Float(red), Float(green), Float(blue)) <= squared
  }
}

extension Cell {
  /// The colours of its two halves, if that is all it shows.
  @inline(__always)
  fileprivate var halves: (upper: Color, lower: Color)? {
    if glyph == .blank { return (background, background) }
    if glyph == .upperHalf { return (foreground, background) }
    if glyph == .lowerHalf { return (background, foreground) }
    return nil
  }
}

/// What differences of sRGB channels come to in OKLab near some colour: the coefficients of a quadratic form.
private struct OklabMetric {
  private var squares: SIMD4<Float>
  private var products: SIMD4<Float>

  /// One for each colour of 4 bits a channel, red in the highest.
  static let table: [OklabMetric] = (0..<4096).map { place in
    OklabMetric(near: SIMD3(place >> 8, place >> 4 & 15, place & 15) &* 16 &+ 8)
  }

  /// By central differences around a colour that is 8 or more from either end.
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
    let color = Oklab(red: UInt8(color.x), green: UInt8(color.y), blue: UInt8(color.z))
    return SIMD3(color.lightness, color.a, color.b)
  }

  /// The square of the distance that differences come to.
  @inline(__always)
  func squaredLength(_ red: Float, _ green: Float, _ blue: Float) -> Float {
    let difference = SIMD4(red, green, blue, 0)
    let pairs = SIMD4(red * green, red * blue, green * blue, 0)
    return (squares * difference * difference + products * pairs).sum()
  }
}
