/// Times that make no sense are held within what can be reckoned with: an interval of ages, a clock that began before time.
extension Duration {
  /// The longest that counts, 2⁶⁰ s or 36,000 million years: sums and differences of a few such have seconds that fit `Int64`.
  private static let longest = Duration.seconds(Int64(1) << 60)

  /// The nearest duration that can be reckoned with.
  var bounded: Duration { max(.zero - .longest, min(self, .longest)) }

  /// In seconds, as a floating-point number.
  var inSeconds: Double {
    let (seconds, attoseconds) = bounded.components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}

extension Timestamp {
  /// The nearest moment that can be reckoned with.
  var bounded: Timestamp { Timestamp(sinceStart.bounded) }
}

/// Rounding without the C library's functions, which a program that embeds the library need not link.
extension Double {
  /// The nearest integer that is not greater. Numbers beyond 2⁵² are integers.
  var roundedDown: Double {
    guard abs(self) < 0x1p52 else { return self }
    let whole = Double(Int(self))
    return whole > self ? whole - 1 : whole
  }

  /// The nearest integer that is not less.
  var roundedUp: Double { -(-self).roundedDown }

  /// The nearest integer; the greater one in a tie.
  var roundedToNearest: Double { (self + 0.5).roundedDown }
}
