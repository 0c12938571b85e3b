import Terminal

/// Monochrome braille, two dots across and four down per cell: each dot is on or off, and diffusion spreads its error.
///
/// With diffusion, the picture is sharpened by as much as is blurred away again by the distance at which dots merge:
/// eyes and lines gain most, tones stay what they are.
enum BrailleFit {
  /// The bit of each dot in the patterns from U+2800, row-major.
  private static let bits: [UInt32] = [0, 3, 1, 4, 2, 5, 6, 7]
  /// The ink of a cell with all its dots.
  private static let fullest: Float = 0.25

  /// How much of the difference from the dots around is added.
  private static let sharpness: Float = 0.6
  /// The weights of the dots beside a dot, and of those two dots away, relative to its own: a Gaussian with a sigma of
  /// 0.8 dots.
  private static let (near, far): (Float, Float) = (0.458, 0.044)

  /// The cells of a canvas in stretched grays.
  static func draw(_ canvas: Canvas, _ options: ArtOptions) -> [Cell] {
    let anchor = canvas.anchor
    let scale = InkScale(fullest: fullest, inksDark: options.inksDark)
    let (columns, rows) = (canvas.cells.columns * 2, canvas.cells.rows * 4)
    var dots = (0..<columns * rows).map { index in
      light(canvas, index % columns, index / columns).map { scale.ink(for: $0) / fullest } ?? .nan
    }
    if options.dithering == .diffusion { dots = sharpened(dots, columns: columns) }
    var patterns = [UInt32](repeating: 0, count: canvas.cells.count)
    var field = ErrorField(columns: columns)
    for row in 0..<rows {
      let isBackward = !(row - anchor.row * 4).isMultiple(of: 2)
      for step in 0..<columns {
        let column = isBackward ? columns - 1 - step : step
        let wanted = dots[row * columns + column]
        guard !wanted.isNaN else { continue }
        let isThere: Bool
        switch options.dithering {
        case .none: isThere = wanted > 0.5
        case .ordered:
          isThere = wanted > BayerMatrix.threshold(column: column - anchor.column * 2, row: row - anchor.row * 4)
        case .diffusion:
          let sum = min(max(wanted + field.error(at: column).x, -0.5), 1.5)
          isThere = sum > 0.5
          field.add(SIMD3(sum - (isThere ? 1 : 0), 0, 0), from: column, isBackward: isBackward)
        }
        if isThere { patterns[row / 4 * canvas.cells.columns + column / 2] |= 1 << bits[row % 4 * 2 + column % 2] }
      }
      field.endRow()
    }
    return patterns.map { pattern in
      pattern == 0 ? .blank : Cell(Unicode.Scalar(0x2800 + pattern).map { Glyph($0) } ?? .blank)
    }
  }

  /// Dots that differ more from those around; those that are not a number do not count.
  static func sharpened(_ dots: [Float], columns: Int) -> [Float] {
    let rows = dots.count / max(columns, 1)
    var lines = [SIMD2<Float>](repeating: .zero, count: dots.count)
    for row in 0..<rows {
      for column in 0..<columns {
        var sum = SIMD2<Float>.zero
        for (step, weight) in [(-2, far), (-1, near), (0, 1), (1, near), (2, far)] {
          guard 0..<columns ~= column + step else { continue }
          let dot = dots[row * columns + column + step]
          if !dot.isNaN { sum += SIMD2(dot, 1) * weight }
        }
        lines[row * columns + column] = sum
      }
    }
    return dots.indices.map { index in
      var sum = SIMD2<Float>.zero
      for (step, weight) in [(-2, far), (-1, near), (0, 1), (1, near), (2, far)] {
        guard dots.indices ~= index + step * columns else { continue }
        sum += lines[index + step * columns] * weight
      }
      return dots[index] + sharpness * (dots[index] - sum.x / max(sum.y, 1e-9))
    }
  }

  /// The mean light of a dot's four samples, 0…1; nil if all are empty.
  private static func light(_ canvas: Canvas, _ column: Int, _ row: Int) -> Float? {
    var (sum, count): (Float, Float) = (0, 0)
    for y in 0..<2 {
      for x in 0..<2 {
        let sample = canvas.samples[(row * 2 + y) * canvas.width + column * 2 + x]
        guard sample.w != 0 else { continue }
        (sum, count) = (sum + Float(sample.x), count + 1)
      }
    }
    return count == 0 ? nil : sum / count / 65_535
  }
}
