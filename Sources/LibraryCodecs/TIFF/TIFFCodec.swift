#if TIFF
  import Bitmaps
  import Imaging

  /// TIFF, decoded by libtiff row by row: the first picture, or each as a page.
  struct TIFFCodec: LibraryCodec {
    static let library = LibraryFormat.tiff
    static var libraries: [String] { [TIFFFile.version] }

    private let source: any ByteSource
    /// The offsets of the pages' directories.
    private let pages: [Int]
    /// The offset of the directory; nil for the first.
    private let directory: Int?
    private let tags: TIFFTags
    private let picture: TIFFPicture

    init(_ file: InMemorySource, limits: DecodingLimits) throws(ImageError) { try self.init(source: file) }

    private init(source: any ByteSource, pages: [Int]? = nil, at directory: Int? = nil) throws(ImageError) {
      func read(offset: Int, count: Int) -> [UInt8] { Array(source.bytes(at: offset, count: count)) }
      (self.source, self.directory) = (source, directory)
      self.pages = pages ?? TIFFTags.pages(reading: read)
      let tags = TIFFTags(at: directory, reading: read)
      self.tags = tags
      do throws(ImageError) { picture = try TIFFPicture(TIFFFile(source, at: directory)) } catch {
        throw TIFFCodec.error(error, tags)
      }
    }

    static func mayStream(fileBytes: Int, _ limits: DecodingLimits) -> Bool { true }

    static func streaming(
      _ file: any ByteSource, head: ArraySlice<UInt8>, limits: DecodingLimits
    ) throws(ImageError) -> TIFFCodec? { try TIFFCodec(source: file) }

    /// The size in square pixels.
    var size: PixelSize {
      PixelSize(width: picture.width, height: picture.height).squared(pixelAspect: tags.pixelAspect)
    }

    var metadata: ImageMetadata { tags.metadata }
    var pageCount: Int { max(1, pages.count) }

    func page(_ number: Int) throws(ImageError) -> TIFFCodec? {
      try TIFFCodec(source: source, pages: pages, at: pages[number - 1])
    }

    var heldBytes: Int { (source as? InMemorySource)?.count ?? 1 << 20 }

    /// The densest file has eight pixels a byte, compressed by Deflate's greatest ratio.
    func streamedPixels(inFileOf fileBytes: Int) -> Int { fileBytes.clampedProduct(8 * StreamedPixels.perDeflatedByte) }

    /// A row of the file in each form, and a row of tiles or a strip, up to which libtiff decodes at once.
    func memory(for region: ScaledRegion) -> Int { picture.workingBytes + (16 << 20) }

    // Rows are decoded from the top, and none is held.
    var keepsSamples: Bool { false }

    func decode(_ region: ScaledRegion, _ deadline: DecodeDeadline) throws(ImageError) -> DecodedPicture {
      do throws(ImageError) { return DecodedPicture(try bitmap(of: region, deadline)) } catch {
        throw TIFFCodec.error(error, tags)
      }
    }

    private func bitmap(of region: ScaledRegion, _ deadline: DecodeDeadline) throws(ImageError) -> Bitmap {
      let profile = tags.profile
      var rows = try TIFFRows(source, directory, picture, keepsInks: tags.isCMYK && profile != nil)
      // A profile that does not describe such samples is ignored.
      if let profile, let scaler = ProfiledScaler(rows.header, profile: profile, isGray: false, region: region) {
        var scaler = scaler
        let wanted = region.rows(of: rows.header.size)
        for row in 0..<wanted.upperBound {
          if row % 64 == 0 { try deadline.check() }
          let samples = try rows.next()
          if row >= wanted.lowerBound { scaler.push(samples) }
        }
        return scaler.finish()
      }
      if rows.header.isCMYK { rows = try TIFFRows(source, directory, picture, keepsInks: false) }
      var light = NetpbmRows(rows.header)
      var scaler = RowScaler(source: rows.header.size, region: region, isOpaque: light.isOpaque)
      let window = scaler.window
      for row in 0..<window.y + window.height {
        if row % 64 == 0 { try deadline.check() }
        let samples = try rows.next()
        if row < window.y { continue }
        light.convert(samples)
        scaler.push(whole: light.pixels)
      }
      return scaler.finish()
    }

    /// The error of a decode. What programs may decode is unsupported: faxes whose rows have no end code, and lossless JPEG.
    private static func error(_ error: ImageError, _ tags: TIFFTags) -> ImageError {
      guard tags.isFax || tags.jpeg != nil else { return error }
      if case .corrupt(let format, let reason) = error { return .unsupported(format: format, reason: reason) }
      if case .truncated(let format) = error { return .unsupported(format: format, reason: "it is truncated") }
      return error
    }
  }

  /// The rows of a TIFF's picture as those of a Netpbm picture, from the top.
  private struct TIFFRows {
    let header: NetpbmHeader
    private enum Kind {
      case stored(RowSource, PixelRows)
      /// libtiff's own conversion to RGB, a strip or a row of tiles at a time.
      case converted(TIFFFile, [UInt32], bandRows: Int)
    }

    private var kind: Kind
    private let picture: TIFFPicture
    private var row = 0

    init(_ source: any ByteSource, _ directory: Int?, _ picture: TIFFPicture, keepsInks: Bool) throws(ImageError) {
      self.picture = picture
      let size = PixelSize(width: picture.width, height: picture.height)
      var file = try TIFFFile(source, at: directory)
      guard case .libtiff = picture.colors else {
        let rows = try RowSource(file, picture) { () throws(ImageError) in try TIFFFile(source, at: directory) }
        let pixels = try PixelRows(file, picture, keepsInks: keepsInks)
        guard
          let header = NetpbmHeader(
            size: size, channels: pixels.channels, maximum: pixels.maximum, isCMYK: pixels.keepsInks)
        else { throw TIFFFile.unsupported("it has no size that could be shown") }
        self.header = header
        kind = .stored(rows, pixels)
        return
      }
      guard let header = NetpbmHeader(size: size, channels: 3) else {
        throw TIFFFile.unsupported("it has no size that could be shown")
      }
      self.header = header
      // libtiff's conversion rejects uncompressed tiles of other sizes than multiples of 1024 bytes, unless they are in memory.
      if file.isTiled, file.isUncompressed { file = try TIFFFile(source, at: directory, isMapped: true) }
      let stored = file.long(file.isTiled ? TIFFFile.tileLength : TIFFFile.stripRows) ?? picture.height
      let height = min(max(1, stored), picture.height)
      guard picture.width * height * 4 <= TIFFFile.maxBytes else {
        throw TIFFFile.unsupported("its strips are too large")
      }
      kind = .converted(file, Array(repeating: 0, count: picture.width * height), bandRows: height)
    }

    mutating func next() throws(ImageError) -> [UInt8] {
      defer { row += 1 }
      var samples: [UInt8] = []
      samples.reserveCapacity(header.rowBytes)
      switch kind {
      case .stored(var rows, var pixels):
        // The only references, so that nothing is copied.
        kind = .converted(rows.file, [], bandRows: 1)
        defer { kind = .stored(rows, pixels) }
        try rows.read(row)
        pixels.append(rows.pieces, to: &samples)
      case .converted(let file, var pixels, let bandRows):
        kind = .converted(file, [], bandRows: bandRows)
        defer { kind = .converted(file, pixels, bandRows: bandRows) }
        let line = row % bandRows
        if line == 0 {
          try file.readColors(
            row: row, count: min(bandRows, picture.height - row), width: picture.width, into: &pixels)
        }
        for pixel in pixels[line * picture.width..<(line + 1) * picture.width] {
          samples.append(UInt8(truncatingIfNeeded: pixel))
          samples.append(UInt8(truncatingIfNeeded: pixel >> 8))
          samples.append(UInt8(truncatingIfNeeded: pixel >> 16))
        }
      }
      return samples
    }
  }
#endif
