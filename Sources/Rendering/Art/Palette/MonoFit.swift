import Terminal

/// Cells without colors: for each, the glyph whose ink is nearest to the picture's in tone and shape, after
/// `ToneStretch`.
///
/// With c the wanted ink, o the offset of dithering, L the lightness of some ink, g a coverage, t the samples as
/// encoded grays minus their mean, and w `shapeWeight`, the error is (L(c + o) − L(ḡ))² + w·(Σ(t − g + ḡ)² − Σt²)/32.
/// With diffusion, `HalftoneSearch` chooses all glyphs together.
struct MonoFit: Sendable {
  private let bank: GlyphBank
  private let hasShades: Bool
  private let workers: RowWorkers
  private let scale: InkScale
  /// The tones of the bank's glyphs.
  private let tones: [Float]
  /// The complement of each entry.
  private let complements: [Glyph?]
  private let complementTones: [Float]
  /// How glyphs are chosen together, by how the terminal shows shades.
  private let searches: Prepared<ShadeMixing, HalftoneSearch>

  /// The weight of the shape relative to the tone.
  private static let shapeWeight: Float = 3
  /// The standard deviation of encoded values, 0…255, below which a cell counts as even. Other glyphs than the blank,
  /// the full block and shades would draw bars where the picture has none.
  private static let evenDeviation: Float = 25

  /// - Parameters:
  ///   - hasShades: Whether ░ ▒ ▓ may be used.
  ///   - inksDark: Whether glyphs are darker than their background.
  init(_ bank: GlyphBank, hasShades: Bool, inksDark: Bool, workers: RowWorkers) {
    self.bank = bank
    self.hasShades = hasShades
    self.workers = workers
    let scale = InkScale(fullest: 1, inksDark: inksDark)
    self.scale = scale
    tones = bank.entries.map { scale.tone(of: $0.mean) }
    complements = bank.entries.map(\.complement)
    complementTones = bank.entries.map { scale.tone(of: 1 - $0.mean) }
    searches = Prepared { mixing in
      let shades = Self.shades(mixing, scale, hasShades: hasShades).map { (glyph: $0.glyph, ink: $0.ink) }
      return HalftoneSearch(solid: bank, shades: shades, inksDark: inksDark, workers: workers)
    }
  }

  /// A shade, its ink as the terminal shows it, and the resulting tone.
  private struct Shade: Sendable {
    var glyph: Glyph
    var ink: Float
    var tone: Float
    var unevenness: Float
  }

  private static func shades(_ mixing: ShadeMixing, _ scale: InkScale, hasShades: Bool) -> [Shade] {
    guard hasShades else { return [] }
    let (front, back): (LinearColor, LinearColor) =
      scale.inksDark ? (.black, .white) : (.white, .black)
    return (1...3).map { quarters in
      let light = mixing.light(front, over: back, quarters: quarters).channels.x
      let ink = scale.inksDark ? 1 - light : light
      let share = Float(quarters) / 4
      return Shade(
        glyph: ShadeMixing.glyphs[quarters - 1], ink: ink, tone: scale.tone(of: ink),
        unevenness: FlatTones.unevenness * share * (1 - share))
    }
  }

  /// The cells of a canvas in stretched grays, with the options' dithering and shades.
  ///
  /// - Parameter grays: The grays that it may have.
  func draw(_ canvas: Canvas, _ options: ArtOptions, grays: [UInt16] = []) -> [Cell] {
    let anchor = canvas.anchor
    let mixing = options.shades.assumed(at: .mono)
    if options.dithering == .diffusion { return searches[mixing].draw(canvas, grays: grays) }
    let shades = Self.shades(mixing, scale, hasShades: hasShades)
    // Empty samples have no ink.
    let behind = LinearColor.pixel(scale.inksDark ? .white : .black)
    let range = options.dithering == .none ? 0 : Dithering.range(at: .mono)
    return canvas.mapCells(bank, behind: behind, workers: workers) { view in
      guard view.fill != .nothing else { return .blank }
      let threshold = BayerMatrix.threshold(
        column: view.column - anchor.column, row: view.row - anchor.row)
      let ink = unsafe scale.ink(for: view.light(behind: behind))
      return unsafe best(view, scale.tone(of: ink) + (threshold - 0.5) * range, shades)
    }
  }

  @unsafe
  private func best(_ view: CellRows.CellView, _ tone: Float, _ shades: [Shade]) -> Cell {
    func squared(_ other: Float) -> Float { (other - tone) * (other - tone) }
    // The blank, the full block, and the shades between them.
    var best = (error: squared(tones[0]), glyph: Glyph.blank)
    if squared(complementTones[0]) < best.error {
      best = (squared(complementTones[0]), .fullBlock)
    }
    for shade in shades {
      let error = squared(shade.tone) + shade.unevenness
      if error < best.error { best = (error, shade.glyph) }
    }
    let sign: Float = scale.inksDark ? -1 : 1
    let weight = Self.shapeWeight / Float(GlyphBank.parts)
    let minimumEnergy = Self.evenDeviation * Self.evenDeviation * Float(GlyphBank.parts)
    if !shades.isEmpty, unsafe view.samples.energy.x < minimumEnergy { return Cell(best.glyph) }
    for number in unsafe 0..<view.bank.levels.count {
      let level = unsafe view.bank.levels[number]
      let luma = unsafe view.samples.sums(level.sums, plane: 0)
      for eight in 0..<level.eights {
        let weights = unsafe view.bank.weights + level.start + eight * level.sums
        var product = SIMD8<Float>.zero
        for sum in 0..<level.sums { unsafe product += weights[sum] * luma[sum] }
        product *= 2 * sign / 255
        for lane in 0..<8 {
          let entry = level.first + eight * 8 + lane
          let norm = unsafe view.bank.entries[entry].norm
          guard norm > 0 else { continue }
          let error = squared(tones[entry]) + weight * norm * (norm - product[lane])
          if error < best.error {
            best = unsafe (error, view.bank.entries[entry].glyph)
          }
          guard let complement = complements[entry] else { continue }
          let other = squared(complementTones[entry]) + weight * norm * (norm + product[lane])
          if other < best.error {
            best = (other, complement)
          }
        }
      }
    }
    return Cell(best.glyph)
  }
}

extension CellRows.CellView {
  /// The mean light of a gray cell, 0…1.
  @unsafe
  func light(behind: SIMD4<UInt16>) -> Float {
    var sum: Float = 0
    for index in 0..<GlyphBank.parts {
      let sample = unsafe raw[index]
      sum += Float(sample.w == 0 ? behind.x : sample.x)
    }
    return sum / Float(GlyphBank.parts) / 65_535
  }
}

extension GlyphBank {
  /// Whether no glyph fills even half of its cell.
  var isSparse: Bool { entries.allSatisfy { $0.mean < 0.5 } }
}
