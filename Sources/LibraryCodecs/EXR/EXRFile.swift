#if EXR
  import Bitmaps
  import COpenEXR
  import Imaging

  /// A part of a file that the library has parsed.
  @safe
  final class EXRFile: @unchecked Sendable {
    private static let format = LibraryFormat.exr.format.name

    /// The library's name and version.
    static var version: String {
      var (major, minor, patch): (Int32, Int32, Int32) = (0, 0, 0)
      unsafe exr_get_library_version(&major, &minor, &patch, nil)
      return "OpenEXR \(major).\(minor).\(patch)"
    }

    /// The number of parts with colors or luminance, which are pages; 1 if there is none.
    let pageCount: Int
    private let part: Int32
    /// The size of the pixels that there are.
    let size: PixelSize
    let hasAlpha: Bool
    /// The light of a pixel's 1, in shares of white.
    let white: Double
    /// The primaries of its colors; nil for gray, and unless they are given.
    let primaries: RGBPrimaries?
    /// The size of the chunks that are decoded at a time: tiles, or rows of the whole width.
    private let chunk: PixelSize
    private let isTiled: Bool
    private let isGray: Bool
    private let firstRow: Int
    private let context: exr_context_t
    /// What the library reads, which lives as long.
    private let source: ReadFile

    /// The most bytes of a chunk's pixels.
    private static let maxChunkBytes = 1 << 28

    /// Parses a file.
    ///
    /// - Parameter page: The part among those with colors or luminance, from 1.
    /// - Throws: `ImageError`, also if it has neither colors nor luminance.
    init(_ file: any ByteSource, page: Int = 1) throws(ImageError) {
      let source = ReadFile(file)
      var error: Int32 = 0
      let opened = unsafe tui_exr_open(
        source.pointer,
        { _, data, buffer, count, offset, _ in
          guard let count = Int(exactly: count), let offset = Int(exactly: offset) else { return -1 }
          return Int64(unsafe ReadFile.read(data, at: offset, into: buffer, count: count))
        }, { _, data in Int64(unsafe ReadFile.count(data)) }, { _, _, _ in }, &error)
      guard let context = unsafe opened else { throw EXRFile.failure(error) }
      var count: Int32 = 0
      _ = unsafe exr_get_count(context, &count)
      let pages = (0..<min(max(1, count), Int32(DecodingLimits.maxPages))).filter { part in
        unsafe EXRFile.channels(of: context, part).map(EXRFile.isPicture) ?? false
      }
      pageCount = max(1, pages.count)
      let part = page <= pages.count ? pages[page - 1] : 0
      self.part = part
      var (window, storage) = (exr_attr_box2i_t(), EXR_STORAGE_SCANLINE)
      guard unsafe exr_get_data_window(context, part, &window) == 0,
        unsafe exr_get_storage(context, part, &storage) == 0,
        let names = unsafe EXRFile.channels(of: context, part)
      else {
        var closed: exr_context_t? = unsafe context
        unsafe exr_finish(&closed)
        throw .corrupt(format: EXRFile.format, reason: "its header is incomplete")
      }
      // No overflow: the numbers have 32 bits.
      let size = PixelSize(
        width: Int(window.max.x) - Int(window.min.x) + 1, height: Int(window.max.y) - Int(window.min.y) + 1)
      isTiled = storage == EXR_STORAGE_TILED
      isGray = names.contains("Y") && !names.contains("R")
      hasAlpha = names.contains("A")
      var luminance: Float = 0
      let isGiven = unsafe exr_attr_get_float(context, part, "whiteLuminance", &luminance) == 0
      white = isGiven && luminance > 0 && luminance.isFinite ? Double(luminance) / ToneCurve.white : 1
      var colors = exr_attr_chromaticities_t()
      let hasColors = unsafe !isGray && exr_attr_get_chromaticities(context, part, "chromaticities", &colors) == 0
      primaries = hasColors ? RGBPrimaries(colors) : nil
      firstRow = Int(window.min.y)
      self.size = size
      let isTiled = isTiled
      chunk = unsafe EXRFile.chunk(of: context, part, size, isTiled: isTiled)
      unsafe self.context = context
      self.source = source
      guard isTiled || storage == EXR_STORAGE_SCANLINE else {
        throw .unsupported(format: EXRFile.format, reason: "deep samples")
      }
      guard EXRFile.isPicture(names) else {
        throw .unsupported(format: EXRFile.format, reason: "it has neither colors nor luminance")
      }
      guard chunkBytes <= EXRFile.maxChunkBytes else {
        throw .unsupported(format: EXRFile.format, reason: "its tiles are too large")
      }
    }

    deinit {
      var closed: exr_context_t? = unsafe context
      unsafe exr_finish(&closed)
    }

    /// The names of a part's channels that have a sample for each pixel; nil if its header is incomplete.
    @unsafe
    private static func channels(of context: exr_context_t, _ part: Int32) -> Set<String>? {
      var channels: UnsafePointer<exr_attr_chlist_t>?
      guard unsafe exr_get_channels(context, part, &channels) == 0, let channels = unsafe channels else { return nil }
      var names: Set<String> = []
      for index in 0..<(unsafe Int(channels.pointee.num_channels)) {
        // As many channels as the list says.
        let channel = unsafe channels.pointee.entries[index]
        let isWhole = unsafe channel.x_sampling == 1 && channel.y_sampling == 1
        if isWhole, let name = unsafe channel.name.str { names.insert(unsafe String(cString: name)) }
      }
      return names
    }

    /// Whether a part with these channels has colors or luminance.
    private static func isPicture(_ channels: Set<String>) -> Bool { !channels.isDisjoint(with: ["Y", "R", "G", "B"]) }

    /// The bytes of the floats of the chunks that are decoded at a time: a row of tiles, or some scanlines.
    var chunkBytes: Int { 20 * ((size.width - 1) / chunk.width + 1).clampedProduct(chunk.width * chunk.height) }

    @unsafe
    private static func chunk(of context: exr_context_t, _ part: Int32, _ size: PixelSize, isTiled: Bool) -> PixelSize {
      if isTiled {
        var (width, height): (Int32, Int32) = (0, 0)
        unsafe exr_get_tile_sizes(context, part, 0, 0, &width, &height)
        return PixelSize(width: max(1, Int(width)), height: max(1, Int(height)))
      }
      var rows: Int32 = 0
      unsafe exr_get_scanlines_per_chunk(context, part, &rows)
      return PixelSize(width: max(1, size.width), height: max(1, Int(rows)))
    }

    /// Decodes the picture, and calls `body` with each row from the top.
    ///
    /// - Throws: `ImageError`; what `deadline` throws.
    func forEachRow(_ deadline: DecodeDeadline, _ body: ([SIMD4<Float>]) -> Void) throws(ImageError) {
      let columns = (size.width - 1) / chunk.width + 1
      let rowPixels = columns * chunk.width
      let plane = rowPixels * chunk.height
      // Red, green and blue, alpha, which is 1 unless there is one, and other channels.
      var band = [Float](repeating: 0, count: 3 * plane) + [Float](repeating: 1, count: 2 * plane)
      var row = [SIMD4<Float>](repeating: .zero, count: size.width)
      for top in stride(from: 0, to: size.height, by: chunk.height) {
        try deadline.check()
        for column in 0..<columns {
          let error = unsafe band.withUnsafeMutableBytes { bytes in
            // A tile, or the scanlines, within the planes of the band.
            let start = unsafe bytes.baseAddress?.advanced(by: 4 * column * chunk.width)
            return unsafe tui_exr_decode(
              context, part, Int32(column), Int32(isTiled ? top / chunk.height : firstRow + top), isTiled ? 1 : 0,
              start?.assumingMemoryBound(to: Float.self), plane, Int32(4 * rowPixels))
          }
          guard error == 0 else { throw EXRFile.failure(error) }
        }
        let (green, blue) = isGray ? (0, 0) : (plane, 2 * plane)
        for line in 0..<min(chunk.height, size.height - top) {
          let start = line * rowPixels
          for column in 0..<size.width {
            let index = start + column
            row[column] = SIMD4(band[index], band[green + index], band[blue + index], band[3 * plane + index])
          }
          body(row)
        }
      }
    }

    private static func failure(_ code: Int32) -> ImageError {
      switch UInt32(bitPattern: code) {
      case EXR_ERR_OUT_OF_MEMORY.rawValue: return .outOfMemory(format: format)
      case EXR_ERR_READ_IO.rawValue, EXR_ERR_BAD_CHUNK_LEADER.rawValue: return .truncated(format: format)
      case EXR_ERR_FEATURE_NOT_IMPLEMENTED.rawValue:
        return .unsupported(format: format, reason: "its compression")
      default:
        let reason = unsafe exr_get_default_error_message(code).map { unsafe String(cString: $0) } ?? "unreadable"
        return .corrupt(format: format, reason: reason)
      }
    }
  }

  extension RGBPrimaries {
    fileprivate init(_ colors: exr_attr_chromaticities_t) {
      func pair(_ x: Float, _ y: Float) -> SIMD2<Double> { SIMD2(Double(x), Double(y)) }
      self.init(
        red: pair(colors.red_x, colors.red_y), green: pair(colors.green_x, colors.green_y),
        blue: pair(colors.blue_x, colors.blue_y), white: pair(colors.white_x, colors.white_y))
    }
  }
#endif
