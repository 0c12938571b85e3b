import Bitmaps
import CVP8
import Parallelism

/// Decodes lossy WebPs that are scaled down, in less time than libwebp.
///
/// The coefficients are one arithmetic code from beginning to end, which takes most of the time. One thread reads them; the caller's
/// reconstructs the pixels of the rows that have been read, and averages them. The loop filter is left out: it softens the edges of blocks
/// within three pixels, which are averaged away, and nothing else depends on it.
struct VP8Decoder {
  /// The tables pay for a frame that has as many bytes or pixels as these.
  static let minimumBytes = 100_000
  static let minimumPixels = 1 << 20

  private let bytes: [UInt8]
  private let header: VP8Header
  private let target: PixelSize

  /// Creates a decoder of the frame in a range of the bytes, scaled to `target`.
  ///
  /// - Parameter decodesSmall: Whether frames are decoded for which the tables do not pay.
  /// - Returns: nil if libwebp is better suited: on other processors, for small frames, if the filter could be seen, or if
  ///   the frame is not valid.
  init?(
    _ bytes: [UInt8], frame: Range<Int>, size: PixelSize, scaledTo target: PixelSize,
    decodesSmall: Bool = false
  ) {
    let isLarge = frame.count >= VP8Decoder.minimumBytes || size.width * size.height >= VP8Decoder.minimumPixels
    guard isLarge || decodesSmall, VP8Decoder.suits(size, scaledTo: target),
      let header = VP8Header(bytes, in: frame), header.size == size
    else { return nil }
    (self.bytes, self.header, self.target) = (bytes, header, target)
  }

  private static func suits(_ size: PixelSize, scaledTo target: PixelSize) -> Bool {
    tui_vp8_is_available() && 4 * target.width <= size.width && 4 * target.height <= size.height
  }

  /// An upper bound of the memory besides the pixels, in bytes.
  static func bytes(_ size: PixelSize, scaledTo target: PixelSize) -> Int {
    guard VP8Decoder.suits(size, scaledTo: target) else { return 0 }
    return VP8Rows.bytes(width: size.width) + 3 * target.width * target.height + 12 * size.width
  }

  /// The averages of the three planes in the areas of the target's pixels.
  struct Averages {
    var luma: PlaneAverages
    var blue: PlaneAverages
    var red: PlaneAverages

    /// The number of the target's rows that are there.
    var finished: Int { min(luma.finished, blue.finished, red.finished) }
  }

  /// Decodes the picture: pixels of red, green, blue and 255.
  ///
  /// - Throws: `ImageError` if the frame is damaged or truncated; and the errors of `deadline`.
  func pixels(_ deadline: DecodeDeadline) throws(ImageError) -> [SIMD4<UInt8>] {
    var pixels: [SIMD4<UInt8>] = []
    pixels.reserveCapacity(target.width * target.height)
    _ = try averages(deadline) { averages in
      for index in pixels.count..<averages.finished * target.width { pixels.append(averages.pixel(at: index)) }
    }
    return pixels
  }

  /// Decodes the picture's planes.
  ///
  /// - Parameter each: Called with what is there after each row of macroblocks, while the next one is read.
  /// - Throws: `ImageError` if the frame is damaged or truncated; and the errors of `deadline`.
  func averages(_ deadline: DecodeDeadline, _ each: (Averages) -> Void = { _ in }) throws(ImageError) -> Averages {
    try unsafe bytes.withUnsafeBufferPointer { (bytes) throws(ImageError) in
      // The bytes outlive the rows and the thread that reads them, which ends before this returns.
      guard let rows = unsafe VP8Rows(bytes, header) else {
        throw .corrupt(format: "WebP", reason: "it cannot be decoded")
      }
      return try averages(of: rows, deadline, each)
    }
  }

  private func averages(
    of rows: VP8Rows, _ deadline: DecodeDeadline, _ each: (Averages) -> Void
  ) throws(ImageError) -> Averages {
    let (queue, count) = (DecodedQueue(format: "WebP"), header.rows)
    queue.start(count: count, lead: 0, step: 1, preparing: rows.makeTables) { limit throws(ImageError) in
      try rows.readCoefficients(upTo: limit)
      return limit
    }
    defer { queue.end() }
    // A row is released for reading once its modes have been read, and the pixels of the row that was in its memory. So no row is read
    // ahead of that (`lead`).
    func readModes(upTo row: Int) throws(ImageError) {
      guard row <= count else { return }
      try rows.readModes(upTo: row)
      queue.release(row)
    }
    for row in 1...VP8Rows.lead { try readModes(upTo: row) }
    let chroma = PixelSize(width: (header.size.width + 1) / 2, height: (header.size.height + 1) / 2)
    var averages = Averages(
      luma: PlaneAverages(of: header.size, in: target), blue: PlaneAverages(of: chroma, in: target),
      red: PlaneAverages(of: chroma, in: target))
    // The other thread wakes this one for each row: otherwise on its own processor, on some machines, where the two would take turns.
    var avoidance = ProcessorAvoidance()
    for row in 0..<count {
      if row % 4 == 0 { try deadline.check() }
      try queue.wait(for: row + 1)
      avoidance.follow(rows.readingProcessor)
      rows.reconstruct(row, &averages.luma, &averages.blue, &averages.red)
      try readModes(upTo: row + 1 + VP8Rows.lead)
      each(averages)
    }
    return averages
  }
}

extension VP8Decoder.Averages {
  /// The color at an index, converted from YCbCr of limited range (ITU-R BT.601), as libwebp does.
  @inline(__always)
  fileprivate func pixel(at index: Int) -> SIMD4<UInt8> {
    // The factors, such as 255/219, in 65,536ths.
    let light = 76_309 &* (Int32(luma.samples[index]) &- 16) &+ 1 << 15
    let (blue, red) = (Int32(blue.samples[index]) &- 128, Int32(red.samples[index]) &- 128)
    let color = SIMD4<Int32>(
      light &+ 104_597 &* red, light &- 25_675 &* blue &- 53_279 &* red, light &+ 132_201 &* blue, 255 << 16)
    let bytes = (color &>> 16).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
    return SIMD4<UInt8>(truncatingIfNeeded: bytes)
  }
}
