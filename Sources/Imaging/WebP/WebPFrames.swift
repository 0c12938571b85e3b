/// Reads an animated WebP's frames one after another.
///
/// The container is walked here rather than by libwebpdemux, which reads all of it first and finds a frame by counting from
/// the beginning: a file of a million frames costs nothing before it plays, and one that was cut plays what is there.
final class WebPFrames: FrameReading {
  private let bytes: [UInt8]
  private let size: PixelSize
  private var chunks: RIFFChunks
  private var isFirst = true
  /// The frame being read; kept so that its memory is used again.
  private var pixels: [SIMD4<UInt8>] = []

  /// The frames of these bytes.
  init(_ bytes: [UInt8], header: WebPHeader) {
    self.bytes = bytes
    size = header.features.size
    chunks = WebPHeader.chunks(of: bytes)
  }

  var colors: FrameColors { FrameColors(encodings: WebPHeader.encodings(in: bytes)) }

  func rewind() {
    chunks = WebPHeader.chunks(of: bytes)
    isFirst = true
  }

  func next(_ watch: DecodingWatch) throws(ImageError) -> StoredFrame? {
    while let chunk = chunks.next() {
      try watch.check()
      if chunk.name == .frame {
        let frame = try self.frame(chunk.content)
        isFirst = false
        return frame
      }
    }
    if isFirst { throw .truncated(format: "WebP") }
    return nil
  }

  /// Reads and decodes an ANMF chunk: where the frame lies, how it is shown, and the chunks of a still.
  private func frame(_ content: Range<Int>) throws(ImageError) -> StoredFrame {
    let start = content.lowerBound
    guard content.count >= 16, let x = bytes.littleEndian24(at: start), let y = bytes.littleEndian24(at: start + 3),
      let width = bytes.littleEndian24(at: start + 6), let height = bytes.littleEndian24(at: start + 9),
      let delay = bytes.littleEndian24(at: start + 12)
    else { throw .corrupt(format: "WebP", reason: "a frame is too short") }
    let area = PixelRect(x: 2 * Int(x), y: 2 * Int(y), width: Int(width) + 1, height: Int(height) + 1)
    guard area.clipped(to: size) == area else {
      throw .corrupt(format: "WebP", reason: "a frame does not lie on the canvas")
    }
    let picture = try picture(start + 16..<content.upperBound)
    let features = try LibWebP.features(bytes[picture])
    guard features.size == PixelSize(width: area.width, height: area.height), !features.isAnimated else {
      throw .corrupt(format: "WebP", reason: "a frame has two sizes")
    }
    try LibWebP.decode(bytes[picture], features: features, size: features.size, into: &pixels)
    let flags = bytes[start + 15]
    return StoredFrame(
      area: area, pixels: pixels, delay: .milliseconds(Int(delay)), disposal: flags & 1 == 1 ? .clear : .keep,
      blending: flags & 2 == 2 ? .source : .over)
  }

  /// The chunks that make up a frame's picture, as libwebp takes them: alpha, if there is any, and colours.
  private func picture(_ content: Range<Int>) throws(ImageError) -> Range<Int> {
    var chunks = RIFFChunks(bytes, in: content)
    var start: Int?
    while let chunk = chunks.next() {
      if chunk.name == .alpha { start = start ?? chunk.whole.lowerBound }
      if chunk.name == .lossy { return (start ?? chunk.whole.lowerBound)..<chunk.whole.upperBound }
      // It has its alpha in itself.
      if chunk.name == .lossless { return chunk.whole }
    }
    throw .corrupt(format: "WebP", reason: "a frame has no picture")
  }
}
