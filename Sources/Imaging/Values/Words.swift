/// The samples of a pixel or two as 16-bit words, and sums and differences of them. Some words may be unused.
typealias Words = SIMD8<Int16>

extension Words {
  /// The lesser of each two numbers. Unlike `pointwiseMin`, always a few instructions: whether the compiler inlines that depends on what
  /// else the module calls, and a PNG took half as long again without.
  @inline(__always)
  static func lesser(_ one: Words, _ other: Words) -> Words { one.replacing(with: other, where: other .< one) }

  /// The greater of each two numbers.
  @inline(__always)
  static func greater(_ one: Words, _ other: Words) -> Words { one.replacing(with: other, where: one .< other) }
}
