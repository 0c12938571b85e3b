/// The header of a WebP picture: a file, or a frame of an animation.
struct WebPPicture {
  private let bytes: [UInt8]
  /// Where its chunks lie, as libwebp takes them: those of a frame, or all of the file.
  private let range: Range<Int>
  let features: LibWebP.Features

  /// The picture in these bytes whose chunks lie there.
  init(_ bytes: [UInt8], _ range: Range<Int>, features: LibWebP.Features) {
    self.bytes = bytes
    self.range = range
    self.features = features
  }

  /// A decoder of it, where it is lossless; nil where it is lossy.
  ///
  /// - Throws: `ImageError.truncated` when nothing of it is there.
  func lossless(_ limits: DecodingLimits) throws(ImageError) -> VP8LDecoder? {
    guard features.isLossless else { return nil }
    var chunks = range == bytes.indices ? WebPHeader.chunks(of: bytes) : RIFFChunks(bytes, in: range)
    while let chunk = chunks.next() {
      if chunk.name == .lossless {
        return VP8LDecoder(bytes, content: chunk.content, size: features.size, limits: limits)
      }
    }
    // What there is of it, where the file ends within it.
    if let rest = chunks.rest, rest.name == .lossless {
      return VP8LDecoder(bytes, content: rest.content, size: features.size, limits: limits)
    }
    throw .truncated(format: "WebP")
  }

  /// Decodes a part of a lossy one: encoded, not premultiplied.
  ///
  /// - Parameters:
  ///   - area: Within it, with an even left and top edge.
  ///   - pixels: Overwritten with the area's.
  /// - Throws: `ImageError` when it is damaged.
  func lossyPart(_ area: PixelRect, into pixels: inout [SIMD4<UInt8>]) throws(ImageError) {
    try LibWebP.decode(
      bytes[range], features: features, size: PixelSize(width: area.width, height: area.height), area: area,
      into: &pixels)
  }

  /// Decodes a lossy one, encoded, not premultiplied; where it ends too soon, the rows that are there.
  ///
  /// - Parameters:
  ///   - size: The size at which it is decoded: its own, or smaller.
  ///   - pixels: Overwritten; of another size than that afterwards only when this throws.
  /// - Returns: How many of the rows are there.
  /// - Throws: `ImageError` when it is damaged, or no row is there.
  func lossyRows(size: PixelSize, into pixels: inout [SIMD4<UInt8>]) throws(ImageError) -> Int {
    do throws(ImageError) {
      try LibWebP.decode(bytes[range], features: features, size: size, into: &pixels)
      return size.height
    } catch {
      guard case .truncated = error else { throw error }
      return try LibWebP.decodeRows(bytes[range], features: features, size: size, into: &pixels)
    }
  }

  /// Decodes it, encoded, not premultiplied.
  ///
  /// - Parameters:
  ///   - size: The size at which it is decoded where it is lossy: its own, or smaller. A lossless one has its own.
  ///   - pixels: Overwritten; of another size than that afterwards only when this throws.
  /// - Throws: `ImageError` when it is damaged, or takes more memory than the limits allow; and what `deadline` throws.
  func decode(
    size: PixelSize? = nil, into pixels: inout [SIMD4<UInt8>], _ limits: DecodingLimits, _ deadline: DecodeDeadline
  ) throws(ImageError) {
    guard let decoder = try lossless(limits) else {
      return try LibWebP.decode(bytes[range], features: features, size: size ?? features.size, into: &pixels)
    }
    let width = features.size.width
    let count = width * features.size.height
    if pixels.count != count { pixels = Array(repeating: .zero, count: count) }
    try unsafe pixels.withUnsafeMutableBufferPointer { (pixels) throws(ImageError) in
      guard var place = pixels.baseAddress else { return }
      // As many rows as there is room for, each as wide.
      unsafe try decoder.rows(deadline) { row in
        unsafe UnsafeMutableRawPointer(place).copyMemory(from: row, byteCount: width * 4)
        unsafe place += width
      }
    }
  }
}
