import Imaging
import Terminal

/// Canvases drawn with a bank's glyphs where not every cell may have any two colours.
struct FewColors: Sendable {
  /// The glyphs.
  let bank: GlyphBank
  private let isASCII: Bool
  private let hasShades: Bool
  private let drawsDots: Bool
  private let workers: RowWorkers
  private let candidates: @Sendable (CellRows.Sight) -> SIMD8<Int32>
  /// What draws without colours, for light ink and for dark ink.
  private let monoFits: Prepared<Bool, MonoFit>

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
    monoFits = Prepared { inksDark in
      MonoFit(bank, isASCII: isASCII, hasShades: hasShades, inksDark: inksDark, workers: workers)
    }
  }

  /// The cells of a canvas; nil: they may have any two colours, of which the nearest ones are to be taken then.
  func draw(_ canvas: Canvas, _ options: ArtOptions) -> [Cell]? {
    if options.depth == .mono {
      let stretched = options.stretch(for: canvas).applied(to: canvas)
      if drawsDots { return BrailleFit.draw(stretched, options) }
      return monoFits[options.inksDark].draw(stretched, options)
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

  /// The same for canvases of which one stretches the tones of all: an animation's first frame, or a whole of which parts are shown.
  ///
  /// - Parameter samples: that canvas's linear-light samples.
  func steady(tonesOf samples: [SIMD4<UInt16>]) -> ArtOptions {
    var options = steady
    if depth == .mono || !usesBackgrounds { options.stretch = ToneStretch(samples) }
    return options
  }
}
