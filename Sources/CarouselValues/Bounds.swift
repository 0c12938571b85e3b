/// Clamping of extreme times, such as an interval of ages or a clock that starts before zero, to a range in which
/// arithmetic cannot overflow.
extension Duration {
  /// The greatest magnitude of a duration: 2⁶⁰ s, about 36,000 million years. The seconds of sums and differences of a
  /// few such durations fit in `Int64`.
  private static let longest = Duration.seconds(Int64(1) << 60)

  /// The duration, clamped to a magnitude of at most `longest`.
  package var bounded: Duration { max(.zero - .longest, min(self, .longest)) }

  /// The duration in seconds.
  package var inSeconds: Double {
    let (seconds, attoseconds) = bounded.components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }

  /// The duration of a setting in seconds, clamped to 0…60.
  package var limitedSeconds: Double { max(0, min(inSeconds, 60)) }
}

extension Timestamp {
  /// The timestamp, clamped to within `Duration.longest` of the clock's zero.
  package var bounded: Timestamp { Timestamp(sinceStart.bounded) }
}

/// Rounding without the functions of the C library, so that a program that embeds this library need not link it.
extension Double {
  /// The greatest integer that is not greater than this number. A number of magnitude 2⁵² or more is already an
  /// integer.
  package var roundedDown: Double {
    guard abs(self) < 0x1p52 else { return self }
    let whole = Double(Int64(self))
    return whole > self ? whole - 1 : whole
  }

  /// The least integer that is not less than this number.
  package var roundedUp: Double { -(-self).roundedDown }

  /// The nearest integer; ties round up.
  package var roundedToNearest: Double { (self + 0.5).roundedDown }
}
