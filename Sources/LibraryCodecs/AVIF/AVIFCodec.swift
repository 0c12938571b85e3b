#if AVIF
  import Bitmaps
  import Imaging

  /// AVIF, decoded by libavif: the primary picture, or the frames of a sequence.
  struct AVIFCodec: LibraryCodec {
    static let library = LibraryFormat.avif
    static var libraries: [String] { ["libavif \(AVIFDecoder.version)"] }

    private let bytes: [UInt8]
    private let planeBytes: Int
    let size: PixelSize
    let metadata: ImageMetadata
    let animation: Animation?

    init(_ file: InMemorySource, limits: DecodingLimits) throws(ImageError) {
      bytes = file.all
      let decoder = try AVIFDecoder(bytes)
      (size, planeBytes) = (decoder.area.size, decoder.planeBytes)
      let read = { (offset: Int, count: Int) in Array(file.bytes(at: offset, count: count)) }
      animation =
        decoder.frameCount > 1
        ? Animation(loopCount: MediaTrack.loopCount(read), frameCount: decoder.frameCount) : nil
      var metadata = ImageMetadata(reading: read)
      // The file's own properties count. Exif repeats them.
      metadata.orientation = decoder.orientation
      metadata.profile = decoder.profile.flatMap(ICCProfileName.of)
      self.metadata = metadata
    }

    var heldBytes: Int { bytes.count }

    /// The decoder's copy of the file, its planes, those of a grid's cell, and the rows being converted.
    func memory(for region: ScaledRegion) -> Int { bytes.count + 3 * planeBytes + (64 << 20) }

    func samples(for target: PixelSize, _ deadline: DecodeDeadline) throws(ImageError) -> WholeSamples? {
      try deadline.check()
      let decoder = try AVIFDecoder(bytes)
      guard try decoder.decodeNext() else { throw .truncated(format: Self.format.name) }
      return (AVIFPlanes(decoder), nil)
    }

    /// Eight frames that later ones refer to, and some that the decoder works on.
    var frameBytes: Int { bytes.count + 12 * planeBytes + 4 * size.width * size.height + (64 << 20) }

    func frames() throws(ImageError) -> (any FrameReading)? {
      animation == nil ? nil : AVIFFrames(try AVIFDecoder(bytes))
    }
  }

  /// Reads a sequence's frames.
  private final class AVIFFrames: FrameReading {
    private let decoder: AVIFDecoder
    private let buffer: PixelBuffer

    init(_ decoder: AVIFDecoder) {
      self.decoder = decoder
      buffer = PixelBuffer(rowBytes: 4 * decoder.size.width, height: decoder.size.height)
    }

    var colors: FrameColors { FrameColors(encodings: decoder.encodings, isGray: decoder.isGray) }

    func rewind() throws(ImageError) { try decoder.rewind() }

    func next(_ deadline: DecodeDeadline) throws(ImageError) -> StoredFrame? {
      try deadline.check()
      guard try decoder.decodeNext() else { return nil }
      try decoder.convert(0..<decoder.size.height, into: buffer, bits: 8)
      return StoredFrame(area: PixelRect(decoder.size), pixels: buffer.pixels, delay: decoder.delay)
    }
  }
#endif
