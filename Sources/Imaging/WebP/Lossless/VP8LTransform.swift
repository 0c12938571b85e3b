import Bitmaps

/// A transform that was applied to a VP8L image's pixels to compress them better (RFC 9649, 3.5).
enum VP8LTransform {
  /// Each pixel is stored as the difference from a prediction from its neighbors; the predictor is chosen per tile.
  case predictor(VP8LTiles)
  /// Red and blue are stored as differences from multiples of green, and blue also of red; the factors are chosen per
  /// tile.
  case color(VP8LTiles)
  /// Green is subtracted from red and blue.
  case subtractGreen
  /// Pixels are replaced by palette indices, several of which are packed into one pixel if the palette is small.
  case palette(VP8LPalette)

  /// The kinds, by their codes in the stream.
  enum Kind: Int { case predictor, color, subtractGreen, palette }

  var kind: Kind {
    switch self {
    case .predictor: .predictor
    case .color: .color
    case .subtractGreen: .subtractGreen
    case .palette: .palette
    }
  }

  /// Reads a transform.
  ///
  /// - Parameters:
  ///   - width, height: The image's size before the transform.
  ///   - maxBytes: The remaining memory budget, reduced by the bytes used.
  /// - Throws: `ImageError.truncated`, `.corrupt`, or `.outOfMemory`.
  init(from reader: inout VP8LBitReader, width: Int, height: Int, maxBytes: inout Int) throws(ImageError) {
    switch Kind(rawValue: reader.read(2)) {
    case .predictor:
      self = .predictor(try VP8LTiles(from: &reader, width: width, height: height, maxBytes: &maxBytes))
    case .color:
      self = .color(try VP8LTiles(from: &reader, width: width, height: height, maxBytes: &maxBytes))
    case .palette: self = .palette(try VP8LPalette(from: &reader, maxBytes: &maxBytes))
    // Two bits distinguish four kinds.
    case .subtractGreen, nil: self = .subtractGreen
    }
  }
}

/// The palette of the color indexing transform (RFC 9649, 3.5.4).
struct VP8LPalette {
  /// 256 colors; those beyond the palette are transparent.
  private let colors: [UInt32]
  /// The logarithm of the number of indices in a pixel's green.
  private let packing: Int

  /// Reads the palette, in which each color is stored as the difference from the previous one.
  ///
  /// - Parameter maxBytes: The remaining memory budget, reduced by the bytes used.
  /// - Throws: `ImageError.truncated`, `.corrupt`, or `.outOfMemory`.
  init(from reader: inout VP8LBitReader, maxBytes: inout Int) throws(ImageError) {
    let count = reader.read(8) + 1
    packing = count > 16 ? 0 : count > 4 ? 1 : count > 2 ? 2 : 3
    var colors = try VP8LStream.readImage(
      of: PixelSize(width: count, height: 1), from: &reader, maxBytes: &maxBytes)
    for index in colors.indices.dropFirst() { colors[index] = VP8LPixel.sum(colors[index], colors[index - 1]) }
    self.colors = colors + repeatElement(0, count: 256 - count)
  }

  /// Returns the number of pixels that hold the packed indices of `width` pixels.
  func codedWidth(_ width: Int) -> Int { VP8LTiles.count(for: width, bits: packing) }

  /// Replaces the indices in a row by colors.
  ///
  /// - Parameters:
  ///   - row: Memory for `width` pixels; the first `codedWidth` hold indices.
  @unsafe
  func undo(_ row: UnsafeMutablePointer<UInt32>, width: Int) {
    let bits = 8 >> packing
    let mask = UInt32(1 << bits - 1)
    // From the end, so that no input is overwritten before it is read.
    for index in stride(from: width - 1, through: 0, by: -1) {
      let shift = 8 + (index & (1 << packing - 1)) * bits
      unsafe row[index] = colors[Int(row[index >> packing] >> UInt32(shift) & mask)]
    }
  }
}

/// Pixels as 32-bit numbers: red in the lowest byte, then green, blue and alpha.
enum VP8LPixel {
  /// Adds two pixels, each of the four bytes modulo 256.
  @inline(__always)
  static func sum(_ first: UInt32, _ second: UInt32) -> UInt32 {
    let (odd, even): (UInt32, UInt32) = (0xFF00_FF00, 0x00FF_00FF)
    return ((first & odd) &+ (second & odd)) & odd | ((first & even) &+ (second & even)) & even
  }
}

/// A small image with the parameters of each tile of a larger one.
struct VP8LTiles {
  /// The logarithm of a tile's side, which is a power of two: 2…9.
  let bits: Int
  /// The number of tiles in a row.
  let across: Int
  /// Row-major: red in the lowest byte, then green, blue and alpha.
  let pixels: [UInt32]

  /// The number of tiles that cover `pixels` pixels.
  static func count(for pixels: Int, bits: Int) -> Int { (pixels + 1 << bits - 1) >> bits }

  /// The pixel of the tile at a column and row of tiles.
  @inline(__always)
  func pixel(column: Int, row: Int) -> UInt32 { pixels[row * across + column] }
}
