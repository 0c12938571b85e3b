import Bitmaps

/// Reads an animated WebP's frames one after another.
///
/// The container is parsed here rather than by libwebpdemux, which reads all of it first and finds a frame by counting
/// from the beginning. So a file with a million frames starts to play at once, and a truncated file plays the frames it
/// has.
final class WebPFrames: FrameReading {
  private let bytes: [UInt8]
  private let size: PixelSize
  private var chunks: RIFFChunks
  private var isFirst = true
  /// The pixels of the current frame, kept to reuse the memory.
  private var pixels: [SIMD4<UInt8>] = []

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

  func next(_ deadline: DecodeDeadline) throws(ImageError) -> StoredFrame? {
    while let chunk = chunks.next() {
      try deadline.check()
      if chunk.name == .frame {
        let frame = try self.frame(chunk.content, deadline)
        isFirst = false
        return frame
      }
    }
    if isFirst { throw .truncated(format: "WebP") }
    return nil
  }

  /// Decodes an ANMF chunk.
  private func frame(_ content: Range<Int>, _ deadline: DecodeDeadline) throws(ImageError) -> StoredFrame {
    let frame = try WebPFrameChunk(bytes, content: content, canvas: size)
    try frame.picture.decode(into: &pixels, deadline)
    return StoredFrame(
      area: frame.area, pixels: pixels, delay: frame.delay, disposal: frame.disposal, blending: frame.blending)
  }
}
