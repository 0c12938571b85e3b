import CGlyphs

/// The penalties of entries in a cell, in palettes of up to 16 entries: of those that the cells around it do not have,
/// and of hues in a gray cell.
///
/// A color between those of the palette can be mixed from many pairs of entries that are all about equally far from it.
/// Chosen cell by cell, they alternate at random, and this noise hides what the picture shows. Cells therefore keep to
/// the entries of their neighbors as far as the picture's color is like theirs; diffusion still takes care of the
/// average. Two hues that mix to gray are seen as specks, so the grayer a cell is, the less any hue may be in it.
struct EntryPenalties: Sendable {
  /// The distance (OKLab) at which two cells no longer are of like color.
  private static let likeness: Float = 0.15
  /// The penalty of a hue in a cell that is half gray; in a gray cell it is a thousand times as high.
  private static let hueWeight: Float = 0.2

  /// How much the neighbors that have each entry are like the cell, 0…1.
  private var likenesses = InlineArray<16, Float>(repeating: 0)
  /// Whether no entry has a penalty.
  private(set) var isNone = true
  private var penalties = InlineArray<16, Float>(repeating: 0)

  /// Counts a neighbor.
  ///
  /// - Parameters:
  ///   - entries: The entries that the neighbor has.
  ///   - difference: The difference of the two cells' colors in the picture, in OKLab.
  mutating func add(_ entries: SIMD2<Int32>, difference: SIMD3<Float>) {
    let likeness = 1 - (difference * difference).sum().squareRoot() / Self.likeness
    guard likeness > 0 else { return }
    for index in 0..<2 {
      let entry = Int(entries[index])
      likenesses[entry] = max(likenesses[entry], likeness)
    }
  }

  /// Computes the penalties from the neighbors that were added.
  ///
  /// - Parameters:
  ///   - weight: The penalty of an entry that none of them has, where one of them has exactly the cell's color.
  ///   - grayness: 1 for a gray cell, 0 for one with a distinct hue.
  ///   - hues: A bit for each entry with a hue.
  mutating func finish(weight: Float, grayness: Float = 0, hues: UInt32 = 0) {
    var maximum: Float = 0
    for entry in likenesses.indices { maximum = max(maximum, likenesses[entry]) }
    let ofHue = Self.hueWeight * grayness / (1.001 - grayness)
    for entry in likenesses.indices {
      let isHue = hues &>> UInt32(truncatingIfNeeded: entry) & 1 == 1
      penalties[entry] = (maximum - likenesses[entry]) * weight + (isHue ? ofHue : 0)
    }
    isNone = maximum == 0 && (ofHue == 0 || hues == 0)
  }

  /// Calls `body` with the penalties for `CGlyphs`.
  @inline(__always)
  func withSearched(_ body: (UnsafePointer<tui_entry_penalties>) -> Void) {
    unsafe penalties.span.withUnsafeBufferPointer { penalties in
      guard let base = penalties.baseAddress else { return }
      var searched = unsafe tui_entry_penalties(of: base, are_none: isNone)
      unsafe body(&searched)
    }
  }

  /// The penalties of an entry that covers a share of a cell over eight others. Not inlined; see `LaneSet`.
  @inline(never)
  func of(_ front: Int32, over backs: SIMD8<Int32>, share: Float) -> SIMD8<Float> {
    var result = SIMD8<Float>(repeating: penalties[Int(front)] * share)
    for lane in 0..<8 { result[lane] += penalties[Int(backs[lane])] * (1 - share) }
    return result
  }
}
