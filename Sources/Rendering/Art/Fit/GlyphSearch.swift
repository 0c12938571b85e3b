import CGlyphs

/// The search for the shape that leaves the least squared error when its two sides take the best colors.
///
/// With t the samples and g a shape, both minus their means and g of length 1, the best two colors lower the error by
/// (Σ t·g)² in each plane, so the best shape is the one with the greatest sum of those squares. Every shape is tried;
/// shapes that are uniform over blocks of samples need only the block sums.
///
/// Most cells vary between two colors, along one direction of the planes. A shape then gains about as much as it does along
/// that direction, and at most by the energy of all others more: three planes are compared only where that could be enough.
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
    let energy = unsafe cell.energy
    guard energy.sum() >= flatEnergy else { return 0 }
    let found =
      (energy.y + energy.z) * 64 < energy.x
      ? unsafe search(cell, in: bank, planes: 1) : unsafe searchAlongMain(cell, in: bank)
    // On a tie between lanes, the first entry wins.
    var best = (gain: Float(0), entry: 0)
    for lane in 0..<8 {
      let entry = Int(found.eight[lane]) + lane
      if found.gain[lane] > best.gain || (found.gain[lane] == best.gain && best.gain > 0 && entry < best.entry) {
        best = (found.gain[lane], entry)
      }
    }
    return best.entry
  }

  /// Good entries of a bank, including the best: the best entry of each SIMD lane; 0 where there is none.
  @unsafe
  static func candidates(_ cell: CellSamples, in bank: GlyphBank.View) -> SIMD8<Int32> {
    guard unsafe cell.energy.sum() >= flatEnergy else { return .zero }
    let found = unsafe search(cell, in: bank)
    let entries = found.eight &+ SIMD8(0, 1, 2, 3, 4, 5, 6, 7)
    return entries.replacing(with: 0, where: found.gain .<= 0)
  }

  @inline(__always)
  @unsafe
  private static func search(_ cell: CellSamples, in bank: GlyphBank.View) -> (gain: SIMD8<Float>, eight: SIMD8<Int32>)
  {
    let energy = unsafe cell.energy
    return (energy.y + energy.z) * 64 < energy.x
      ? unsafe search(cell, in: bank, planes: 1) : unsafe search(cell, in: bank, planes: 3)
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
    var sums = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
    for eight in 0..<4 {
      let coverage = unsafe bank.coverages[entry &* 4 &+ eight]
      unsafe sums.0 += coverage * cell.eight(eight, plane: 0)
      unsafe sums.1 += coverage * cell.eight(eight, plane: 1)
      unsafe sums.2 += coverage * cell.eight(eight, plane: 2)
    }
    return (sums.0.total, sums.1.total, sums.2.total)
  }

  @inline(__always)
  @unsafe
  private static func search(
    _ cell: CellSamples, in bank: GlyphBank.View, planes: Int
  ) -> (gain: SIMD8<Float>, eight: SIMD8<Int32>) {
    var gain = SIMD8<Float>.zero
    var eight = SIMD8<Int32>.zero
    for number in unsafe 0..<bank.levels.count {
      let level = unsafe bank.levels[number]
      let (glyphs, luma) = unsafe (bank.glyphs(of: level), cell.sums(level.sums, plane: 0))
      if planes == 1 {
        unsafe tui_glyphs_compare(cell.isWide, glyphs, luma, &gain, &eight)
      } else {
        unsafe tui_glyphs_compare_planes(
          cell.isWide, glyphs, luma, cell.sums(level.sums, plane: 1), cell.sums(level.sums, plane: 2), &gain,
          &eight)
      }
    }
    return (gain, eight)
  }

  /// The same for three planes, without most shapes that cannot be the best: only the entry with the greatest gain is certain.
  @inline(__always)
  @unsafe
  private static func searchAlongMain(
    _ cell: CellSamples, in bank: GlyphBank.View
  ) -> (gain: SIMD8<Float>, eight: SIMD8<Int32>) {
    let (direction, rest) = unsafe cell.mainDirection
    let total = unsafe cell.energy.sum()
    guard rest * 16 < total else { return unsafe search(cell, in: bank, planes: 3) }
    unsafe cell.project(onto: direction)
    // With room for rounding.
    let room = rest * 1.01 + total * 1e-4
    var gain = SIMD8<Float>.zero
    var eight = SIMD8<Int32>.zero
    var greatest: Float = 0
    for number in unsafe 0..<bank.levels.count {
      let level = unsafe bank.levels[number]
      greatest = unsafe tui_glyphs_compare_along(
        cell.isWide, bank.glyphs(of: level), cell.sums(level.sums, plane: CellSamples.main), room, greatest,
        cell.sums(level.sums, plane: 0), cell.sums(level.sums, plane: 1), cell.sums(level.sums, plane: 2),
        &gain, &eight)
    }
    return (gain, eight)
  }
}
