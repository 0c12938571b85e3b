extension SIMD4 where Scalar == UInt16 {
  /// Four samples of linear light mixed: those of an upper and of a lower row, each from left to right.
  ///
  /// - Parameters:
  ///   - across: how much there is of the right ones, in 256ths.
  ///   - down: how much there is of the lower ones, in 256ths.
  @inline(__always)
  static func bilinear(
    _ upper: (SIMD4, SIMD4), _ lower: (SIMD4, SIMD4), across: UInt32, down: UInt32
  ) -> SIMD4 {
    let (right, left) = (SIMD4<UInt32>(repeating: across), SIMD4<UInt32>(repeating: 256 - across))
    /// 65535 × 256 is below 2³²: no sum can overflow.
    func row(_ samples: (SIMD4, SIMD4)) -> SIMD4<UInt32> {
      (SIMD4<UInt32>(truncatingIfNeeded: samples.0) &* left &+ SIMD4<UInt32>(truncatingIfNeeded: samples.1) &* right)
        &>> 8
    }
    let sum = row(upper) &* SIMD4<UInt32>(repeating: 256 - down) &+ row(lower) &* SIMD4<UInt32>(repeating: down)
    return SIMD4(truncatingIfNeeded: sum &>> 8)
  }
}
