/// Powers of two without the functions of the C library.
extension Double {
  /// The natural logarithm of two.
  package static let logarithmOfTwo = 0.693147180559945309417

  /// Two to the power of this number, clamped to −1000…1000: by the exponential series, which converges within 20 terms
  /// for half a doubling.
  package var exponentialOfTwo: Double {
    let number = max(-1000, min(self, 1000))
    let whole = number.roundedToNearest
    let rest = (number - whole) * Self.logarithmOfTwo
    var (term, sum) = (1.0, 1.0)
    for divisor in 1...20 {
      term *= rest / Double(divisor)
      sum += term
    }
    return sum * Double(sign: .plus, exponent: Int(whole), significand: 1)
  }

  /// The logarithm to base two of this number, which must be positive and finite.
  package var binaryLogarithm: Double {
    var (rest, digit, result) = (significand, 0.5, Double(exponent))
    // Squaring doubles the logarithm, and so moves its binary digits one place to the left.
    for _ in 0..<52 {
      rest *= rest
      if rest >= 2 {
        rest /= 2
        result += digit
      }
      digit /= 2
    }
    return result
  }
}
