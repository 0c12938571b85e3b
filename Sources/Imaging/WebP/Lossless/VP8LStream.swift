import Bitmaps

/// The header of a VP8L stream: how its pixels are transformed and coded (RFC 9649, 3.8.2 and 3.8.3).
struct VP8LStream {
  /// The picture's size.
  let size: PixelSize
  /// Whether alpha is used; if not, the picture is opaque.
  let usesAlpha: Bool
  /// Transforms in the order in which they were applied; they are inverted in reverse.
  private(set) var transforms: [VP8LTransform] = []
  /// The size of the coded image, which is narrower if several pixels are packed into one.
  private(set) var codedSize: PixelSize
  private let codes: VP8LPrefixCodes
  private let cacheBits: Int
  private let reader: VP8LBitReader

  /// Reads the stream up to the pixels.
  ///
  /// - Parameters:
  ///   - bytes: A VP8L chunk's content, which must outlive this.
  ///   - maxBytes: The maximum memory for the images of transforms and tiles, and separately for the codes.
  /// - Throws: `ImageError.truncated`, `.corrupt`, or `.outOfMemory` if they exceed `maxBytes`.
  init(_ bytes: UnsafeBufferPointer<UInt8>, maxBytes: Int) throws(ImageError) {
    var reader = unsafe VP8LBitReader(bytes)
    let signature = reader.read(8)
    let size = PixelSize(width: reader.read(14) + 1, height: reader.read(14) + 1)
    usesAlpha = reader.read(1) == 1
    let version = reader.read(3)
    try reader.check()
    guard signature == 0x2F, version == 0 else { throw .corrupt(format: "WebP", reason: "it cannot be decoded") }
    self.size = size
    var width = size.width
    var left = maxBytes
    while reader.readFlag() {
      let transform = try VP8LTransform(from: &reader, width: width, height: size.height, maxBytes: &left)
      // Each transform occurs at most once, so there are at most four.
      guard !transforms.contains(where: { $0.kind == transform.kind }) else {
        throw .corrupt(format: "WebP", reason: "it is transformed twice")
      }
      if case .palette(let palette) = transform { width = palette.codedWidth(width) }
      transforms.append(transform)
    }
    codedSize = PixelSize(width: width, height: size.height)
    cacheBits = try VP8LStream.readCacheBits(&reader)
    var tiles: VP8LTiles?
    if reader.readFlag() {
      tiles = try VP8LTiles(from: &reader, width: width, height: size.height, maxBytes: &left)
    }
    codes = try VP8LPrefixCodes(
      from: &reader, tiles: tiles, cacheBits: cacheBits, maxBytes: min(maxBytes, VP8LPrefixCodes.maxBytes))
    self.reader = reader
  }

  /// Creates a decoder of the pixels into a ring.
  func pixels(into ring: VP8LRing) -> VP8LPixels {
    VP8LPixels(reader, codes: codes, cacheBits: cacheBits, size: codedSize, ring: ring)
  }

  /// Reads the logarithm of the color cache's size, 1…11, or 0 if there is no cache (3.6.2.3).
  fileprivate static func readCacheBits(_ reader: inout VP8LBitReader) throws(ImageError) -> Int {
    guard reader.readFlag() else { return 0 }
    let bits = reader.read(4)
    guard 1...11 ~= bits else { throw .corrupt(format: "WebP", reason: "its color cache has no size") }
    return bits
  }

  /// Reads the image of a transform or of tiles: it is coded like the picture, but has no transforms and no tiles.
  ///
  /// - Parameter maxBytes: The remaining memory budget, reduced by the bytes used.
  /// - Throws: `ImageError.truncated`, `.corrupt`, or `.outOfMemory`.
  static func readImage(
    of size: PixelSize, from reader: inout VP8LBitReader, maxBytes: inout Int
  ) throws(ImageError) -> [UInt32] {
    let count = size.width * size.height
    guard VP8LRing.bytes(pixels: count) + count * 4 <= maxBytes else { throw .outOfMemory(format: "WebP") }
    let cacheBits = try readCacheBits(&reader)
    let codes = try VP8LPrefixCodes(from: &reader, tiles: nil, cacheBits: cacheBits, maxBytes: maxBytes)
    maxBytes -= count * 4
    let ring = VP8LRing(pixels: count)
    let decoder = VP8LPixels(reader, codes: codes, cacheBits: cacheBits, size: size, ring: ring)
    var pixels: [UInt32] = []
    pixels.reserveCapacity(count)
    // In portions that fit into the ring.
    while pixels.count < count {
      try decoder.decode(upTo: pixels.count + ring.lead)
      for position in pixels.count..<decoder.position { pixels.append(ring[position]) }
    }
    reader = decoder.reader
    return pixels
  }
}

extension VP8LTiles {
  /// Reads the tile size, and an image with a pixel for each tile.
  ///
  /// - Parameters:
  ///   - width, height: The size of the image that is divided into tiles.
  ///   - maxBytes: The remaining memory budget, reduced by the bytes used.
  /// - Throws: `ImageError.truncated`, `.corrupt`, or `.outOfMemory`.
  init(from reader: inout VP8LBitReader, width: Int, height: Int, maxBytes: inout Int) throws(ImageError) {
    bits = reader.read(3) + 2
    across = VP8LTiles.count(for: width, bits: bits)
    let size = PixelSize(width: across, height: VP8LTiles.count(for: height, bits: bits))
    pixels = try VP8LStream.readImage(of: size, from: &reader, maxBytes: &maxBytes)
  }
}
