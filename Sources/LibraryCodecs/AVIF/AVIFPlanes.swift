#if AVIF
  import Bitmaps
  import Imaging

  /// A decoded picture: planes of luma, chroma and alpha, whose rows are converted to colors when they are scaled.
  struct AVIFPlanes: CodecSamples {
    /// The rows that are converted at a time: few enough for the processor's cache.
    private static let stripRows = 32

    private let decoder: AVIFDecoder
    private let area: PixelRect
    private let layout: SampleLayout

    /// Takes the picture that a decoder has decoded, which decodes no other from then on.
    init(_ decoder: AVIFDecoder) {
      self.decoder = decoder
      area = decoder.area
      layout = decoder.bits > 8 ? .wideRGBA : decoder.isGray ? .grayRGBA : decoder.hasAlpha ? .rgba : .rgbx
    }

    var byteCount: Int { 2 * decoder.planeBytes }

    func scaled(to region: ScaledRegion, _ deadline: DecodeDeadline) throws(ImageError) -> Bitmap {
      let size = area.size
      guard let rows = EncodedRows(decoder.encodings, layout: layout, size: size, exposure: region.exposure) else {
        preconditionFailure("the samples are no inks")
      }
      var scaler = rows.scaler(to: region, isOpaque: !decoder.hasAlpha)
      let window = scaler.window
      let isCoarse = region.whole.width * 4 <= size.width && region.whole.height * 4 <= size.height
      let buffer = PixelBuffer(
        rowBytes: decoder.size.width * layout.pixelBytes, height: AVIFPlanes.stripRows + 6)
      var line = area.y + window.y
      let end = line + window.height
      while line < end {
        try deadline.check()
        let next = min(line + AVIFPlanes.stripRows, end)
        // Interpolated chroma depends on the rows above and below.
        let first = max((line & ~1) - 2, 0)
        let strip = first..<min((next + 3) & ~1, decoder.size.height)
        try decoder.convert(strip, into: buffer, bits: layout == .wideRGBA ? 16 : 8, isCoarse: isCoarse)
        if layout == .wideRGBA { buffer.makeBigEndian(rows: strip.count) }
        for row in line..<next {
          // The window lies within the area, and that within the picture.
          let offset = (row - first) * buffer.rowBytes + (area.x + window.x) * layout.pixelBytes
          unsafe rows.push(buffer.start + offset, into: &scaler)
        }
        line = next
      }
      return scaler.finish()
    }
  }

  extension PixelBuffer {
    /// Stores the 16-bit samples of the first rows with the most significant byte first.
    fileprivate func makeBigEndian(rows: Int) {
      let count = rows * rowBytes / 2
      // Aligned, as all memory that is allocated.
      unsafe start.withMemoryRebound(to: UInt16.self, capacity: count) { samples in
        for index in 0..<count { unsafe samples[index] = samples[index].bigEndian }
      }
    }
  }
#endif
