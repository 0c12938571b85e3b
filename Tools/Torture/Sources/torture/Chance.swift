/// A deterministic random number generator: SplitMix64 (Steele, Lea and Flood, 2014).
struct Chance: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// Creates the generator for one round of a run.
  init(seed: UInt64, round: Int) {
    var mixed = Chance(seed: seed ^ UInt64(round) &* 0x9E37_79B9_7F4A_7C15)
    state = mixed.next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A random one of some values.
  mutating func any<Value>(of values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &self)] }

  /// Random milliseconds up to a limit; short times are more likely than long ones.
  mutating func milliseconds(upTo limit: Double) -> Double {
    let share = Double.random(in: 0...1, using: &self)
    return limit * share * share * share
  }
}
