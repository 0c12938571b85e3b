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

  /// Loads two pixels of up to four bytes.
  @inline(__always)
  private static func load(_ first: UnsafePointer<UInt8>, _ second: UnsafePointer<UInt8>) -> Words {
    let low = unsafe UInt64(UnsafeRawPointer(first).loadUnaligned(as: UInt32.self).littleEndian)
    let high = unsafe UInt64(UnsafeRawPointer(second).loadUnaligned(as: UInt32.self).littleEndian)
    var interleaved = SIMD16<UInt8>.zero
    interleaved.evenHalf = unsafe unsafeBitCast((low | high << 32).littleEndian, to: Bytes.self)
    return unsafe unsafeBitCast(interleaved, to: Words.self)
  }

  /// Stores two pixels of up to four bytes.
  @inline(__always)
  private static func store(
    _ pixels: Words, to first: UnsafeMutablePointer<UInt8>, _ second: UnsafeMutablePointer<UInt8>
  ) {
    let interleaved = unsafe unsafeBitCast(pixels, to: SIMD16<UInt8>.self)
    let halves = unsafe unsafeBitCast(interleaved.evenHalf, to: SIMD2<UInt32>.self)
    unsafe UnsafeMutableRawPointer(first).storeBytes(of: halves.x, as: UInt32.self)
    unsafe UnsafeMutableRawPointer(second).storeBytes(of: halves.y, as: UInt32.self)
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
      left = unsafe average(left, load(previous + index), .zero, load(filtered + index))
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

  /// Undoes the filters of two rows at a time, the lower one a pixel behind the upper one: each pixel has to wait for the
  /// one to its left, and two rows wait at the same time. Returns false, and does nothing, unless both filters are
  /// Average or Paeth and pixels have three bytes or more.
  ///
  /// - Parameters:
  ///   - filtered: The rows as stored, without their filter bytes.
  ///   - previous, rows, count, stride: As in `undo`.
  @unsafe
  static func undoPair(
    _ upper: PNGFilter, _ lower: PNGFilter, _ filtered: (UnsafePointer<UInt8>, UnsafePointer<UInt8>),
    previous: UnsafePointer<UInt8>, into rows: (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>), count: Int,
    stride: Int
  ) -> Bool {
    guard [3, 4, 6, 8].contains(stride) else { return false }
    if stride <= 4 { return unsafe undoTogether(upper, lower, filtered, previous, rows, count, stride) }
    switch (upper, lower) {
    case (.paeth, .paeth): unsafe undoPair(filtered, previous, rows, count, stride, paeth, paeth)
    case (.paeth, .average): unsafe undoPair(filtered, previous, rows, count, stride, paeth, average)
    case (.average, .paeth): unsafe undoPair(filtered, previous, rows, count, stride, average, paeth)
    case (.average, .average): unsafe undoPair(filtered, previous, rows, count, stride, average, average)
    case (.none, _), (.sub, _), (.up, _), (_, .none), (_, .sub), (_, .up): return false
    }
    return true
  }

  /// Returns a pixel from the ones to its left, above it and above the left one, and its difference from the prediction.
  private typealias Undoing = (_ left: Words, _ above: Words, _ upperLeft: Words, _ difference: Words) -> Words

  @inline(__always)
  private static func undoPair(
    _ filtered: (UnsafePointer<UInt8>, UnsafePointer<UInt8>), _ previous: UnsafePointer<UInt8>,
    _ rows: (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>), _ count: Int, _ stride: Int, _ upper: Undoing,
    _ lower: Undoing
  ) {
    var (above, lowerLeft, lowerUpperLeft) = unsafe (load(previous), Words.zero, Words.zero)
    var upperLeft = above
    var left = unsafe upper(.zero, above, .zero, load(filtered.0))
    unsafe store(left, to: rows.0)
    for index in Swift.stride(from: stride, to: count, by: stride) {
      unsafe above = load(previous + index)
      let next = unsafe upper(left, above, upperLeft, load(filtered.0 + index))
      lowerLeft = unsafe lower(lowerLeft, left, lowerUpperLeft, load(filtered.1 + index - stride))
      unsafe store(next, to: rows.0 + index)
      unsafe store(lowerLeft, to: rows.1 + index - stride)
      (upperLeft, lowerUpperLeft, left) = (above, left, next)
    }
    lowerLeft = unsafe lower(lowerLeft, left, lowerUpperLeft, load(filtered.1 + count - stride))
    unsafe store(lowerLeft, to: rows.1 + count - stride)
  }

  /// As `undoPair`, for pixels of three or four bytes: a vector holds a pixel of each row.
  private static func undoTogether(
    _ upper: PNGFilter, _ lower: PNGFilter, _ filtered: (UnsafePointer<UInt8>, UnsafePointer<UInt8>),
    _ previous: UnsafePointer<UInt8>, _ rows: (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>), _ count: Int,
    _ stride: Int
  ) -> Bool {
    switch (upper, lower) {
    case (.paeth, .paeth): unsafe undoTogether(filtered, previous, rows, count, stride, Paeth.self)
    case (.average, .average): unsafe undoTogether(filtered, previous, rows, count, stride, Average.self)
    case (.paeth, .average): unsafe undoTogether(filtered, previous, rows, count, stride, Above<Paeth, Average>.self)
    case (.average, .paeth): unsafe undoTogether(filtered, previous, rows, count, stride, Above<Average, Paeth>.self)
    case (.none, _), (.sub, _), (.up, _), (_, .none), (_, .sub), (_, .up): return false
    }
    return true
  }

  /// Has the upper row's pixel in the low half of each vector, and the lower row's, which is one to the left, in the high half.
  ///
  /// - Parameter filters: Those of both rows: a type, so that their code is compiled into the loop.
  @inline(__always)
  private static func undoTogether<Filters: PNGFilterPair>(
    _ filtered: (UnsafePointer<UInt8>, UnsafePointer<UInt8>), _ previous: UnsafePointer<UInt8>,
    _ rows: (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>), _ count: Int, _ stride: Int,
    _ filters: Filters.Type
  ) {
    // Before the lower row's first pixel, and to its upper left, is nothing.
    var (left, upperLeft) = unsafe (Words.zero, Words(lowHalf: load(previous).lowHalf, highHalf: .zero))
    left.lowHalf = unsafe filters.undo(.zero, upperLeft, .zero, load(filtered.0)).lowHalf
    unsafe store(left, to: rows.0)
    var index = stride
    while index < count {
      // Above the lower row's pixel is the last one of the upper row.
      let above = unsafe Words(lowHalf: load(previous + index).lowHalf, highHalf: left.lowHalf)
      let difference = unsafe load(filtered.0 + index, filtered.1 + (index &- stride))
      left = filters.undo(left, above, upperLeft, difference)
      upperLeft = above
      unsafe store(left, to: rows.0 + index, rows.1 + (index &- stride))
      index &+= stride
    }
    let above = Words(lowHalf: .zero, highHalf: left.lowHalf)
    let difference = unsafe Words(lowHalf: .zero, highHalf: load(filtered.1 + count - stride).lowHalf)
    let last = filters.undo(left, above, upperLeft, difference).highHalf
    unsafe store(Words(lowHalf: last, highHalf: .zero), to: rows.1 + count - stride)
  }

  private enum Paeth: PNGFilterPair {
    @inline(__always)
    static func undo(_ left: Words, _ above: Words, _ upperLeft: Words, _ difference: Words) -> Words {
      paeth(left, above, upperLeft, difference)
    }
  }

  private enum Average: PNGFilterPair {
    @inline(__always)
    static func undo(_ left: Words, _ above: Words, _ upperLeft: Words, _ difference: Words) -> Words {
      average(left, above, upperLeft, difference)
    }
  }

  /// Different filters of the upper and the lower row.
  private enum Above<Upper: PNGFilterPair, Lower: PNGFilterPair>: PNGFilterPair {
    @inline(__always)
    static func undo(_ left: Words, _ above: Words, _ upperLeft: Words, _ difference: Words) -> Words {
      Words(
        lowHalf: Upper.undo(left, above, upperLeft, difference).lowHalf,
        highHalf: Lower.undo(left, above, upperLeft, difference).highHalf)
    }
  }

  @inline(__always)
  private static func average(_ left: Words, _ above: Words, _: Words, _ difference: Words) -> Words {
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

/// The filters of two rows whose pixels share a vector.
private protocol PNGFilterPair {
  /// Returns pixels from the ones to their left, above them and above the left ones, and their differences from the predictions.
  static func undo(
    _ left: SIMD8<Int16>, _ above: SIMD8<Int16>, _ upperLeft: SIMD8<Int16>, _ difference: SIMD8<Int16>
  ) -> SIMD8<Int16>
}
