import Imaging
import Terminal

extension ArtMode {
  /// The printable ASCII characters, chosen by shape and tone.
  package static let ascii = ArtMode(
    name: "ascii", samplesPerHalfCell: PixelSize(width: 4, height: 4), needsUnicode: false,
    drawing: { canvas, options in
      (0..<canvas.cells.count).map { position in
        let (row, column) = position.quotientAndRemainder(dividingBy: canvas.cells.columns)
        let patch = AsciiPatch(canvas, column: column, row: row, background: options.assumedBackground)
        guard !patch.isNothing else { return .blank }
        return options.depth == .mono ? Cell(patch.glyphByTone) : patch.colouredCell
      }
    })
}

/// The 4×8 samples of one cell, as the eye weighs them: encoded sRGB, 0…1.
private struct AsciiPatch {
  private(set) var isNothing = true
  private var red = SIMD32<Float>(), green = SIMD32<Float>(), blue = SIMD32<Float>()

  init(_ canvas: Canvas, column: Int, row: Int, background: Light) {
    let behind = Light.pixel(background)
    for down in 0..<8 {
      for across in 0..<4 {
        var sample = canvas.samples[(row * 8 + down) * canvas.width + column * 4 + across]
        if sample.w == 0 { sample = behind } else { isNothing = false }
        let place = down * 4 + across
        red[place] = Float(SRGB.encoded(sample.x)) / 255
        green[place] = Float(SRGB.encoded(sample.y)) / 255
        blue[place] = Float(SRGB.encoded(sample.z)) / 255
      }
    }
  }

  private var luma: SIMD32<Float> { red * 0.2126 + green * 0.7152 + blue * 0.0722 }

  /// The glyph and two colours with the least squared error.
  ///
  /// With `t` the samples, `g` a glyph's coverage, both less their means, the model is mean + s·g, where s is the
  /// foreground less the background; the least squares' s = Σtg/Σg², held to what leaves both colours within 0…1,
  /// lowers the error by 2s·Σtg − s²·Σg². The glyph is chosen by luma, the colours then by channel.
  var colouredCell: Cell {
    let luma = luma
    let mean = luma.sum() / 32
    var best = 0
    var bestGain: Float = 1e-4
    for (index, glyph) in AsciiGlyph.all.enumerated() where glyph.energy > 0 {
      let correlation = ((luma - mean) * glyph.centred).sum()
      let slope = glyph.slope(correlation: correlation, mean: mean)
      let gain = 2 * slope * correlation - slope * slope * glyph.energy
      if gain > bestGain { (best, bestGain) = (index, gain) }
    }
    let glyph = AsciiGlyph.all[best]
    let (redFront, redBack) = glyph.colours(of: red)
    let (greenFront, greenBack) = glyph.colours(of: green)
    let (blueFront, blueBack) = glyph.colours(of: blue)
    let front = Color(red: redFront, green: greenFront, blue: blueFront)
    let back = Color(red: redBack, green: greenBack, blue: blueBack)
    return best == 0 || front == back
      ? Cell(.blank, background: back) : Cell(glyph.glyph, foreground: front, background: back)
  }

  /// The glyph that is nearest when there is one colour on none.
  ///
  /// No character covers its cell: tones are scaled so that white is the fullest one. The tone counts for more than
  /// the shape, or gradients would fall apart into strokes.
  var glyphByTone: Glyph {
    let target = luma * AsciiGlyph.fullest
    let mean = target.sum() / 32
    var best = AsciiGlyph.all[0]
    var bestError = Float.infinity
    for glyph in AsciiGlyph.all {
      let tone = mean - glyph.mean
      let shape = target - mean - glyph.centred
      let error = tone * tone + 0.12 * (shape * shape).sum() / 32
      if error < bestError { (best, bestError) = (glyph, error) }
    }
    return best.glyph
  }
}

/// A printable character's coverage, prepared for least squares.
private struct AsciiGlyph {
  let glyph: Glyph
  let mean: Float
  /// The coverage less its mean.
  let centred: SIMD32<Float>
  /// The sum of its squares; 0 only for the space.
  let energy: Float

  /// U+0020…U+007E.
  static let all: [AsciiGlyph] = AsciiShapes.rows.enumerated().compactMap { index, row in
    Unicode.Scalar(UInt32(0x20 + index)).map { AsciiGlyph($0, row) }
  }

  /// The mean coverage of the fullest character.
  static let fullest: Float = all.map(\.mean).max() ?? 1

  private init(_ scalar: Unicode.Scalar, _ row: String) {
    var coverage = SIMD32<Float>()
    for (place, digit) in row.filter({ $0 != " " }).prefix(32).enumerated() {
      coverage[place] = Float(digit.hexDigitValue ?? 0) / 15
    }
    glyph = Glyph(scalar)
    mean = coverage.sum() / 32
    centred = coverage - mean
    energy = (centred * centred).sum()
  }

  /// The foreground less the background that fits best while both stay within 0…1.
  func slope(correlation: Float, mean tone: Float) -> Float {
    let ideal = correlation / energy
    let lightOnDark = min(tone / max(mean, 1e-6), (1 - tone) / (1 - mean))
    let darkOnLight = min((1 - tone) / max(mean, 1e-6), tone / (1 - mean))
    return min(max(ideal, -darkOnLight), lightOnDark)
  }

  /// Foreground and background of one channel, 0…255.
  func colours(of channel: SIMD32<Float>) -> (front: UInt8, back: UInt8) {
    let tone = channel.sum() / 32
    guard energy > 0 else { return (AsciiGlyph.byte(tone), AsciiGlyph.byte(tone)) }
    let slope = slope(correlation: ((channel - tone) * centred).sum(), mean: tone)
    let back = tone - slope * mean
    return (AsciiGlyph.byte(back + slope), AsciiGlyph.byte(back))
  }

  private static func byte(_ value: Float) -> UInt8 { UInt8(min(max(value, 0), 1) * 255 + 0.5) }
}

extension Light {
  /// The opaque sample of a light.
  static func pixel(_ light: Light) -> SIMD4<UInt16> {
    let scaled = (light.channels.clamped(lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 1)) * 65_535)
      .rounded(.toNearestOrAwayFromZero)
    return SIMD4(UInt16(scaled.x), UInt16(scaled.y), UInt16(scaled.z), 65_535)
  }
}
