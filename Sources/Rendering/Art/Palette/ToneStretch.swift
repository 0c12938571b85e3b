import Bitmaps
import Glibc

/// Stretches a picture's tones to the full range from no ink to full ink, because one color has few tones.
package struct ToneStretch: Hashable, Sendable {
  /// The share of the samples at either end that may be clipped.
  private static let cut = 0.01
  /// The minimum lightness range (OKLab) to stretch to the full range: stretching a smaller one would amplify noise.
  private static let minimumRange: Float = 0.25
  /// The exponents from stretched lightness to light, for light and for dark ink. OKLab's is 3; lower ones keep detail
  /// in dark parts, where few glyphs have little light ink, and on terminals that show shades and dots too dark.
  private static let lightExponent: Float = 1.8
  private static let darkExponent: Float = 2.6

  /// The stretched gray for each 8-bit luma, in linear light.
  private var grays: [UInt16]
  /// Whether the picture has hardly any range of tones: it keeps its tone then.
  private let isFlat: Bool

  /// Creates the stretch for a canvas.
  init(_ canvas: Canvas, inksDark: Bool) { self.init(canvas.samples, inksDark: inksDark) }

  /// Creates the stretch for linear-light samples; samples with alpha 0 do not count.
  ///
  /// - Parameter inksDark: Whether ink is darker than its background.
  package init(_ samples: [SIMD4<UInt16>], inksDark: Bool) {
    var counts = [Int](repeating: 0, count: 256)
    for sample in samples where sample.w != 0 { counts[Self.luma(sample)] += 1 }
    let total = counts.reduce(0, +)
    let maximum = Int(Double(total) * Self.cut)
    func end(_ values: some Sequence<Int>) -> Int {
      var passed = 0
      for value in values {
        passed += counts[value]
        if passed > maximum { return value }
      }
      return 0
    }
    let lightness = (0...255).map { cbrtf(Float(SRGB.linear(Double($0) / 255))) }
    var (low, high) = (lightness[end(0...255)], lightness[end((0...255).reversed())])
    isFlat = high - low < Self.minimumRange
    if isFlat {
      // The middle keeps its tone: an all-white picture stays white.
      low = (low + high) / 2 * (1 - Self.minimumRange)
      high = low + Self.minimumRange
    }
    let exponent = inksDark ? Self.darkExponent : Self.lightExponent
    grays = lightness.map { value in
      let stretched = min(max((value - low) / (high - low), 0), 1)
      return UInt16(powf(stretched, exponent) * 65_535 + 0.5)
    }
  }

  /// The stretch with more contrast between middle tones, for glyphs that have few tones.
  ///
  /// - Parameters:
  ///   - share: How much of an S-curve is added, 0…1.
  ///   - inksDark: Whether ink is darker than its background, as when the stretch was created.
  func steepened(by share: Float, inksDark: Bool) -> ToneStretch {
    if isFlat { return self }
    let exponent = inksDark ? Self.darkExponent : Self.lightExponent
    var result = self
    result.grays = grays.map { gray in
      let tone = powf(Float(gray) / 65_535, 1 / exponent)
      let curved = tone + share * (tone * tone * (3 - 2 * tone) - tone)
      return UInt16(powf(curved, exponent) * 65_535 + 0.5)
    }
    return result
  }

  /// The canvas in stretched grays.
  func applied(to canvas: Canvas) -> Canvas {
    var result = canvas
    for index in result.samples.indices where result.samples[index].w != 0 {
      let gray = grays[Self.luma(result.samples[index])]
      result.samples[index] = SIMD4(gray, gray, gray, 65_535)
    }
    return result
  }

  /// The encoded value of a sample's luminance (Rec. 709 weights, in 65,536ths).
  @inline(__always)
  private static func luma(_ sample: SIMD4<UInt16>) -> Int {
    let sum: UInt32 = 13_933 &* UInt32(sample.x) &+ 46_871 &* UInt32(sample.y) &+ 4732 &* UInt32(sample.z)
    return Int(SRGB.encoded(UInt16(truncatingIfNeeded: sum >> 16)))
  }
}

/// The mapping between ink and light.
struct InkScale {
  /// The maximum ink of a cell, 0…1.
  let fullest: Float
  /// Whether ink is darker than its background.
  let inksDark: Bool
  /// The lightness of a cell full of dark ink.
  private let darkest: Float
  /// The exponent applied to light before dark ink is chosen for it.
  private let darkExponent: Float

  /// - Parameter darkExponent: Below 1, dark ink is lighter than the picture, and less uneven.
  init(fullest: Float, inksDark: Bool, darkExponent: Float = 1) {
    self.fullest = fullest
    self.inksDark = inksDark
    self.darkExponent = darkExponent
    darkest = cbrtf(max(0, 1 - fullest))
  }

  /// The ink for some light, 0…1, with lightness scaled to the range that ink can reach.
  func ink(for light: Float) -> Float {
    inksDark ? ink(ofTone: tone(for: light)) : fullest * light
  }

  /// The lightness to show for some light, from 0 (the minimum) to 1 (the maximum).
  func tone(for light: Float) -> Float { inksDark ? powf(light, darkExponent / 3) : cbrtf(light) }

  /// The ink for some lightness, from 0 (the minimum) to 1 (the maximum).
  func ink(ofTone tone: Float) -> Float {
    if !inksDark { return fullest * tone * tone * tone }
    let lightness = darkest + (1 - darkest) * tone
    return 1 - lightness * lightness * lightness
  }

  /// The lightness of some ink, from 0 (the minimum) to 1 (the maximum).
  func tone(of ink: Float) -> Float {
    let ink = min(max(ink, 0), fullest)
    return inksDark ? (cbrtf(1 - ink) - darkest) / (1 - darkest) : cbrtf(ink / fullest)
  }
}
