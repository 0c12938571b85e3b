import Glibc
import Terminal

/// Draws pictures in characters without colors: one character for each tone where a cell is even, and characters by
/// their shape along edges.
///
/// Letters have few tones and much texture. The lightness, as encoded, is stretched to its full range and sharpened
/// against the mean of its surroundings, so that faces and lines keep their contrast; it becomes ink up to that of the
/// densest character. Each cell depends on the picture alone, not on its neighbors' characters, so moving pictures stay
/// as calm as those at rest.
struct MonoAscii: Sendable {
  /// The characters of even cells, from no ink to the most: round ones in the middle of their cells, so that an area of
  /// one tone looks even.
  static let ramp = " .:;clodxkO0KXNM@".unicodeScalars.map { Glyph($0) }
  /// How much a difference from the surroundings is raised: 1 doubles it.
  private static let sharpening: Float = 1.6
  /// The standard deviation of the surroundings, in rows; columns are half as wide, so twice as many.
  private static let surroundings: Float = 3
  /// How far the surroundings reach, in standard deviations.
  private static let cutoff: Float = 2.4
  /// The exponent from lightness to ink.
  private static let exponent: Float = 1.8
  /// The range of ink, 0…1, above which a cell has an edge.
  private static let edge: Float = 0.2
  /// How much more than a cell's mean a part of it can be covered, since characters leave their cell's borders empty.
  private static let fullness: Float = 1.6
  /// The weight of the mean ink relative to that of its places.
  private static let toneWeight: Float = 0.35
  /// The shares of the samples that become black and white.
  private static let cut = 0.015

  private let bank: GlyphBank
  private let workers: RowWorkers
  /// Characters with their ink, in its order.
  private let tones: [(glyph: Glyph, ink: Float)]
  private let shapes: [GlyphBank.Entry]

  /// The distance, in cells, over which a sample has an effect.
  static let reach = CellSize(columns: Int(cutoff * 2 * surroundings), rows: Int(cutoff * surroundings))

  /// Creates a drawing with the glyphs of a bank, which need not be letters: without those of `ramp`, all are tones.
  init(_ bank: GlyphBank, workers: RowWorkers) {
    self.bank = bank
    self.workers = workers
    shapes = [bank.entries[0]] + bank.entries.filter { $0.norm > 0 }
    let calm = shapes.filter { Self.ramp.contains($0.glyph) }
    tones = (calm.count > Self.ramp.count / 2 ? calm : shapes).map { ($0.glyph, $0.mean) }.sorted { $0.ink < $1.ink }
  }

  func draw(_ canvas: Canvas, _ options: ArtOptions) -> [Cell] {
    let lightness = options.stretch(for: canvas, workers: workers).encoded(cut: Self.cut)
    let behind = LinearColor.pixel(options.inksDark ? .white : .black)
    let means = canvas.mapCells(bank, behind: behind, workers: workers) { view in unsafe Self.mean(view, lightness) }
    let around = Self.blurred(means, canvas.cells)
    let (inksDark, columns) = (options.inksDark, canvas.cells.columns)
    let inks = (0...255).map { powf(Float($0) / 255, Self.exponent) }
    return canvas.mapCells(bank, behind: behind, workers: workers) { view in
      guard view.fill != .nothing else { return .blank }
      let mean = around[view.row * columns + view.column]
      var wanted = SIMD32<Float>.zero
      for part in 0..<GlyphBank.parts where unsafe view.raw[part].w != 0 {
        let own = unsafe lightness[view.luma(part)]
        let raised = min(max(own + Self.sharpening * (own - mean), 0), 1)
        wanted[part] = inks[Int((inksDark ? 1 - raised : raised) * 255 + 0.5)]
      }
      return Cell(glyph(for: wanted))
    }
  }

  /// The glyph for the wanted ink of each part of a cell, 0…1.
  private func glyph(for wanted: SIMD32<Float>) -> Glyph {
    let densest = tones.last?.ink ?? 1
    let tone = wanted.sum() / Float(GlyphBank.parts) * densest
    guard Self.range(of: wanted) >= Self.edge else {
      return tones.min { abs($0.ink - tone) < abs($1.ink - tone) }?.glyph ?? .blank
    }
    let target = wanted * (densest * Self.fullness)
    var best = (error: Float.infinity, glyph: Glyph.blank)
    for shape in shapes {
      let (rest, off) = (shape.coverage - target, shape.mean - tone)
      let error = (rest * rest).sum() / Float(GlyphBank.parts) + Self.toneWeight * off * off
      if error < best.error { best = (error, shape.glyph) }
    }
    return best.glyph
  }

  /// The range of a cell's ink without its most extreme part on either side, which may be noise.
  private static func range(of ink: SIMD32<Float>) -> Float {
    var (lowest, low, high, highest) = (Float.infinity, Float.infinity, -Float.infinity, -Float.infinity)
    for part in 0..<GlyphBank.parts {
      let value = ink[part]
      if value < lowest { (lowest, low) = (value, lowest) } else if value < low { low = value }
      if value > highest { (high, highest) = (highest, value) } else if value > high { high = value }
    }
    return high - low
  }

  /// The mean lightness of a cell's opaque parts, and their share.
  @unsafe
  private static func mean(_ view: CellRows.CellView, _ lightness: [Float]) -> (lightness: Float, share: Float) {
    var (sum, count) = (Float(0), Float(0))
    for part in 0..<GlyphBank.parts where unsafe view.raw[part].w != 0 {
      unsafe sum += lightness[view.luma(part)]
      count += 1
    }
    return (sum / max(count, 1), count / Float(GlyphBank.parts))
  }

  /// The mean lightness around each cell, by a Gaussian; what is empty does not count.
  private static func blurred(_ means: [(lightness: Float, share: Float)], _ cells: CellSize) -> [Float] {
    // Two planes in one: both sums are blurred alike.
    var sums = means.map { SIMD2($0.lightness * $0.share, $0.share) }
    func blur(sigma: Float, lines: Int, length: Int, index: (_ line: Int, _ place: Int) -> Int) {
      let reach = Int(Self.cutoff * sigma)
      let weights = (0...reach).map { expf(-Float($0 * $0) / (2 * sigma * sigma)) }
      let source = sums
      for line in 0..<lines {
        for place in 0..<length {
          sums[index(line, place)] = (max(0, place - reach)...min(length - 1, place + reach)).reduce(.zero) {
            sum, other in
            sum + source[index(line, other)] * weights[abs(other - place)]
          }
        }
      }
    }
    let columns = cells.columns
    blur(sigma: 2 * surroundings, lines: cells.rows, length: columns) { row, column in row * columns + column }
    blur(sigma: surroundings, lines: columns, length: cells.rows) { column, row in row * columns + column }
    return sums.map { $0.x / max($0.y, 1e-6) }
  }
}

extension CellRows.CellView {
  /// The luma of a part, 0…255, by `ColorPlanes`.
  @unsafe
  fileprivate func luma(_ part: Int) -> Int {
    let luma = unsafe samples.mean.x + samples.sums(32, plane: 0)[part]
    return Int(min(max(luma, 0), 255) + 0.5)
  }
}
