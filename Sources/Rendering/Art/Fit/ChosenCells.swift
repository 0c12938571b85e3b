import CGlyphs
import Parallelism
import Terminal

/// Eight cells side by side whose shapes have been chosen, so that their colors are computed together.
struct ChosenCells {
  private static let how = tui_contrast_boost(share: CellColors.contrastBoost, maximum: CellColors.maximumBoost)

  private var chosen = tui_chosen()
  /// The numbers of their shapes; -1 for those that have none.
  private var numbers = SIMD8<Int32>(repeating: -1)

  /// Sets one of the eight cells and its shape.
  @inline(__always)
  @unsafe
  mutating func choose(_ number: Int, for samples: CellSamples, at lane: Int, in bank: GlyphBank.View) {
    numbers[lane] = Int32(truncatingIfNeeded: number)
    unsafe samples.keep(
      coverage: bank.coverages + number &* 4, norm: bank.entries[number].norm, average: bank.entries[number].mean,
      at: lane, of: &chosen)
  }

  /// Writes those of the first `count` cells that have a shape, and forgets the shapes.
  @inline(__always)
  @unsafe
  mutating func draw(
    to cells: UnsafeMutablePointer<Cell>, count: Int, in bank: GlyphBank.View, isWide: Bool = Vectors.areWide
  ) {
    var (front, back) = (SIMD8<Int32>.zero, SIMD8<Int32>.zero)
    unsafe tui_cell_colors(isWide, &chosen, ColorPlanes.weights, Self.how, &front, &back)
    for lane in 0..<count where numbers[lane] >= 0 {
      let behind = Color(hex: UInt32(bitPattern: back[lane]))
      let cell =
        unsafe front[lane] == back[lane]
        ? Cell(.blank, background: behind)
        : Cell(
          bank.entries[Int(numbers[lane])].glyph, foreground: Color(hex: UInt32(bitPattern: front[lane])),
          background: behind)
      unsafe (cells + lane).initialize(to: cell)
    }
    numbers = SIMD8(repeating: -1)
  }
}
