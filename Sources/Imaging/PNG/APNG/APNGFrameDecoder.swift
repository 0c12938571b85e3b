import Bitmaps

/// Decodes the frames of an animated PNG to the 8-bit encoded pixels on which animations are composed.
struct APNGFrameDecoder {
  private let bytes: [UInt8]
  private let header: PNGHeader
  private let passes: [PNGPass]
  private let rows: PNGPixels
  private let samples: PNGSamples
  private let limits: DecodingLimits

  /// Creates a decoder of frames with a size, which uses the palette and transparency of `file`.
  init(_ bytes: [UInt8], file: PNGFile, size: PixelSize, limits: DecodingLimits) {
    self.bytes = bytes
    header = file.header.resized(to: size)
    passes = PNGPass.all(of: header)
    // Frames are composed as encoded samples. The canvas converts them when it is scaled.
    rows = PNGPixels(file, encodings: [])
    samples = PNGSamples(file)
    self.limits = limits
  }

  /// Decodes the byte ranges of a frame, which together form one zlib stream.
  ///
  /// - Parameter pixels: Overwritten with the frame's pixels, row by row.
  /// - Throws: `ImageError` if the data are damaged, or what `deadline` throws.
  func decode(
    _ ranges: [Range<Int>], into pixels: inout [SIMD4<UInt8>], _ deadline: DecodeDeadline
  ) throws(ImageError) {
    let count = header.size.width * header.size.height
    if pixels.count != count { pixels = Array(repeating: .zero, count: count) }
    if passes.bytes <= limits.maxInflatedBytes, let data = WholeInflate(bytes, ranges, count: passes.bytes) {
      return try decode(data, into: &pixels, deadline)
    }
    return try decode(StreamingInflate(bytes, ranges, rowBytes: passes.rowBytes + 1), into: &pixels, deadline)
  }

  private func decode(
    _ data: some Inflating, into pixels: inout [SIMD4<UInt8>], _ deadline: DecodeDeadline
  ) throws(ImageError) {
    var data = data
    let reader = PNGRowReader(rowBytes: passes.rowBytes)
    var unpacked = [UInt8](repeating: 0, count: header.size.width * rows.stride)
    for pass in passes {
      reader.beginPass()
      for row in 0..<pass.height {
        if row % 64 == 0 { try deadline.check() }
        let bytes = try unsafe reader.next(pass.rowBytes, stride: rows.stride, from: &data)
        unsafe unpacked.withUnsafeMutableBufferPointer { unpacked in
          guard let start = unpacked.baseAddress else { return }
          // A pass's row is no wider than the frame.
          unsafe rows.unpack(bytes, into: start, width: pass.width)
        }
        samples.convert(
          unpacked, width: pass.width, into: &pixels,
          at: (pass.firstRow + row * pass.rowStep) * header.size.width + pass.firstColumn, step: pass.columnStep)
      }
    }
    _ = try data.finish()
  }
}
