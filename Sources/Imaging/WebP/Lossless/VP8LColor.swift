/// Inverts the transforms that predict red and blue from other samples of the same pixel (RFC 9649, 3.5.2 and 3.5.3).
enum VP8LColor {
  /// Inverts the subtract-green transform: adds green to red and blue.
  ///
  /// - Parameter pixels: A row of `width` pixels.
  @unsafe
  static func addGreen(_ pixels: UnsafeMutablePointer<UInt32>, width: Int) {
    for index in 0..<width {
      let pixel = unsafe pixels[index]
      let green = pixel >> 8 & 0xFF
      let others = (pixel & 0x00FF_00FF) &+ (green | green << 16)
      unsafe pixels[index] = pixel & 0xFF00_FF00 | others & 0x00FF_00FF
    }
  }

  /// Inverts the color transform: adds the prediction from green to red, and the predictions from green and red to
  /// blue.
  ///
  /// - Parameters:
  ///   - pixels: A row of `width` pixels, the `row`th from the top.
  ///   - tiles: The factors for each tile, signed, in 32nds: red to blue in its pixel's red, green to blue in its
  ///     green, green to red in its blue.
  @unsafe
  static func undo(_ pixels: UnsafeMutablePointer<UInt32>, width: Int, row: Int, _ tiles: VP8LTiles) {
    var start = 0
    while start < width {
      let tile = start >> tiles.bits
      let end = min(width, (tile + 1) << tiles.bits)
      let shares = tiles.pixel(column: tile, row: row >> tiles.bits)
      let redForBlue = signed(shares)
      let greenForBlue = signed(shares >> 8)
      let greenForRed = signed(shares >> 16)
      for index in start..<end {
        let pixel = unsafe pixels[index]
        let green = signed(pixel >> 8)
        let red = UInt32(bitPattern: Int32(truncatingIfNeeded: pixel) &+ (greenForRed &* green) >> 5) & 0xFF
        let blue =
          UInt32(
            bitPattern: Int32(truncatingIfNeeded: pixel >> 16) &+ (greenForBlue &* green) >> 5
              &+ (redForBlue &* signed(red)) >> 5) & 0xFF
        unsafe pixels[index] = pixel & 0xFF00_FF00 | red | blue << 16
      }
      start = end
    }
  }

  /// The lowest byte as a number in −128…127.
  @inline(__always)
  private static func signed(_ number: UInt32) -> Int32 { Int32(Int8(truncatingIfNeeded: number)) }
}
