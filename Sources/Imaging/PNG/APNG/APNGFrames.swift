import Bitmaps

/// Reads an animated PNG's frames in order, and checks their sequence numbers and checksums.
final class APNGFrames: FrameReading {
  private let bytes: [UInt8]
  private let header: PNGHeader
  private let limits: DecodingLimits
  /// What all frames share (palette, transparency, colors), and the still that other programs show; nil until it
  /// is needed.
  private var file: PNGFile?
  private var chunks: PNGChunkReader
  /// The control chunk of the next frame, once it has been read.
  private var control: APNGFrameControl?
  private var sequence: UInt32 = 0
  private var isFirst = true
  private var hasEnded = false
  /// The pixels of the frame being read, kept to reuse their memory.
  private var pixels: [SIMD4<UInt8>] = []

  init(_ bytes: [UInt8], header: PNGHeader, limits: DecodingLimits) {
    self.bytes = bytes
    self.header = header
    self.limits = limits
    chunks = PNGChunkReader(bytes)
  }

  var colors: FrameColors {
    FrameColors(
      // If what all frames share cannot be read, neither can the first frame.
      encodings: (try? still())?.colors.encodings(in: bytes) ?? [],
      isGray: header.colorType == .gray || header.colorType == .grayAlpha)
  }

  func rewind() {
    chunks = PNGChunkReader(bytes)
    control = nil
    sequence = 0
    isFirst = true
    hasEnded = false
  }

  func next(_ deadline: DecodeDeadline) throws(ImageError) -> StoredFrame? {
    let file = try still()
    defer { isFirst = false }
    do throws(ImageError) {
      while control == nil, !hasEnded { try readChunk { _ in } }
      guard let control else {
        if isFirst { throw .corrupt(format: "PNG", reason: "it has no frames") }
        return nil
      }
      self.control = nil
      return try frame(control, try data(deadline), of: file, deadline)
    } catch {
      hasEnded = true
      // If the first frame cannot be decoded, the file is shown as a still, as in other programs.
      guard isFirst, error != .cancelled else { throw error }
      return try frame(ofStill: file, deadline)
    }
  }

  /// Returns what all frames share and the still's data; reads them on the first call.
  private func still() throws(ImageError) -> PNGFile {
    if let file { return file }
    let read = try PNGFile(bytes, header: header, isAnimated: true)
    file = read
    return read
  }

  private func frame(ofStill file: PNGFile, _ deadline: DecodeDeadline) throws(ImageError) -> StoredFrame {
    let decoder = APNGFrameDecoder(bytes, file: file, size: header.size, limits: limits)
    try decoder.decode(file.data, into: &pixels, deadline)
    return StoredFrame(
      area: PixelRect(header.size), pixels: pixels, delay: .zero, disposal: .keep, blending: .source)
  }

  private func frame(
    _ control: APNGFrameControl, _ data: [Range<Int>], of file: PNGFile, _ deadline: DecodeDeadline
  ) throws(ImageError) -> StoredFrame {
    let decoder = APNGFrameDecoder(bytes, file: file, size: control.area.size, limits: limits)
    try decoder.decode(data, into: &pixels, deadline)
    return StoredFrame(
      area: control.area, pixels: pixels, delay: control.delay, disposal: control.disposal, blending: control.blending)
  }

  /// Returns the ranges of the compressed data up to the next frame or the end.
  private func data(_ deadline: DecodeDeadline) throws(ImageError) -> [Range<Int>] {
    var data: [Range<Int>] = []
    var count = 0
    while control == nil, !hasEnded {
      if count % 64 == 0 { try deadline.check() }
      count += 1
      try readChunk { data.append($0) }
    }
    return data
  }

  /// Reads the next chunk and passes the range of its image data, if any, to `take`.
  ///
  /// The animation ends at a chunk that cannot be read and at a frame whose control chunk is invalid.
  ///
  /// - Throws: `ImageError.corrupt` if image data are out of order.
  private func readChunk(_ take: (Range<Int>) -> Void) throws(ImageError) {
    let chunk: PNGChunk
    do { chunk = try chunks.next() } catch {
      // The file may end right after a complete frame, which is still shown.
      hasEnded = true
      return
    }
    switch chunk.type {
    case .data: take(chunk.content)
    case .frame:
      guard let next = APNGFrameControl(bytes, chunk.content, header: header), next.sequence == sequence else {
        // The frame before may be complete.
        hasEnded = true
        return
      }
      control = next
      sequence += 1
    case .frameData:
      guard chunk.content.count >= 4, bytes.bigEndian32(at: chunk.content.lowerBound) == sequence else {
        throw .corrupt(format: "PNG", reason: "a frame's data are out of order")
      }
      take(chunk.content.dropFirst(4))
      sequence += 1
    case .end: hasEnded = true
    default: break
    }
  }
}
