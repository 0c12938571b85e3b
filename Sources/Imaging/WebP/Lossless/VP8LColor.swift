/// What of red and blue is foretold by other samples of the same pixel (RFC 9649, 3.5.2 and 3.5.3).
enum VP8LColor {
  /// Adds green to red and blue.
  ///
  /// - Parameter pixels: A row of that width.
  @unsafe
  static func addGreen(_ pixels: UnsafeMutablePointer<UInt32>, width: Int) {
    for index in 0..<width {
      let pixel = unsafe pixels[index]
      let green = pixel >> 8 & 0xFF
      let others = (pixel & 0x00FF_00FF) &+ (green | green << 16)
      unsafe pixels[index] = pixel & 0xFF00_FF00 | others & 0x00FF_00FF
    }
  }

  /// Adds to red what green foretells, and to blue what green and red do.
  ///
  /// - Parameters:
  ///   - pixels: A row of that width, the `row`th from above.
  ///   - tiles: How much, for each tile: of red for blue in its pixel's red, of green for blue in its green, of green for red in
  ///     its blue; signed, in 32nds.
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

  /// The lowest byte as a number from -128 to 127.
  @inline(__always)
  private static func signed(_ number: UInt32) -> Int32 { Int32(Int8(truncatingIfNeeded: number)) }
}
