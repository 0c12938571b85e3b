import TestSupport

/// The random numbers of one round, which depend only on the seed and the round.
struct Chance: RandomNumberGenerator {
  private var generator: SplitMix64

  init(seed: UInt64, round: Int) {
    var mixed = SplitMix64(seed: seed ^ UInt64(round) &* 0x9E37_79B9_7F4A_7C15)
    generator = SplitMix64(seed: mixed.next())
  }

  mutating func next() -> UInt64 { generator.next() }

  /// A random one of some values.
  mutating func any<Value>(of values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &self)] }

  /// Random milliseconds up to a limit; short times are more likely than long ones.
  mutating func milliseconds(upTo limit: Double) -> Double {
    let share = Double.random(in: 0...1, using: &self)
    return limit * share * share * share
  }
}
