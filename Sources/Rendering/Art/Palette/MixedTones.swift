import Synchronization

/// The tones of a bank's glyphs in any two entries of a small palette.
///
/// Glyphs cover few different shares of their cells, so few tones are needed again and again.
struct MixedTones: Sendable {
  /// The maximum number of groups of eight tones: 400 kB.
  private static let limit = 4096

  /// For each entry of the bank, the number of its coverage.
  private let coverages: [Int32]
  private let count: Int
  /// For each coverage and front, the tones in front of each entry and those nearest to it.
  private let tones: [EightColors]

  /// Creates the tones; nil if there are too many.
  init?(_ bank: GlyphBank, _ groups: [PaletteTable.Group]) {
    count = groups.count
    var means: [Float] = []
    var coverages: [Int32] = []
    for entry in bank.entries {
      let number = means.firstIndex(of: entry.mean) ?? means.count
      if number == means.count { means.append(entry.mean) }
      guard means.count * count * count <= Self.limit else { return nil }
      coverages.append(Int32(number))
    }
    self.coverages = coverages
    tones = means.flatMap { mean in
      groups.flatMap { front in
        // The first of a group is the entry itself.
        groups.map { Self.tones(of: front.responses[0], over: $0.responses, coverage: mean) }
      }
    }
  }

  /// The tones of a glyph in one color over eight others.
  @inline(__always)
  static func tones(of front: SIMD3<Float>, over backs: EightColors, coverage: Float) -> EightColors {
    LMS.lab(
      EightColors(
        x: backs.x + (front.x - backs.x) * coverage, y: backs.y + (front.y - backs.y) * coverage,
        z: backs.z + (front.z - backs.z) * coverage))
  }

  /// The tones of an entry of the bank over an entry of the palette and those nearest to it.
  @inline(__always)
  func tones(of entry: Int, in front: Int32, over behind: Int) -> EightColors {
    tones.span[(Int(coverages[entry]) &* count &+ Int(front)) &* count &+ behind]
  }
}

/// The tones that one thread computed last: in a larger palette, too, a picture needs few again and again.
@safe
final class RecentTones {
  /// The number of places, as a power of two: 100 kB.
  private static let bits: Int32 = 10

  // Not arrays: each access to a variable of a class is checked for exclusivity, and the tones need no value before they have a key.
  /// For each place, the entry of the bank and the two entries of the palette.
  private let keys: UnsafeMutablePointer<UInt32>
  private let tones: UnsafeMutablePointer<EightColors>

  init() {
    unsafe (keys, tones) = (.allocate(capacity: 1 << Int(Self.bits)), .allocate(capacity: 1 << Int(Self.bits)))
    unsafe keys.initialize(repeating: .max, count: 1 << Int(Self.bits))
  }

  deinit {
    unsafe keys.deallocate()
    unsafe tones.deallocate()
  }

  /// The tones of an entry of the bank over an entry of the palette and those nearest to it.
  @inline(__always)
  func tones(of entry: Int, in front: Int32, over behind: Int, _ compute: () -> EightColors) -> EightColors {
    let key = UInt32(truncatingIfNeeded: entry << 16 | Int(front) << 8 | behind)
    // Fibonacci hashing (Knuth, volume 3, 6.4).
    let place = Int((key &* 0x9E37_79B1) >> (32 - UInt32(Self.bits)))
    if unsafe keys[place] != key {
      unsafe (tones + place).initialize(to: compute())
      unsafe keys[place] = key
    }
    return unsafe tones[place]
  }
}

/// The tones for the last palette that was used with a bank.
final class LastMixedTones: Sendable {
  private let last = Mutex<(table: PaletteTable, tones: MixedTones?)?>(nil)

  func tones(_ bank: GlyphBank, _ table: PaletteTable) -> MixedTones? {
    // In larger palettes, only the nearest entries are mixed.
    guard table.isSparse else { return nil }
    return last.withLock { last in
      if let last, last.table === table { return last.tones }
      let tones = MixedTones(bank, table.neighborhoods.groups)
      last = (table, tones)
      return tones
    }
  }
}
