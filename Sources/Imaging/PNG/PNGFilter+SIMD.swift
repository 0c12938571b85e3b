/// The filters for pixels of three bytes and more. Each pixel depends on the one before it, so a vector holds one pixel
/// of up to eight bytes; the next pixel overwrites the unused rest. Only Up processes many pixels at a time.
extension PNGFilter {
  private typealias Bytes = SIMD8<UInt8>

  /// Loads a pixel's bytes, each widened to 16 bits. Written as interleaving with zeros, which is what it compiles to;
  /// the standard library's widening conversion remains a call.
  @inline(__always)
  private static func load(_ pointer: UnsafePointer<UInt8>) -> Words {
    var interleaved = SIMD16<UInt8>.zero
    interleaved.evenHalf = unsafe UnsafeRawPointer(pointer).loadUnaligned(as: Bytes.self)
    // The same 16 bytes, low byte first on every processor that Swift runs on.
    return unsafe unsafeBitCast(interleaved, to: Words.self)
  }

  /// Stores the words' low bytes.
  @inline(__always)
  private static func store(_ pixel: Words, to pointer: UnsafeMutablePointer<UInt8>) {
    let interleaved = unsafe unsafeBitCast(pixel, to: SIMD16<UInt8>.self)
    unsafe UnsafeMutableRawPointer(pointer).storeBytes(of: interleaved.evenHalf, as: Bytes.self)
  }

  private static var byteMask: Words { Words(repeating: 0xFF) }

  /// Adds the row above.
  @unsafe
  static func undoUp(
    _ filtered: UnsafePointer<UInt8>, previous: UnsafePointer<UInt8>, into row: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    typealias Vector = SIMD16<UInt8>
    for index in Swift.stride(from: 0, to: count, by: 16) {
      let difference = unsafe UnsafeRawPointer(filtered + index).loadUnaligned(as: Vector.self)
      let above = unsafe UnsafeRawPointer(previous + index).loadUnaligned(as: Vector.self)
      unsafe UnsafeMutableRawPointer(row + index).storeBytes(of: difference &+ above, as: Vector.self)
    }
  }

  /// Adds the pixel to the left.
  @unsafe
  static func undoSub(
    _ filtered: UnsafePointer<UInt8>, into row: UnsafeMutablePointer<UInt8>, count: Int, stride: Int
  ) {
    var left = Bytes.zero
    for index in Swift.stride(from: 0, to: count, by: stride) {
      left &+= unsafe UnsafeRawPointer(filtered + index).loadUnaligned(as: Bytes.self)
      unsafe UnsafeMutableRawPointer(row + index).storeBytes(of: left, as: Bytes.self)
    }
  }

  /// Adds the mean, rounded down, of the pixel to the left and the one above.
  @unsafe
  static func undoAverage(
    _ filtered: UnsafePointer<UInt8>, previous: UnsafePointer<UInt8>, into row: UnsafeMutablePointer<UInt8>, count: Int,
    stride: Int
  ) {
    var left = Words.zero
    for index in Swift.stride(from: 0, to: count, by: stride) {
      left = unsafe average(left, load(previous + index), load(filtered + index))
      unsafe store(left, to: row + index)
    }
  }

  /// Adds the Paeth prediction.
  @unsafe
  static func undoPaeth(
    _ filtered: UnsafePointer<UInt8>, previous: UnsafePointer<UInt8>, into row: UnsafeMutablePointer<UInt8>, count: Int,
    stride: Int
  ) {
    var left = Words.zero
    var upperLeft = Words.zero
    for index in Swift.stride(from: 0, to: count, by: stride) {
      let above = unsafe load(previous + index)
      left = unsafe paeth(left, above, upperLeft, load(filtered + index))
      unsafe store(left, to: row + index)
      upperLeft = above
    }
  }

  /// Adds the Paeth prediction to two rows, of which each pixel has three or four bytes. Their pixels share a vector, which takes half the
  /// time, because each pixel waits for the one before it.
  ///
  /// The second row is two pixels behind the first, whose pixel above it is then known.
  @unsafe
  static func undoPaeth(
    _ first: UnsafePointer<UInt8>, _ second: UnsafePointer<UInt8>, previous: UnsafePointer<UInt8>,
    into row: UnsafeMutablePointer<UInt8>, _ following: UnsafeMutablePointer<UInt8>, count: Int, stride: Int
  ) {
    var (left, beforeLeft, upperLeft) = (Words.zero, Words.zero, Words.zero)
    let lag = 2 * stride
    for index in Swift.stride(from: 0, to: count + lag, by: stride) {
      var (difference, above) = unsafe (load(first + index), load(previous + index))
      difference.highHalf = unsafe index < lag ? .zero : load(second + index - lag).lowHalf
      above.highHalf = beforeLeft.lowHalf
      beforeLeft = left
      left = paeth(left, above, upperLeft, difference)
      upperLeft = above
      let bytes = unsafe unsafeBitCast(left, to: SIMD16<UInt8>.self).evenHalf
      unsafe UnsafeMutableRawPointer(row + index).storeBytes(of: bytes.lowHalf, as: SIMD4<UInt8>.self)
      if index >= lag {
        unsafe UnsafeMutableRawPointer(following + index - lag).storeBytes(of: bytes.highHalf, as: SIMD4<UInt8>.self)
      }
    }
  }

  @inline(__always)
  private static func average(_ left: Words, _ above: Words, _ difference: Words) -> Words {
    ((left &+ above) &>> 1 &+ difference) & byteMask
  }

  @inline(__always)
  private static func paeth(_ left: Words, _ above: Words, _ upperLeft: Words, _ difference: Words) -> Words {
    // With p = left + above − upper left: p − left, p − above, and their sum, which is p − upper left. As much as
    // possible is computed without `left`, the loop-carried dependency.
    let fromLeft = above &- upperLeft
    let rest = fromLeft &- upperLeft
    let nearLeft = Words.greater(fromLeft, 0 &- fromLeft)
    let nearAbove = Words.greater(left &- upperLeft, upperLeft &- left)
    let nearUpperLeft = Words.greater(left &+ rest, (0 &- rest) &- left)
    let other = above.replacing(with: upperLeft, where: nearUpperLeft .< nearAbove)
    let prediction = left.replacing(with: other, where: Words.lesser(nearAbove, nearUpperLeft) .< nearLeft)
    return (difference &+ prediction) & byteMask
  }
}
