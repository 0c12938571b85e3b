/// The tones of glyphs in two entries that one thread computed last: a picture needs few again and again.
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

  /// The tones of a glyph in one color over eight others.
  @inline(__always)
  static func mixed(of front: SIMD3<Float>, over backs: EightColors, coverage: Float) -> EightColors {
    LMS.lab(
      EightColors(
        x: backs.x + (front.x - backs.x) * coverage, y: backs.y + (front.y - backs.y) * coverage,
        z: backs.z + (front.z - backs.z) * coverage))
  }
}
