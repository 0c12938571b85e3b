import Bitmaps

/// A WebP picture whose header has been read: a file, or a frame of an animation.
struct WebPPicture {
  private let bytes: [UInt8]
  /// The range of the chunks to pass to libwebp: a frame's, or the whole file.
  private let range: Range<Int>
  let features: LibWebP.Features

  /// Creates a picture from the chunks in a range of the bytes.
  init(_ bytes: [UInt8], _ range: Range<Int>, features: LibWebP.Features) {
    self.bytes = bytes
    self.range = range
    self.features = features
  }

  /// Returns a decoder if the picture is lossless, or nil if it is lossy.
  ///
  /// - Throws: `ImageError.truncated` if none of the picture's data are available.
  func lossless(_ limits: DecodingLimits) throws(ImageError) -> VP8LDecoder? {
    guard features.isLossless else { return nil }
    var chunks = range == bytes.indices ? WebPHeader.chunks(of: bytes) : RIFFChunks(bytes, in: range)
    while let chunk = chunks.next() {
      if chunk.name == .lossless {
        return VP8LDecoder(bytes, content: chunk.content, size: features.size, limits: limits)
      }
    }
    // The available part, if the file ends within the chunk.
    if let rest = chunks.rest, rest.name == .lossless {
      return VP8LDecoder(bytes, content: rest.content, size: features.size, limits: limits)
    }
    throw .truncated(format: "WebP")
  }

  /// Decodes a part of a lossy picture. The samples are encoded, not premultiplied.
  ///
  /// - Parameters:
  ///   - area: The part of the picture, with an even left and top edge.
  ///   - pixels: Overwritten with the area's pixels.
  /// - Throws: `ImageError` if the picture is damaged.
  func lossyPart(_ area: PixelRect, into pixels: inout [SIMD4<UInt8>]) throws(ImageError) {
    try LibWebP.decode(
      bytes[range], features: features, size: PixelSize(width: area.width, height: area.height), area: area,
      into: &pixels)
  }

  /// Decodes a lossy picture, or the available rows of a truncated one. The samples are encoded, not premultiplied.
  ///
  /// - Parameters:
  ///   - size: The size to decode to: the picture's own, or smaller.
  ///   - pixels: Overwritten. Their number matches `size` unless this throws.
  /// - Returns: The number of available rows.
  /// - Throws: `ImageError` if the picture is damaged, or no row is available; and the errors of `deadline`.
  func lossyRows(
    size: PixelSize, into pixels: inout [SIMD4<UInt8>], _ deadline: DecodeDeadline
  ) throws(ImageError) -> Int {
    if let decoder = scalingDecoder(to: size) {
      // What is damaged or truncated is shown as far as libwebp can decode it.
      if let decoded = try? decoder.pixels(deadline) {
        pixels = decoded
        return size.height
      }
      try deadline.check()
    }
    do throws(ImageError) {
      try LibWebP.decode(bytes[range], features: features, size: size, into: &pixels)
      return size.height
    } catch {
      guard case .truncated = error else { throw error }
      return try LibWebP.decodeRows(bytes[range], features: features, size: size, into: &pixels)
    }
  }

  /// A decoder for a lossy picture that is scaled down; nil if only libwebp decodes it.
  private func scalingDecoder(to size: PixelSize) -> VP8Decoder? {
    guard !features.hasAlpha, range == bytes.indices, let frame = WebPHeader.content(of: .lossy, in: bytes) else {
      return nil
    }
    return VP8Decoder(bytes, frame: frame, size: features.size, scaledTo: size)
  }

  /// Decodes the picture. The samples are encoded, not premultiplied.
  ///
  /// - Parameters:
  ///   - size: The size to decode a lossy picture to: its own (the default), or smaller. A lossless picture keeps its
  ///     own.
  ///   - pixels: Overwritten. Their number matches the size unless this throws.
  /// - Throws: `ImageError` if the picture is damaged, or takes more memory than the limits allow; and the errors of
  ///   `deadline`.
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
      guard var target = pixels.baseAddress else { return }
      // There is room for all of the picture's rows.
      unsafe try decoder.rows(deadline) { row in
        unsafe UnsafeMutableRawPointer(target).copyMemory(from: row, byteCount: width * 4)
        unsafe target += width
      }
    }
  }
}
