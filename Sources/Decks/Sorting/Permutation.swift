import System

/// A seeded random order in which every slide appears once, as `--shuffle` shows them.
package enum Permutation {
  /// The numbers 0..<count, shuffled (Fisher–Yates) with SplitMix64. The same seed gives the same order.
  package static func shuffled(count: Int, seed: UInt64) -> [UInt32] {
    var order = (0..<UInt32(clamping: count)).map { $0 }
    var generator = SplitMix64(state: seed)
    order.shuffle(using: &generator)
    return order
  }
}

/// Sebastiano Vigna's SplitMix64: small, fast, and identical on every machine.
private struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
