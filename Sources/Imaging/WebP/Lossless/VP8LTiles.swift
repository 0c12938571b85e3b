/// A small image that says something of each tile of a larger one.
struct VP8LTiles {
  /// A tile's side is a power of two; its logarithm, 2…9.
  let bits: Int
  /// Tiles in a row.
  let across: Int
  /// Row-major: red in the lowest byte, then green, blue and alpha, as everywhere here.
  let pixels: [UInt32]

  /// The number of tiles that cover `pixels` pixels.
  static func count(for pixels: Int, bits: Int) -> Int { (pixels + 1 << bits - 1) >> bits }

  /// The pixel of the tile at a column and row of tiles.
  @inline(__always)
  func pixel(column: Int, row: Int) -> UInt32 { pixels[row * across + column] }
}
