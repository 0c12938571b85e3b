import Bitmaps
import Terminal

/// Cells with one color each on the terminal's own background: for each, the nearest glyph and color.
///
/// With B the background, t the samples minus B and g a coverage, a color that differs from the background by s =
/// Σtg/Σg², clamped to a valid color, lowers the squared error by s(2Σtg − sΣg²). The glyph is chosen by luma, then
/// the color by channel. If no glyph fills its cell, the fullest glyph would win everywhere; in that case, ink and
/// color share the contrast.
struct ForegroundFit: Sendable {
  private let bank: GlyphBank
  /// The complement of each entry; empty for sparse glyphs.
  private let complements: [Glyph?]
  private let sparse: SparseInk?

  /// - Parameter isASCII: Whether only the bank's own glyphs may be used, not the full block as well.
  init(_ bank: GlyphBank, isASCII: Bool) {
    self.bank = bank
    let isSparse = isASCII || bank.isSparse
    sparse = isSparse ? SparseInk(bank) : nil
    complements = isSparse ? [] : bank.entries.map(\.complement)
  }

  func draw(_ canvas: Canvas, _ options: ArtOptions, workers: RowWorkers) -> [Cell] {
    let light = options.inkBackground
    let behind = LinearColor.pixel(light)
    if let sparse { return draw(canvas, with: sparse, options, behind: behind, workers: workers) }
    let background = SIMD3(
      Float(SRGB.encoded(behind.x)), Float(SRGB.encoded(behind.y)), Float(SRGB.encoded(behind.z)))
    return canvas.mapCells(bank, behind: behind, workers: workers) { view in unsafe cell(view, on: background) }
  }

  /// A cell's entry, and the contrast to the background that it is to reach, as a share of the fullest glyph's.
  private struct SparseCell: Sendable {
    var entry = 0
    var contrast: Float = 0
  }

  /// Draws cells whose ink has the square root of their contrast to the background, and whose color has the rest.
  private func draw(
    _ canvas: Canvas, with sparse: SparseInk, _ options: ArtOptions, behind: SIMD4<UInt16>, workers: RowWorkers
  ) -> [Cell] {
    let inksDark = options.inksDark
    let scale = InkScale(fullest: sparse.fullest, inksDark: inksDark)
    let tones = sparse.tones(scale)
    let paper = options.inkBackground
    let noInk = LinearColor.pixel(inksDark ? .white : .black)
    let stretched = options.stretch(for: canvas).applied(to: canvas, for: .colored)
    let chosen = stretched.mapCells(bank, behind: noInk, workers: workers) { view in
      guard view.fill != .nothing else { return SparseCell() }
      let contrast = unsafe scale.ink(for: view.light(behind: noInk)) / sparse.fullest
      let wanted = unsafe SparseInk.Wanted(view.samples, inksDark: inksDark)
      let tone = scale.tone(of: contrast.squareRoot() * sparse.fullest)
      return SparseCell(entry: sparse.best(tone: tone, wanted, tones: tones), contrast: contrast)
    }
    let columns = canvas.cells.columns
    return canvas.mapCells(bank, behind: behind, workers: workers) { view in
      let cell = chosen[view.row * columns + view.column]
      let entry = unsafe view.bank.entries[cell.entry]
      guard entry.norm > 0 else { return .blank }
      let light = unsafe LinearColor(view.meanLight(behind: behind))
      let own = max(abs(light.luminance - paper.luminance), 1e-3)
      let gain = cell.contrast * sparse.fullest / entry.mean / own
      return Cell(entry.glyph, foreground: LinearColor(paper.channels + (light.channels - paper.channels) * gain).color)
    }
  }

  /// A glyph that may be drawn, and the amount by which it lowers the squared error.
  private struct Choice {
    var gain: Float = GlyphSearch.flatEnergy
    var entry = 0
    var isComplement = false
  }

  @unsafe
  private func cell(_ view: CellRows.CellView, on background: SIMD3<Float>) -> Cell {
    guard view.fill != .nothing else { return .blank }
    let paper = (ColorPlanes.luma * background).sum()
    let mean = unsafe view.samples.mean.x - paper
    var best = Choice()
    if !complements.isEmpty { best = better(best, 0, true, sum: Float(GlyphBank.parts) * mean, squares: 32, paper) }
    for number in unsafe 0..<view.bank.levels.count {
      let level = unsafe view.bank.levels[number]
      let luma = unsafe view.samples.sums(level.sums, plane: 0)
      for eight in 0..<level.eights {
        let weights = unsafe view.bank.weights + level.start + eight * level.sums
        var product = SIMD8<Float>.zero
        for sum in 0..<level.sums { unsafe product += weights[sum] * luma[sum] }
        for lane in 0..<8 {
          let entry = level.first + eight * 8 + lane
          let (norm, coverage) = unsafe (view.bank.entries[entry].norm, view.bank.entries[entry].mean)
          guard norm > 0 else { continue }
          let centered = product[lane] * norm
          best = better(
            best, entry, false, sum: centered + 32 * mean * coverage, squares: squares(norm, coverage), paper)
          guard !complements.isEmpty, complements[entry] != nil else { continue }
          let rest = 1 - coverage
          best = better(best, entry, true, sum: 32 * mean * rest - centered, squares: squares(norm, rest), paper)
        }
      }
    }
    return unsafe cell(best, view, on: background)
  }

  /// The sum of the squares of a coverage.
  @inline(__always)
  private func squares(_ norm: Float, _ mean: Float) -> Float { norm * norm + Float(GlyphBank.parts) * mean * mean }

  @inline(__always)
  private func better(
    _ best: Choice, _ entry: Int, _ isComplement: Bool, sum: Float, squares: Float, _ paper: Float
  ) -> Choice {
    let slope = min(max(sum / squares, -paper), 255 - paper)
    let gain = slope * (2 * sum - slope * squares)
    return gain > best.gain ? Choice(gain: gain, entry: entry, isComplement: isComplement) : best
  }

  @unsafe
  private func cell(_ choice: Choice, _ view: CellRows.CellView, on background: SIMD3<Float>) -> Cell {
    let entry = unsafe (
      glyph: view.bank.entries[choice.entry].glyph, norm: view.bank.entries[choice.entry].norm,
      mean: view.bank.entries[choice.entry].mean
    )
    guard choice.isComplement || entry.norm > 0 else { return .blank }
    let sums = unsafe GlyphSearch.correlations(view.samples, choice.entry, in: view.bank)
    let sign: Float = choice.isComplement ? -1 : 1
    let coverage = choice.isComplement ? 1 - entry.mean : entry.mean
    let centered = CellColors.channels(SIMD3(sums.0, sums.1, sums.2) * sign)
    let means = unsafe CellColors.channels(view.samples.mean) - background
    let slope = (centered + means * (32 * coverage)) / squares(entry.norm, coverage)
    let glyph = choice.isComplement ? complements[choice.entry] ?? .fullBlock : entry.glyph
    return Cell(glyph, foreground: CellColors.color(background + slope))
  }
}

extension CellRows.CellView {
  /// The mean linear color of a cell.
  @unsafe
  fileprivate func meanLight(behind: SIMD4<UInt16>) -> SIMD3<Float> {
    var sum = SIMD3<Float>.zero
    for index in 0..<GlyphBank.parts {
      let sample = unsafe raw[index].w == 0 ? behind : raw[index]
      sum += SIMD3(Float(sample.x), Float(sample.y), Float(sample.z))
    }
    return sum / Float(GlyphBank.parts) / 65_535
  }
}
