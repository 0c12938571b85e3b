/// VP8's arithmetic decoder of single bits (RFC 6386, 7), for everything but the coefficients.
///
/// Beyond the end it supplies zeros.
struct VP8BoolDecoder {
  private let bytes: [UInt8]
  private let end: Int
  /// The index of the next byte to load.
  private var index: Int
  /// The bits of the code that come next, from the topmost, of which `count` are valid.
  private var window: UInt64 = 0
  private var count = 0
  /// 128 to 255.
  private var range: UInt64 = 255

  /// Creates a decoder of a range of the bytes.
  init(_ bytes: [UInt8], in part: Range<Int>) {
    self.bytes = bytes
    (index, end) = (part.lowerBound, part.upperBound)
  }

  /// Whether more was read than there is.
  var isExhausted: Bool { index - count / 8 > end }

  /// The next bit.
  ///
  /// - Parameter probability: The probability that it is 0, in 256ths.
  @inline(__always)
  mutating func bit(_ probability: UInt8) -> Bool {
    if count < 8 { load() }
    let split = 1 &+ ((range &- 1) &* UInt64(probability)) &>> 8
    let bound = split &<< 56
    let bit = window >= bound
    if bit {
      range &-= split
      window &-= bound
    } else {
      range = split
    }
    let shift = range.leadingZeroBitCount &- 56
    range &<<= UInt64(truncatingIfNeeded: shift)
    window &<<= UInt64(truncatingIfNeeded: shift)
    count &-= shift
    return bit
  }

  /// A bit as likely as not.
  mutating func flag() -> Bool { bit(128) }

  /// An unsigned number of `count` bits.
  mutating func number(bits count: Int) -> Int {
    (0..<count).reduce(0) { number, _ in number << 1 | (flag() ? 1 : 0) }
  }

  /// A number of `count` bits and a sign.
  mutating func signedNumber(bits count: Int) -> Int {
    let magnitude = number(bits: count)
    return flag() ? -magnitude : magnitude
  }

  /// A number of `count` bits and a sign; nil if there is none.
  mutating func optionalNumber(bits count: Int) -> Int? { flag() ? signedNumber(bits: count) : nil }

  @inline(never)
  private mutating func load() {
    while count <= 56 {
      if index < end { window |= UInt64(bytes[index]) << UInt64(56 - count) }
      index += 1
      count += 8
    }
  }
}
