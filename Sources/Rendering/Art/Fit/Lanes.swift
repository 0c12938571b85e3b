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

  /// The numbers without their signs.
  @inline(__always)
  var magnitudes: Self {
    // As in `positivePart`.
    let bits = unsafe unsafeBitCast(self, to: SIMD8<Int32>.self)
    return unsafe unsafeBitCast(bits & 0x7FFF_FFFF, to: Self.self)
  }

  /// The first lane with a value; 0 if there is none.
  @inline(__always)
  func firstLane(with value: Float) -> Int {
    var lanes = LaneSet(self .== value)
    return lanes.next() ?? 0
  }
}

/// Some of the lanes of a vector of eight, in order.
///
/// Whatever leads to a vector whose lanes are read one by one is compiled lane by lane; a set of lanes is made of all at once.
struct LaneSet: Sequence, IteratorProtocol {
  private var bits: Int32 = 0

  /// No lanes.
  init() {}

  /// The lanes where a mask is true.
  @inline(__always)
  init(_ mask: SIMDMask<SIMD8<Int32>>) {
    // A mask has the vector's layout; all bits of a lane are equal.
    let lanes = unsafe unsafeBitCast(mask, to: SIMD8<Int32>.self) & SIMD8(1, 2, 4, 8, 16, 32, 64, 128)
    let four = lanes.lowHalf | lanes.highHalf
    let two = four.lowHalf | four.highHalf
    bits = two.x | two.y
  }

  var isEmpty: Bool { bits == 0 }

  /// Removes and returns the first lane of a set that is not empty.
  @inline(__always)
  mutating func removeFirst() -> Int {
    defer { bits &= bits &- 1 }
    return bits.trailingZeroBitCount
  }

  @inline(__always)
  mutating func next() -> Int? { isEmpty ? nil : removeFirst() }

  @inline(__always)
  mutating func formIntersection(_ other: LaneSet) { bits &= other.bits }
}

extension SIMD8<Int32> {
  /// The minimum of all lanes, by halves. Written for each type of lanes: generic comparisons are compiled lane by lane.
  @inline(__always)
  var least: Int32 {
    let four = lowHalf.replacing(with: highHalf, where: highHalf .< lowHalf)
    let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .< four.lowHalf)
    return two.y < two.x ? two.y : two.x
  }
}
