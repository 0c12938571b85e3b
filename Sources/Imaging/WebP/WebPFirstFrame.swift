import Bitmaps

/// Decodes the first frame of an animated WebP as a still, if its canvas is too large to compose the animation on.
struct WebPFirstFrame {
  private let bytes: [UInt8]
  private let canvas: PixelSize
  private let limits: DecodingLimits

  /// Creates a decoder of a file.
  init(_ bytes: [UInt8], header: WebPHeader, limits: DecodingLimits) {
    self.bytes = bytes
    canvas = header.features.size
    self.limits = limits
  }

  /// Decodes the frame at its position on the canvas, which is transparent around it.
  ///
  /// - Throws: `ImageError` if the frame is damaged, or takes more memory than the limits allow; and the errors of
  ///   `deadline`.
  func decode(scaledTo target: ScaledRegion, _ deadline: DecodeDeadline) throws(ImageError) -> DecodedPicture {
    var chunks = WebPHeader.chunks(of: bytes)
    while let chunk = chunks.next() {
      try deadline.check()
      guard chunk.name == .frame else { continue }
      let frame = try WebPFrameChunk(bytes, content: chunk.content, canvas: canvas)
      // A frame that covers the canvas is an ordinary still, and can be decoded at a smaller size.
      guard frame.picture.features.size == canvas else { return try placed(frame, scaledTo: target, deadline) }
      return try WebPDecoder(bytes, frame.picture, limits: limits).decode(scaledTo: target, deadline)
    }
    throw .truncated(format: "WebP")
  }

  /// Decodes a frame that is smaller than the canvas, of which only one row is held.
  private func placed(
    _ frame: WebPFrameChunk, scaledTo target: ScaledRegion, _ deadline: DecodeDeadline
  ) throws(ImageError) -> DecodedPicture {
    guard frame.area.count * 4 <= limits.maxWorkingBytes else { throw .outOfMemory(format: "WebP") }
    var pixels: [SIMD4<UInt8>] = []
    try frame.picture.decode(into: &pixels, deadline)
    // Only CMYK cannot be converted without a profile, and WebP does not have it.
    guard let rows = EncodedRows(WebPHeader.encodings(in: bytes), layout: .rgba, size: canvas) else {
      throw .unsupported(format: "WebP", reason: "its colors")
    }
    var scaler = rows.scaler(to: target, isOpaque: false)
    var line = [SIMD4<UInt8>](repeating: .zero, count: canvas.width)
    let empty = line
    let window = scaler.window
    for row in window.y..<window.y + window.height {
      if row % 64 == 0 { try deadline.check() }
      guard frame.area.y..<frame.area.y + frame.area.height ~= row else {
        push(empty, of: rows, into: &scaler)
        continue
      }
      let start = (row - frame.area.y) * frame.area.width
      line.replaceSubrange(
        frame.area.x..<frame.area.x + frame.area.width, with: pixels[start..<start + frame.area.width])
      push(line, of: rows, into: &scaler)
    }
    return DecodedPicture(scaler.finish())
  }

  private func push(_ line: [SIMD4<UInt8>], of rows: EncodedRows, into scaler: inout RowScaler) {
    // The line is as wide as the canvas, four bytes per pixel, and the window lies within it.
    unsafe line[scaler.window.x...].withUnsafeBytes { samples in
      guard let samples = samples.baseAddress else { return }
      unsafe rows.push(samples.assumingMemoryBound(to: UInt8.self), into: &scaler)
    }
  }
}
