import Bitmaps
import Glibc

/// Stretches a picture's tones to the full range from no ink to full ink, because one color has few tones.
package struct ToneStretch: Hashable, Sendable {
  /// What shows the tones.
  enum Ink: Hashable {
    /// Glyphs in colors, which share the contrast with their glyphs' ink.
    case colored
    /// Glyphs that can fill their cells.
    case solid
    case dots

    /// The share of the lightest samples that may be clipped. The contrast of what is left is higher. A few light
    /// areas, such as windows, would otherwise leave faces dark.
    fileprivate func lightCut(inksDark: Bool) -> Double {
      switch self {
      case .colored: 0.01
      case .solid: 0.05
      case .dots: 0.07
      }
    }

    /// The exponent from stretched lightness to light. OKLab's is 3; lower ones are lighter.
    fileprivate func exponent(inksDark: Bool) -> Float {
      switch self {
      case .colored: inksDark ? 2.6 : 1.8
      case .solid: 2.5
      case .dots: 3
      }
    }
  }

  /// The share of the darkest samples that may be clipped.
  private static let darkCut = 0.01
  /// The minimum lightness range (OKLab) to stretch to the full range: stretching a smaller one would amplify noise.
  private static let minimumRange: Float = 0.25
  /// The same for encoded values: a picture of the moon, nearly all gray, has a range of 0.2.
  private static let minimumEncodedRange: Float = 0.15

  /// The number of samples of each 8-bit luma, added up.
  private let counts: [Int]
  private let inksDark: Bool

  init(_ canvas: Canvas, inksDark: Bool, workers: RowWorkers = .alone) {
    self.init(canvas.samples, inksDark: inksDark, workers: workers)
  }

  /// Creates the stretch for linear-light samples; samples with alpha 0 do not count.
  ///
  /// - Parameter inksDark: Whether ink is darker than its background.
  package init(_ samples: [SIMD4<UInt16>], inksDark: Bool) {
    self.init(samples, inksDark: inksDark, workers: .alone)
  }

  private init(_ samples: [SIMD4<UInt16>], inksDark: Bool, workers: RowWorkers) {
    let (encoded, parts) = (SRGB.encodedOfLinear, workers.count)
    let partCounts = workers.map(columns: 1, rows: parts) { _, part in
      var counts = [Int](repeating: 0, count: 256)
      let (samples, encoded) = (samples.span, encoded.span)
      for index in samples.count * part / parts..<samples.count * (part + 1) / parts where samples[index].w != 0 {
        counts[Self.luma(samples[index], encoded)] += 1
      }
      return counts
    }
    counts = partCounts.dropFirst().reduce(into: partCounts[0]) { sums, counts in
      for value in sums.indices { sums[value] += counts[value] }
    }
    self.inksDark = inksDark
  }

  /// The lightest or darkest luma that remains when a share of the samples is passed, in the order of `values`.
  private func end(_ values: some Sequence<Int>, cut: Double) -> Int {
    let maximum = Int(Double(counts.reduce(0, +)) * cut)
    var passed = 0
    for value in values {
      passed += counts[value]
      if passed > maximum { return value }
    }
    return 0
  }

  /// The stretched lightness for each 8-bit luma, 0…1, as encoded values.
  ///
  /// - Parameter cut: The share of samples at either end that may be clipped.
  func encoded(cut: Double) -> [Float] {
    var low = Float(end(0...255, cut: cut)) / 255
    var high = Float(end((0...255).reversed(), cut: cut)) / 255
    if high - low < Self.minimumEncodedRange {
      low = (low + high) / 2 * (1 - Self.minimumEncodedRange)
      high = low + Self.minimumEncodedRange
    }
    return (0...255).map { min(max((Float($0) / 255 - low) / (high - low), 0), 1) }
  }

  /// The stretched gray for each 8-bit luma, in linear light.
  func grays(for ink: Ink) -> [UInt16] {
    let lightness = (0...255).map { cbrtf(Float(SRGB.linear(Double($0) / 255))) }
    var low = lightness[end(0...255, cut: Self.darkCut)]
    var high = lightness[end((0...255).reversed(), cut: ink.lightCut(inksDark: inksDark))]
    if high - low < Self.minimumRange {
      // The middle keeps its tone: an all-white picture stays white.
      low = (low + high) / 2 * (1 - Self.minimumRange)
      high = low + Self.minimumRange
    }
    let exponent = ink.exponent(inksDark: inksDark)
    return lightness.map { value in
      let tone = min(max((value - low) / (high - low), 0), 1)
      return UInt16(powf(tone, exponent) * 65_535 + 0.5)
    }
  }

  /// The canvas in stretched grays.
  func applied(to canvas: Canvas, for ink: Ink, workers: RowWorkers = .alone) -> Canvas {
    var result = canvas
    Self.apply(grays(for: ink), to: &result, workers: workers)
    return result
  }

  /// Changes a canvas into the grays for some ink.
  static func apply(_ grays: [UInt16], to canvas: inout Canvas, workers: RowWorkers) {
    let (encoded, width, height) = (SRGB.encodedOfLinear, canvas.width, canvas.height)
    unsafe canvas.samples.withUnsafeMutableBufferPointer { samples in
      guard let base = samples.baseAddress, samples.count >= width * height else { return }
      nonisolated(unsafe) let memory = unsafe base
      // The pointer is valid only in this closure, and all work on the rows ends within it.
      workers.run(rows: height) { row in
        let (grays, encoded) = (grays.span, encoded.span)
        let line = unsafe memory + row &* width
        for x in 0..<width {
          let sample = unsafe line[x]
          guard sample.w != 0 else { continue }
          let gray = grays[Self.luma(sample, encoded)]
          unsafe line[x] = SIMD4(gray, gray, gray, 65_535)
        }
      }
    }
  }

  /// The encoded value of a sample's luminance (Rec. 709 weights, in 65,536ths).
  ///
  /// - Parameter encoded: `SRGB.encodedOfLinear`: whether a static property has been initialized would be checked for each sample.
  @inline(__always)
  private static func luma(_ sample: SIMD4<UInt16>, _ encoded: Span<UInt8>) -> Int {
    let sum: UInt32 = 13_933 &* UInt32(sample.x) &+ 46_871 &* UInt32(sample.y) &+ 4732 &* UInt32(sample.z)
    return Int(encoded[Int(sum >> 16)])
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

  init(fullest: Float, inksDark: Bool) {
    self.fullest = fullest
    self.inksDark = inksDark
    darkest = cbrtf(max(0, 1 - fullest))
  }

  /// The ink for some light, 0…1, with lightness scaled to the range that ink can reach.
  func ink(for light: Float) -> Float {
    inksDark ? ink(ofTone: tone(for: light)) : fullest * light
  }

  /// The lightness to show for some light, from 0 (the minimum) to 1 (the maximum).
  func tone(for light: Float) -> Float { cbrtf(light) }

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
