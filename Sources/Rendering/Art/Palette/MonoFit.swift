import Terminal

/// Cells without colours: for each the glyph whose ink is nearest to the picture's, in tone and in shape.
///
/// With t the ink that is wanted of each sample, 0…1, after `contrast`, and g a coverage, the error of a cell is
/// 32(t̄ + o − ḡ)² + w·Σ(t−t̄−(g−ḡ))², o being what dithering adds and w `shapeWeight`: with w = 1 and o = 0 these are the least
/// squares. Both constants are those that score highest, see Benchmarks/README.md.
struct MonoFit: Sendable {
  private let bank: GlyphBank
  /// The most ink that a cell can have. Blocks fill it; of characters none does, and tones are scaled to the fullest.
  private let fullest: Float

  /// What the shape counts beside the tone. Where tones are dithered, and with characters, it is less than in the least
  /// squares, or gradients would fall apart into strokes.
  private func shapeWeight(_ dithering: Dithering) -> Float {
    if complements.isEmpty { return 0.12 }
    return dithering == .none ? 1 : 0.6
  }

  /// By how much contrast is raised within each cell: thin lines would vanish without.
  static let contrast: Float = 3
  /// How much of what a cell is off is handed on.
  private static let strength: Float = 0.9

  /// - Parameter isASCII: whether only the bank's own glyphs may be used, not the full block beside them.
  init(_ bank: GlyphBank, isASCII: Bool) {
    self.bank = bank
    fullest = isASCII ? bank.entries.map(\.mean).max() ?? 1 : 1
    complements = isASCII ? [] : bank.entries.map(\.complement)
  }

  /// For each entry the glyph that fills the rest; none at all with characters alone.
  private let complements: [Glyph?]

  /// The cells of a canvas.
  func draw(_ canvas: Canvas, _ options: ArtOptions, workers: RowWorkers) -> [Cell] {
    let anchor = canvas.anchor
    let inksDark = options.inksDark
    let weight = shapeWeight(options.dithering)
    // What is nothing has no ink.
    let behind = Light.pixel(inksDark ? .white : .black)
    switch options.dithering {
    case .none, .ordered:
      let range = options.dithering == .none ? 0 : Dithering.range(at: .mono) / 255 * fullest
      return canvas.mapCells(bank, behind: behind, workers: workers) { sight in
        let threshold = BayerMatrix.threshold(column: sight.column - anchor.column, row: sight.row - anchor.row)
        return unsafe best(sight, inksDark: inksDark, offset: (threshold - 0.5) * range, weight: weight).cell
      }
    case .diffusion:
      var cells = [Cell](repeating: .blank, count: canvas.cells.count)
      var field = ErrorField(columns: canvas.cells.columns)
      unsafe canvas.withCellRows(bank) { rows in
        for row in unsafe 0..<rows.rows {
          // To and fro, from the picture's first row on.
          let isBackward = !(row - anchor.row).isMultiple(of: 2)
          unsafe rows.scan(row, reversed: isBackward, behind: behind) { sight in
            let offset = field.take(sight.column).x
            let found = unsafe best(sight, inksDark: inksDark, offset: offset, weight: weight)
            unsafe cells[row * rows.columns + sight.column] = found.cell
            guard sight.fill != .nothing else { return }
            field.add(
              SIMD3(found.rest, 0, 0) * MonoFit.strength, from: sight.column, isBackward: isBackward)
          }
          field.endRow()
        }
      }
      return cells
    }
  }

  /// The best glyph, and by how much its ink is less than was wanted.
  @unsafe
  private func best(_ sight: CellRows.Sight, inksDark: Bool, offset: Float, weight: Float) -> (cell: Cell, rest: Float)
  {
    guard sight.fill != .nothing else { return (.blank, 0) }
    var samples = unsafe sight.samples
    unsafe samples.sharpen(by: MonoFit.contrast)
    let scale = (inksDark ? -fullest : fullest) / 255
    let mean = unsafe (inksDark ? fullest : 0) + samples.mean.x * scale + offset
    let parts = Float(GlyphBank.parts)
    // The blank's error, and that of the full block, if there is one.
    var best = (error: parts * mean * mean, entry: 0, isComplement: false)
    if !complements.isEmpty, parts * (mean - 1) * (mean - 1) < best.error {
      best = (parts * (mean - 1) * (mean - 1), 0, true)
    }
    for number in unsafe 0..<sight.view.levels.count {
      let level = unsafe sight.view.levels[number]
      let luma = unsafe samples.sums(level.sums, plane: 0)
      for eight in 0..<level.eights {
        let weights = unsafe sight.view.weights + level.start + eight * level.sums
        var product = SIMD8<Float>.zero
        for sum in 0..<level.sums { unsafe product += weights[sum] * luma[sum] }
        product *= scale
        let first = level.first + eight * 8
        for lane in 0..<8 {
          let entry = first + lane
          let norm = unsafe sight.view.entries[entry].norm
          guard norm > 0 else { continue }
          let coverage = unsafe sight.view.entries[entry].mean
          let off = mean - coverage
          let error = parts * off * off + weight * norm * (norm - 2 * product[lane])
          if error < best.error { best = (error, entry, false) }
          guard !complements.isEmpty, complements[entry] != nil else { continue }
          let rest = mean - 1 + coverage
          let other = parts * rest * rest + weight * norm * (norm + 2 * product[lane])
          if other < best.error { best = (other, entry, true) }
        }
      }
    }
    let glyph = unsafe sight.view.entries[best.entry].glyph
    let coverage = unsafe sight.view.entries[best.entry].mean
    return best.isComplement
      ? (Cell(complements[best.entry] ?? .fullBlock), mean - 1 + coverage) : (Cell(glyph), mean - coverage)
  }
}
