import Bitmaps
import Terminal

/// Draws canvases with a bank's glyphs where cells cannot have any two colors.
struct FewColors: Sendable {
  let bank: GlyphBank
  private let isASCII: Bool
  private let hasShades: Bool
  private let drawsDots: Bool
  private let workers: RowWorkers
  private let candidates: @Sendable (CellRows.CellView) -> SIMD8<Int32>
  /// The monochrome fits, for light ink (false) and dark ink (true).
  private let monoFits: Prepared<Bool, MonoFit>
  private let monoAscii: MonoAscii
  /// The shapes of the glyphs as blurred light; there is only one value.
  private let blurredShapes: Prepared<Never?, BlurredShapes>

  /// - Parameters:
  ///   - isASCII: Whether only the bank's own glyphs may be used, not the full block as well.
  ///   - hasShades: Whether ░ ▒ ▓ may be used besides the bank's glyphs.
  ///   - drawsDots: Whether the glyphs are exactly those of braille.
  ///   - candidates: Returns good glyphs for a cell in any two colors; by default, those with the least squared error.
  init(
    _ bank: GlyphBank, isASCII: Bool, hasShades: Bool, drawsDots: Bool = false, workers: RowWorkers,
    candidates: @escaping @Sendable (CellRows.CellView) -> SIMD8<Int32> = { view in
      unsafe GlyphSearch.candidates(view.samples, in: view.bank)
    }
  ) {
    self.bank = bank
    self.isASCII = isASCII
    self.hasShades = hasShades
    self.drawsDots = drawsDots
    self.workers = workers
    self.candidates = candidates
    blurredShapes = Prepared { _ in BlurredShapes(bank) }
    monoAscii = MonoAscii(bank, workers: workers)
    monoFits = Prepared { inksDark in
      MonoFit(bank, hasShades: hasShades, inksDark: inksDark, workers: workers)
    }
  }

  /// Whether cells cannot have any two colors.
  static func areNeeded(for options: ArtOptions) -> Bool {
    options.depth == .mono || !options.usesBackgrounds || options.dithering != .none && options.depth != .truecolor
  }

  /// The cells of a canvas, which is changed in place.
  func draw(_ canvas: consuming Canvas, _ options: ArtOptions) -> [Cell] {
    if options.depth == .mono {
      if isASCII || bank.isSparse && !drawsDots { return monoAscii.draw(canvas, options) }
      let ink: ToneStretch.Ink = drawsDots ? .dots : .solid
      let grays = options.stretch(for: canvas, workers: workers).grays(for: ink)
      raiseContrast(of: &canvas, options)
      ToneStretch.apply(grays, to: &canvas, workers: workers)
      if drawsDots { return BrailleFit.draw(canvas, options) }
      return monoFits[options.inksDark].draw(canvas, options, grays: grays)
    }
    if !options.usesBackgrounds {
      return options.reduced(ForegroundFit(bank, isASCII: isASCII).draw(canvas, options, workers: workers))
    }
    guard let table = options.table else { preconditionFailure("few colors are those of a palette") }
    raiseContrast(of: &canvas, options)
    return PaletteFit(
      bank: bank, table: table, candidates: candidates, hasShades: hasShades, fillsParts: isASCII,
      shapes: table.weights.rounds > 0 ? blurredShapes[nil] : nil
    ).draw(canvas, options, options.dithering, workers: workers)
  }

  /// Gives a canvas the local contrast for few colors.
  func raiseContrast(of canvas: inout Canvas, _ options: ArtOptions) {
    LocalContrast(
      options.depth, isSparse: isASCII || bank.isSparse, cells: canvas.cells.count, isOnPaper: canvas.isOnPaper
    )?.apply(to: &canvas, workers: workers)
  }
}

extension ArtOptions {
  /// The options for canvases that change from frame to frame. Diffusion would flicker even where nothing moves, since
  /// each cell's error spreads over the rest of the picture; thresholds stay in place.
  var steady: ArtOptions {
    var options = self
    if options.dithering == .diffusion { options.dithering = .ordered }
    return options
  }

  /// The steady options for canvases that share one canvas's tone stretch: that of an animation's first frame, or of a
  /// whole picture of which parts are shown.
  ///
  /// - Parameter samples: The linear-light samples of that canvas.
  func steady(tonesOf samples: [SIMD4<UInt16>]) -> ArtOptions {
    var options = steady
    if depth == .mono || !usesBackgrounds { options.stretch = ToneStretch(samples, inksDark: inksDark) }
    return options
  }
}
