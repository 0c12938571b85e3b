import Bitmaps

/// The ANMF chunk of a frame of an animated WebP, not decoded yet.
struct WebPFrameChunk {
  /// The area of the canvas that the frame covers.
  let area: PixelRect
  let delay: Duration
  let disposal: StoredFrame.Disposal
  let blending: StoredFrame.Blending
  let picture: WebPPicture

  /// Parses a chunk's content: the frame's area, how it is shown, and the chunks of its picture.
  ///
  /// - Throws: `ImageError` if the chunk is damaged, or the frame does not lie within the canvas.
  init(_ bytes: [UInt8], content: Range<Int>, canvas: PixelSize) throws(ImageError) {
    let start = content.lowerBound
    guard content.count >= 16, let x = bytes.littleEndian24(at: start), let y = bytes.littleEndian24(at: start + 3),
      let width = bytes.littleEndian24(at: start + 6), let height = bytes.littleEndian24(at: start + 9),
      let delay = bytes.littleEndian24(at: start + 12)
    else { throw .corrupt(format: "WebP", reason: "a frame is too short") }
    area = PixelRect(x: 2 * Int(x), y: 2 * Int(y), width: Int(width) + 1, height: Int(height) + 1)
    guard area.clipped(to: canvas) == area else {
      throw .corrupt(format: "WebP", reason: "a frame does not lie on the canvas")
    }
    let chunks = try WebPFrameChunk.picture(bytes, start + 16..<content.upperBound)
    let features = try LibWebP.features(bytes[chunks])
    guard features.size == area.size, !features.isAnimated else {
      throw .corrupt(format: "WebP", reason: "a frame has two sizes")
    }
    picture = WebPPicture(bytes, chunks, features: features)
    self.delay = .milliseconds(Int(delay))
    let flags = bytes[start + 15]
    disposal = flags & 1 == 1 ? .clear : .keep
    blending = flags & 2 == 2 ? .source : .over
  }

  /// Returns the range of the chunks of a frame's picture: alpha, if there is any, and colors.
  private static func picture(_ bytes: [UInt8], _ content: Range<Int>) throws(ImageError) -> Range<Int> {
    var chunks = RIFFChunks(bytes, in: content)
    var start: Int?
    while let chunk = chunks.next() {
      if chunk.name == .alpha { start = start ?? chunk.whole.lowerBound }
      if chunk.name == .lossy { return (start ?? chunk.whole.lowerBound)..<chunk.whole.upperBound }
      // A lossless chunk includes alpha.
      if chunk.name == .lossless { return chunk.whole }
    }
    throw .corrupt(format: "WebP", reason: "a frame has no picture")
  }
}
