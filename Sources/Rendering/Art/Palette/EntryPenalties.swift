import CGlyphs

/// The penalties of entries that the cells around one do not have, in palettes of up to 16 entries.
///
/// A color between those of the palette can be mixed from many pairs of entries that are all about equally far from it.
/// Chosen cell by cell, they alternate at random, and this noise hides what the picture shows. Cells therefore keep to
/// the entries of their neighbors as far as the picture's color is like theirs; diffusion still takes care of the
/// average.
struct EntryPenalties: Sendable {
  /// The distance (OKLab) at which two cells no longer are of like color.
  private static let likeness: Float = 0.15

  /// How much the neighbors that have each entry are like the cell, 0…1.
  private var familiarity = InlineArray<16, Float>(repeating: 0)
  /// Whether no entry has a penalty.
  private(set) var isNone = true
  /// A bit for each entry that neighbors have, and the penalty of all others.
  private var entries: UInt32 = 0
  private var ofOthers: Float = 0
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
      familiarity[entry] = max(familiarity[entry], likeness)
      self.entries |= 1 &<< UInt32(truncatingIfNeeded: entry)
    }
  }

  /// Computes the penalties from the neighbors that were added.
  ///
  /// - Parameter weight: The penalty of an entry that none of them has, where one of them has exactly the cell's color.
  mutating func finish(weight: Float) {
    var maximum: Float = 0
    for entry in familiarity.indices { maximum = max(maximum, familiarity[entry]) }
    for entry in familiarity.indices { penalties[entry] = (maximum - familiarity[entry]) * weight }
    isNone = maximum == 0
    ofOthers = maximum * weight
  }

  /// The penalty of an entry that covers a share of a cell over another one.
  @inline(__always)
  func of(_ front: Int32, over back: Int32, share: Float) -> Float {
    penalties[Int(front)] * share + penalties[Int(back)] * (1 - share)
  }

  /// Calls `body` with the penalties for `CGlyphs`.
  @inline(__always)
  func withSearched(_ body: (UnsafePointer<tui_entry_penalties>) -> Void) {
    unsafe penalties.span.withUnsafeBufferPointer { penalties in
      guard let base = penalties.baseAddress else { return }
      var searched = unsafe tui_entry_penalties(of: base, entries: entries, of_others: ofOthers, are_none: isNone)
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
