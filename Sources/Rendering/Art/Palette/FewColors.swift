import Imaging
import Terminal

/// Canvases drawn with a bank's glyphs where not every cell may have any two colours.
struct FewColors: Sendable {
  private let bank: GlyphBank
  private let isASCII: Bool
  private let hasShades: Bool
  private let drawsDots: Bool
  private let workers: RowWorkers
  private let candidates: @Sendable (CellRows.Sight) -> SIMD8<Int32>

  /// - Parameters:
  ///   - isASCII: whether only the bank's own glyphs may be used, not the full block beside them.
  ///   - hasShades: whether ░ ▒ ▓ may be used beside the bank's glyphs.
  ///   - drawsDots: whether the glyphs are all of braille's and no others.
  ///   - candidates: glyphs that are good for a cell in any two colours; nil: those with the least squared error.
  init(
    _ bank: GlyphBank, isASCII: Bool, hasShades: Bool, drawsDots: Bool = false, workers: RowWorkers,
    candidates: @escaping @Sendable (CellRows.Sight) -> SIMD8<Int32> = { sight in
      unsafe GlyphSearch.candidates(sight.samples, in: sight.view)
    }
  ) {
    self.bank = bank
    self.isASCII = isASCII
    self.hasShades = hasShades
    self.drawsDots = drawsDots
    self.workers = workers
    self.candidates = candidates
  }

  /// The cells of a canvas; nil: they may have any two colours, of which the nearest ones are to be taken then.
  func draw(_ canvas: Canvas, _ options: ArtOptions) -> [Cell]? {
    if options.depth == .mono {
      let stretched = options.stretch(for: canvas).applied(to: canvas)
      if drawsDots { return BrailleFit.draw(stretched, options) }
      return MonoFit(bank, isASCII: isASCII, hasShades: hasShades).draw(stretched, options, workers: workers)
    }
    if !options.usesBackgrounds {
      return options.reduced(ForegroundFit(bank, isASCII: isASCII).draw(canvas, options, workers: workers))
    }
    guard options.dithering != .none, let table = options.table else { return nil }
    return PaletteFit(
      bank: bank, table: table, candidates: candidates, hasShades: hasShades, fillsParts: isASCII
    ).draw(canvas, options, options.dithering, workers: workers)
  }
}

extension ArtOptions {
  /// The same for canvases that change from frame to frame: diffusion would flicker where nothing moves, since each cell's
  /// error spreads over the rest of the picture. Thresholds stay in place.
  var steady: ArtOptions {
    var options = self
    if options.dithering == .diffusion { options.dithering = .ordered }
    return options
  }

  /// The same for the frames of an animation: its first frame stretches the tones of all.
  func steady(since firstFrame: Bitmap) -> ArtOptions {
    var options = steady
    if depth == .mono || !usesBackgrounds { options.stretch = ToneStretch(firstFrame.pixels) }
    return options
  }
}
