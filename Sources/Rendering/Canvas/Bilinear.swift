extension SIMD4 where Scalar == UInt16 {
  /// Bilinear interpolation of four linear-light samples: two of an upper and two of a lower row, each from left to
  /// right.
  ///
  /// - Parameters:
  ///   - across: The weight of the right samples, in 256ths.
  ///   - down: The weight of the lower samples, in 256ths.
  @inline(__always)
  static func bilinear(
    _ upper: (SIMD4, SIMD4), _ lower: (SIMD4, SIMD4), across: UInt32, down: UInt32
  ) -> SIMD4 {
    let sum =
      mixed(upper, across) &* SIMD4<UInt32>(repeating: 256 - down)
      &+ mixed(lower, across) &* SIMD4<UInt32>(repeating: down)
    return SIMD4(truncatingIfNeeded: sum &>> 8)
  }

  /// 65535 × 256 is below 2³²: no sum can overflow.
  @inline(__always)
  private static func mixed(_ samples: (SIMD4, SIMD4), _ share: UInt32) -> SIMD4<UInt32> {
    let left = SIMD4<UInt32>(truncatingIfNeeded: samples.0) &* SIMD4<UInt32>(repeating: 256 - share)
    return (left &+ SIMD4<UInt32>(truncatingIfNeeded: samples.1) &* SIMD4<UInt32>(repeating: share)) &>> 8
  }
}
