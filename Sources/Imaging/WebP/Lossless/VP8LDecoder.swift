import Bitmaps

/// Decodes a lossless WebP picture. A separate thread decodes the prefix codes, while the caller's thread inverts the
/// transforms and consumes the rows. Only the pixels that copies may refer to are held.
struct VP8LDecoder {
  private let bytes: [UInt8]
  /// The range of the VP8L chunk's content.
  private let content: Range<Int>
  private let size: PixelSize
  private let limits: DecodingLimits

  /// Pictures with fewer pixels are decoded in one thread, because starting a second one takes longer.
  private static let threadedPixels = 1 << 15
  /// The number of pixels after which a waiting consumer is woken.
  private static let step = 1 << 14

  /// Creates a decoder of a chunk's content, expected to be a picture of `size`.
  init(_ bytes: [UInt8], content: Range<Int>, size: PixelSize, limits: DecodingLimits) {
    self.bytes = bytes
    self.content = content
    self.size = size
    self.limits = limits
  }

  /// Decodes, and passes each row from the first one to `take`: four bytes per pixel, red, green, blue and alpha,
  /// encoded and not premultiplied, valid only during the call.
  ///
  /// - Throws: `ImageError` if the picture is damaged, or takes more memory than the limits allow; `.truncated`, after
  ///   the available rows, if the bytes end too soon; and the errors of `deadline`.
  ///
  /// - Parameter end: The row at which decoding stops, excluded.
  @unsafe
  func rows(_ deadline: DecodeDeadline, upTo end: Int = .max, _ take: (UnsafePointer<UInt8>) -> Void) throws(ImageError)
  {
    try deadline.check()
    try unsafe bytes[content].withUnsafeBufferPointer { (bytes) throws(ImageError) in
      // The bytes outlive the stream and the thread that reads it, which ends before this returns.
      let stream = unsafe try VP8LStream(bytes, maxBytes: limits.maxWorkingBytes / 2)
      guard stream.size == size else { throw .corrupt(format: "WebP", reason: "it has two sizes") }
      unsafe try rows(of: stream, deadline, upTo: min(end, size.height), take)
    }
  }

  private func rows(
    of stream: VP8LStream, _ deadline: DecodeDeadline, upTo end: Int, _ take: (UnsafePointer<UInt8>) -> Void
  ) throws(ImageError) {
    let width = stream.codedSize.width
    let count = width * size.height
    let ring = VP8LRing(pixels: count)
    let rows = VP8LRows(of: stream)
    let pixels = stream.pixels(into: ring)
    guard count >= VP8LDecoder.threadedPixels else {
      for row in 0..<end {
        try pixels.decode(upTo: (row + 1) * width)
        unsafe take(rows.next(from: ring))
      }
      return
    }
    let queue = DecodedQueue(format: "WebP")
    queue.start(count: count, lead: ring.lead, step: VP8LDecoder.step) { limit throws(ImageError) in
      try pixels.decode(upTo: limit)
      return pixels.position
    }
    defer { queue.end() }
    for row in 0..<end {
      if row % 64 == 0 { try deadline.check() }
      try queue.wait(for: (row + 1) * width)
      unsafe take(rows.next(from: ring))
      queue.release((row + 1) * width)
    }
  }
}
