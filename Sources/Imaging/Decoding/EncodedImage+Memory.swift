extension EncodedImage {
  /// Bytes held for the lifetime of this value: the file's, or the retained parts of a file that is read in pieces.
  package var heldBytes: Int {
    switch header {
    case .jpeg, .png, .webp: bytes.count
    case .streamedPNG(let file): file.outline.bytes.count + file.outline.imageData.count
    case .gif: bytes.count
    }
  }

  /// An upper bound of the bytes that `decode(scaledTo:)` allocates at a time, its result included and `heldBytes` not; worked
  /// out from the header, without decoding.
  ///
  /// A decode often takes less: what damaged or unusual data need is included.
  ///
  /// - Parameter target: Each side 1…65535.
  package func decodingBytes(scaledTo target: PixelSize) -> Int {
    decodingBytes(of: ScaledRegion(whole: target))
  }

  /// An upper bound of the bytes that `picture(of:)` allocates at a time, likewise.
  package func decodingBytes(of region: ScaledRegion) -> Int {
    storedBytes(scaledTo: region.stored(metadata.orientation)) + turnedBytes(region.size)
  }

  /// An upper bound of the bytes that the frames of `makeFrameSource(scaledTo:)` take at a time: those kept, the canvas, the one
  /// being decoded and the one handed out; `heldBytes` not included. Of a still as `decodingBytes(scaledTo:)`.
  ///
  /// - Parameter target: Each side 1…65535.
  package func playingBytes(scaledTo target: PixelSize) -> Int {
    playingBytes(of: ScaledRegion(whole: target))
  }

  /// An upper bound of the bytes that the frames of `makeFrameSource(of:)` take at a time, likewise.
  package func playingBytes(of region: ScaledRegion) -> Int {
    guard animation != nil else { return decodingBytes(of: region) }
    let stored = region.stored(metadata.orientation)
    return composingBytes(scaledTo: stored) + turnedBytes(region.size) + limits.maxKeptBytes
  }

  /// The picture's size as it is stored, not yet stood upright.
  private var storedSize: PixelSize { metadata.orientation.applied(to: size) }

  /// The second bitmap that turning makes.
  private func turnedBytes(_ target: PixelSize) -> Int {
    metadata.orientation == .upright ? 0 : target.width * target.height * 8
  }

  private func storedBytes(scaledTo target: ScaledRegion) -> Int {
    let shared = scalingBytes(from: storedSize, to: target.size)
    switch header {
    case .jpeg(let header):
      return shared + JPEGDecoder(bytes, header: header, limits: limits).workingBytes(scaledTo: target)
    case .png(let header, let animation):
      if let animation, !animation.beginsWithStill, limits.allowsCanvas(size) {
        return composingBytes(scaledTo: target)
      }
      return shared + PNGDecoder.workingBytes(header, fileBytes: bytes.count, scaledTo: target, limits: limits)
    case .streamedPNG(let file):
      return shared + PNGDecoder.workingBytes(file.header, fileBytes: 0, scaledTo: target, limits: limits)
    case .webp(let header):
      guard header.features.isAnimated else {
        return shared + WebPDecoder(bytes, header: header, limits: limits).workingBytes(scaledTo: target)
      }
      if limits.allowsCanvas(size) { return composingBytes(scaledTo: target) }
      return shared + storedSize.width * 8 + frameBytes
    case .gif(_, let header): return shared + GIFDecoder.workingBytes(header)
    }
  }

  /// The canvas, the frame being read, the area restored after it, and the scaler.
  private func composingBytes(scaledTo target: ScaledRegion) -> Int {
    3 * 4 * storedSize.width * storedSize.height + frameBytes + scalingBytes(from: storedSize, to: target.size)
  }

  /// What decoding a frame takes besides its pixels.
  private var frameBytes: Int {
    switch header {
    case .jpeg, .streamedPNG: return 0
    case .png(let header, _):
      return PNGDecoder.inflatingBytes(header, fileBytes: bytes.count, limits: limits)
    case .webp:
      // Any of the frames may be lossless, or lossy with alpha.
      return max(
        WebPDecoder.losslessBytes(storedSize, fileBytes: bytes.count, limits: limits),
        WebPDecoder.lossyBytes(storedSize, decoded: storedSize, hasAlpha: true))
    case .gif: return storedSize.width
    }
  }

  /// The cost of every decode: the bitmap, the scaler's rows, the light tables, and the profile with its tables.
  private func scalingBytes(from source: PixelSize, to target: PixelSize) -> Int {
    // Of the target's width the scaler holds eight rows at most, of the source's four; a number has four bytes, a pixel four.
    let rows = 16 * (8 * target.width + 4 * source.width + target.height)
    return target.width * target.height * 8 + rows + EncodedImage.tableBytes
  }

  /// Tables of lights for 16-bit samples, the largest profile that is looked at, twice, and what libraries hold besides.
  private static let tableBytes = (4 << 20) + 2 * ICCProfile.maxBytes
}
