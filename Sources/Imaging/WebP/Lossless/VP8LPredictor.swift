/// Inverts the predictor transform: adds to each pixel the prediction from its neighbors (RFC 9649, 3.5.1).
@safe
final class VP8LPredictor {
  /// The prediction mode of each tile, in the green of its pixel.
  private let tiles: VP8LTiles
  private let width: Int
  /// The row above, followed by the first pixel of this row, which is the top-right neighbor of the last pixel.
  private let above: UnsafeMutablePointer<UInt32>
  private var row = 0

  /// Creates an inverter for rows of `width` pixels, from the first one.
  init(_ tiles: VP8LTiles, width: Int) {
    self.tiles = tiles
    self.width = width
    unsafe above = .allocate(capacity: width + 1)
    unsafe above.initialize(repeating: 0, count: width + 1)
  }

  deinit { unsafe above.deallocate() }

  /// Inverts the transform for the next row.
  ///
  /// - Parameter pixels: A row of `width` pixels.
  @unsafe
  func undo(_ pixels: UnsafeMutablePointer<UInt32>) {
    let black: UInt32 = 0xFF00_0000
    unsafe pixels[0] = VP8LPixel.sum(pixels[0], row == 0 ? black : above[0])
    unsafe above[width] = pixels[0]
    if row == 0 {
      unsafe undo(pixels, from: 1, to: width, mode: 1)
    } else {
      var start = 1
      while start < width {
        let tile = start >> tiles.bits
        let end = min(width, (tile + 1) << tiles.bits)
        let mode = tiles.pixel(column: tile, row: row >> tiles.bits) >> 8 & 15
        unsafe undo(pixels, from: start, to: end, mode: mode)
        start = end
      }
    }
    unsafe above.update(from: pixels, count: width)
    row += 1
  }

  /// Inverts the transform for pixels with the same mode; the pixel before them must be done.
  @unsafe
  private func undo(_ pixels: UnsafeMutablePointer<UInt32>, from start: Int, to end: Int, mode: UInt32) {
    switch mode {
    case 1: unsafe each(pixels, start, end) { (left, _, _, _) in left }
    case 2: unsafe each(pixels, start, end) { (_, _, top, _) in top }
    case 3: unsafe each(pixels, start, end) { (_, _, _, topRight) in topRight }
    case 4: unsafe each(pixels, start, end) { (_, topLeft, _, _) in topLeft }
    case 5: unsafe each(pixels, start, end) { (left, _, top, topRight) in Self.mean(Self.mean(left, topRight), top) }
    case 6: unsafe each(pixels, start, end) { (left, topLeft, _, _) in Self.mean(left, topLeft) }
    case 7: unsafe each(pixels, start, end) { (left, _, top, _) in Self.mean(left, top) }
    case 8: unsafe each(pixels, start, end) { (_, topLeft, top, _) in Self.mean(topLeft, top) }
    case 9: unsafe each(pixels, start, end) { (_, _, top, topRight) in Self.mean(top, topRight) }
    case 10:
      unsafe each(pixels, start, end) { (left, topLeft, top, topRight) in
        Self.mean(Self.mean(left, topLeft), Self.mean(top, topRight))
      }
    case 11: unsafe each(pixels, start, end) { (left, topLeft, top, _) in Self.select(left, topLeft, top) }
    case 12:
      unsafe each(pixels, start, end) { (left, topLeft, top, _) in Self.clamped(left &+ (top &- topLeft)) }
    case 13:
      unsafe each(pixels, start, end) { (left, topLeft, top, _) in
        let mean = Self.mean(left, top)
        let difference = mean &- topLeft
        // Division by 2 rounds towards zero.
        return Self.clamped(mean &+ (difference &- difference &>> 15) &>> 1)
      }
    // Mode 0 is black. 14 and 15 are undefined; libwebp treats them as black, too.
    default: unsafe each(pixels, start, end) { (_, _, _, _) in Words(0, 0, 0, 255, 0, 0, 0, 0) }
    }
  }

  /// Adds the prediction from the left, top-left, top and top-right pixels.
  @inline(__always)
  private func each(
    _ pixels: UnsafeMutablePointer<UInt32>, _ start: Int, _ end: Int,
    _ predict: (Words, Words, Words, Words) -> Words
  ) {
    // The row above has one pixel more than the width.
    var left = unsafe Self.words(pixels[start - 1])
    var topLeft = unsafe Self.words(above[start - 1])
    var top = unsafe Self.words(above[start])
    let byteMask = Words(repeating: 0xFF)
    for index in start..<end {
      let topRight = unsafe Self.words(above[index &+ 1])
      left = unsafe (predict(left, topLeft, top, topRight) &+ Self.words(pixels[index])) & byteMask
      unsafe pixels[index] = Self.pixel(left)
      (topLeft, top) = (top, topRight)
    }
  }

  /// Widens each of the pixel's bytes. Written as interleaving with zeros, which is what it compiles to.
  @inline(__always)
  private static func words(_ pixel: UInt32) -> Words {
    var interleaved = SIMD16<UInt8>.zero
    interleaved.evenHalf = unsafe unsafeBitCast(SIMD2<UInt32>(pixel, 0), to: SIMD8<UInt8>.self)
    // The same 16 bytes, low byte first on every processor that Swift runs on.
    return unsafe unsafeBitCast(interleaved, to: Words.self)
  }

  /// Narrows the words to their low bytes.
  @inline(__always)
  private static func pixel(_ words: Words) -> UInt32 {
    let interleaved = unsafe unsafeBitCast(words, to: SIMD16<UInt8>.self)
    return unsafe unsafeBitCast(interleaved.evenHalf, to: SIMD2<UInt32>.self).x
  }

  @inline(__always)
  private static func mean(_ first: Words, _ second: Words) -> Words { (first &+ second) &>> 1 }

  @inline(__always)
  private static func clamped(_ words: Words) -> Words {
    Words.lesser(Words.greater(words, .zero), Words(repeating: 255))
  }

  /// The left or the top pixel, whichever is nearer to left + top − top left.
  @inline(__always)
  private static func select(_ left: Words, _ topLeft: Words, _ top: Words) -> Words {
    let fromLeft = distance(top, topLeft)
    let fromTop = distance(left, topLeft)
    return fromLeft < fromTop ? left : top
  }

  /// The sum of the absolute differences of the four samples.
  @inline(__always)
  private static func distance(_ first: Words, _ second: Words) -> UInt64 {
    let differences = Words.greater(first &- second, second &- first)
    let words = unsafe unsafeBitCast(differences, to: SIMD2<UInt64>.self).x
    // Adds them up in the highest word; no sum exceeds a word.
    return (words &* 0x0001_0001_0001_0001) &>> 48
  }
}
