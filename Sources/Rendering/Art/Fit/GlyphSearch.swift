/// The search for the shape that leaves the least squared error when its two sides take the best colors.
///
/// With t the samples and g a shape, both minus their means and g of length 1, the best two colors lower the error by
/// (Σ t·g)² in each plane, so the best shape is the one with the greatest sum of those squares. Every shape is tried;
/// shapes that are uniform over blocks of samples need only the block sums. `CGlyphs` compares them.
enum GlyphSearch {
  /// Cells whose samples differ by less than half an encoded step (root mean square) count as one color.
  static let flatEnergy: Float = 32 * 0.25

  /// The best entry of a bank; 0, the blank, for a flat cell.
  ///
  /// Color planes with less than 1/64 of the luma's energy are ignored; the error then exceeds the minimum by at most
  /// their energy.
  @inline(__always)
  @unsafe
  static func best(_ cell: CellSamples, in bank: GlyphBank.View) -> Int {
    guard unsafe cell.energy.sum() >= flatEnergy else { return 0 }
    return unsafe cell.best(in: bank)
  }

  /// Good entries of a bank, including the best: the best entry of each SIMD lane; 0 where there is none.
  @unsafe
  static func candidates(_ cell: CellSamples, in bank: GlyphBank.View) -> SIMD8<Int32> {
    guard unsafe cell.energy.sum() >= flatEnergy else { return .zero }
    return unsafe cell.candidates(in: bank)
  }

  /// The better of two entries of a bank.
  @inline(__always)
  @unsafe
  static func better(_ cell: CellSamples, _ entries: (Int, Int), in bank: GlyphBank.View) -> Int {
    guard unsafe cell.energy.sum() >= flatEnergy else { return 0 }
    if entries.0 == entries.1 { return entries.0 }
    let gains = unsafe (gain(cell, entries.0, in: bank), gain(cell, entries.1, in: bank))
    return gains.1 > gains.0 ? entries.1 : entries.0
  }

  /// The amount by which an entry lowers a cell's error.
  @inline(__always)
  @unsafe
  private static func gain(_ cell: CellSamples, _ entry: Int, in bank: GlyphBank.View) -> Float {
    let norm = unsafe bank.entries[entry].norm
    guard norm > 0 else { return 0 }
    let sums = unsafe correlations(cell, entry, in: bank)
    return (sums.0 * sums.0 + sums.1 * sums.1 + sums.2 * sums.2) / (norm * norm)
  }

  /// For each plane, the dot product of its samples, minus their mean, and an entry's coverage.
  @inline(__always)
  @unsafe
  static func correlations(_ cell: CellSamples, _ entry: Int, in bank: GlyphBank.View) -> (Float, Float, Float) {
    unsafe cell.correlations(with: bank.coverages + entry &* 4)
  }
}
