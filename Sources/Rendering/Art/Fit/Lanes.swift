extension SIMD8<Float> {
  /// The sum of all lanes, by halves: the standard library adds them one by one.
  @inline(__always)
  var total: Float {
    let four = lowHalf + highHalf
    let two = four.lowHalf + four.highHalf
    return two.x + two.y
  }

  /// The minimum of all lanes, by halves, as `total`.
  @inline(__always)
  var least: Float {
    let four = lowHalf.replacing(with: highHalf, where: highHalf .< lowHalf)
    let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .< four.lowHalf)
    return two.y < two.x ? two.y : two.x
  }

  /// Negative numbers replaced by 0. The compiler makes a branch for each lane of such a replacement by a scalar.
  @inline(__always)
  var positivePart: Self {
    // Both types are 32 bytes, and every bit pattern is valid.
    let bits = unsafe unsafeBitCast(self, to: SIMD8<Int32>.self)
    return unsafe unsafeBitCast(bits & ~(bits &>> 31), to: Self.self)
  }

  /// The first lane with a value; 0 if there is none.
  @inline(__always)
  func firstLane(with value: Float) -> Int {
    LaneSet(self .== value).first ?? 0
  }
}

/// Some of the lanes of a vector of eight, in order.
///
/// Whatever leads to a vector whose lanes are read one by one is compiled lane by lane; a set of lanes is made of all at once.
struct LaneSet {
  private let bits: Int32

  /// The lanes where a mask is true.
  @inline(__always)
  init(_ mask: SIMDMask<SIMD8<Int32>>) {
    // A mask has the vector's layout; all bits of a lane are equal.
    let lanes = unsafe unsafeBitCast(mask, to: SIMD8<Int32>.self) & SIMD8(1, 2, 4, 8, 16, 32, 64, 128)
    let four = lanes.lowHalf | lanes.highHalf
    let two = four.lowHalf | four.highHalf
    bits = two.x | two.y
  }

  @inline(__always)
  var first: Int? { bits == 0 ? nil : bits.trailingZeroBitCount }
}
