#if TIFF
  import CTiff
  import Glibc
  import Imaging

  /// A TIFF opened by libtiff.
  ///
  /// Only one directory is used. libtiff's first error is kept, not printed. All code that uses this error is in
  /// this file, since every file that includes the shim has its own copy of the variable.
  @safe
  final class TIFFFile {
    /// The most bytes that libtiff may allocate at once.
    static let maxBytes = 1 << 30

    /// The tags for the number of rows of a strip and of a tile.
    static let (stripRows, tileLength) = (TIFFTAG_ROWSPERSTRIP, TIFFTAG_TILELENGTH)

    /// The library's name and version.
    static var version: String {
      let text = unsafe TIFFGetVersion().map { unsafe String(cString: $0) } ?? ""
      // "LIBTIFF, Version 4.5.0", and lines about its authors.
      return "libtiff \(text.split(separator: "\n").first?.split(separator: " ").last ?? "")"
    }

    private let file: OpaquePointer
    /// What libtiff reads, which lives as long.
    private let stream: TIFFStream

    /// Opens a TIFF.
    ///
    /// - Parameters:
    ///   - directory: The offset of the directory to use; nil for the first.
    ///   - isMapped: Whether all of it is in memory, which libtiff's conversion of some tiles needs.
    /// - Throws: `ImageError`.
    init(_ source: any ByteSource, at directory: Int?, isMapped: Bool = false) throws(ImageError) {
      tui_tiff_keep_errors()
      stream = TIFFStream(source, isMapped: isMapped)
      let opened = unsafe tui_tiff_open(
        Unmanaged.passUnretained(stream).toOpaque(), isMapped ? 1 : 0, Int64(TIFFFile.maxBytes), TIFFStream.read,
        { _, _, _ in -1 }, TIFFStream.seek, { _ in 0 }, TIFFStream.size, TIFFStream.map, { _, _, _ in })
      guard let file = unsafe opened else { throw TIFFFile.failure("not a TIFF") }
      unsafe self.file = file
      if let directory, unsafe TIFFSetSubDirectory(file, UInt64(directory)) == 0 {
        throw TIFFFile.failure("it has no such page")
      }
    }

    deinit { unsafe TIFFClose(file) }

    private static let format = LibraryFormat.tiff.format.name

    /// A kind of picture that is not read.
    static func unsupported(_ reason: String) -> ImageError { .unsupported(format: format, reason: reason) }

    /// The failure that libtiff reported first, in printable ASCII, or else our own message.
    static func failure(_ message: String) -> ImageError {
      // Terminated by libtiff.
      var report =
        unsafe tui_tiff_error().map { unsafe Array(UnsafeRawBufferPointer(start: $0, count: strlen($0)))[...] } ?? []
      unsafe tui_tiff_error()?.pointee = 0
      // The prefix is the file's name, which is unknown.
      if report.starts(with: "-: ".utf8) { report = report.dropFirst(3) }
      if report.isEmpty { return unsupported(message) }
      let text = String(decoding: report.map { 0x20..<0x7F ~= $0 ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
      let isTruncated = ["Read error at ", "Can not read TIFF directory"].contains(where: text.hasPrefix)
      return isTruncated ? .truncated(format: format) : .corrupt(format: format, reason: text)
    }

    /// A 16-bit field or its default; nil if it has neither.
    func short(_ tag: Int32) -> Int? {
      let value = unsafe tui_tiff_get16(file, UInt32(tag))
      return value < 0 ? nil : Int(value)
    }

    /// A 32-bit field or its default; nil if it has neither.
    func long(_ tag: Int32) -> Int? {
      let value = unsafe tui_tiff_get32(file, UInt32(tag))
      return value < 0 ? nil : Int(value)
    }

    /// Sets a field for the decoder.
    func set(_ tag: Int32, _ value: Int32) { _ = unsafe tui_tiff_set(file, UInt32(tag), value) }

    /// The kinds of the samples beyond the colors.
    var extraSamples: [Int] {
      var kinds = [UInt16](repeating: 0, count: 16)
      let count = unsafe tui_tiff_extra_samples(file, &kinds, Int32(kinds.count))
      return kinds.prefix(Int(count)).map { Int($0) }
    }

    /// The red, green and blue values of a palette's `count` (1 << bits) colors; nil if there is no palette.
    func colors(_ count: Int) -> [(UInt16, UInt16, UInt16)]? {
      var tables: (UnsafeMutablePointer<UInt16>?, UnsafeMutablePointer<UInt16>?, UnsafeMutablePointer<UInt16>?) =
        (nil, nil, nil)
      guard unsafe tui_tiff_colors(file, &tables.0, &tables.1, &tables.2) == 1,
        let red = unsafe tables.0, let green = unsafe tables.1, let blue = unsafe tables.2
      else { return nil }
      // libtiff's tables have 1 << bits entries.
      return (0..<count).map { unsafe (red[$0], green[$0], blue[$0]) }
    }

    var isUncompressed: Bool { short(TIFFTAG_COMPRESSION) ?? 1 == Int(COMPRESSION_NONE) }
    var isTiled: Bool { unsafe TIFFIsTiled(file) != 0 }
    /// Whether the chroma has fewer samples than the luma.
    var isSubsampled: Bool { unsafe tui_tiff_is_subsampled(file) != 0 }
    var rowBytes: Int { unsafe Int(TIFFScanlineSize(file)) }
    /// Bytes of a tile, and of one of its rows.
    var tileBytes: Int { unsafe Int(TIFFTileSize(file)) }
    var tileRowBytes: Int { unsafe Int(TIFFTileRowSize(file)) }

    /// Reads the next row, of all samples or of one plane.
    ///
    /// - Throws: `ImageError`.
    func read(row: Int, sample: Int, into bytes: inout [UInt8]) throws(ImageError) {
      guard bytes.count >= rowBytes else { throw TIFFFile.unsupported("its rows change their length") }
      // libtiff writes `rowBytes` bytes.
      let result = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe TIFFReadScanline(file, buffer.baseAddress, UInt32(row), UInt16(sample))
      }
      guard result == 1 else { throw TIFFFile.failure("truncated") }
      guard unsafe tui_tiff_guesses_rows().pointee == 0 else { throw TIFFFile.failure("its rows have no end codes") }
    }

    /// Reads the tile that contains a pixel.
    ///
    /// - Throws: `ImageError`.
    func readTile(column: Int, row: Int, sample: Int, into bytes: inout [UInt8]) throws(ImageError) {
      let count = bytes.count
      let result = unsafe bytes.withUnsafeMutableBytes { buffer in
        let tile = unsafe TIFFComputeTile(file, UInt32(column), UInt32(row), 0, UInt16(sample))
        return unsafe TIFFReadEncodedTile(file, tile, buffer.baseAddress, tmsize_t(count))
      }
      guard result >= 0 else { throw TIFFFile.failure("truncated") }
    }

    /// Reads rows converted to RGB by libtiff: red in the lowest eight bits of each pixel, then green and blue.
    ///
    /// - Parameter pixels: The destination, with room for all rows.
    /// - Throws: `ImageError`.
    func readColors(row: Int, count: Int, width: Int, into pixels: inout [UInt32]) throws(ImageError) {
      precondition(pixels.count >= count * width, "there is room for the rows")
      let result = unsafe pixels.withUnsafeMutableBufferPointer { buffer in
        unsafe tui_tiff_rgba(file, UInt32(row), UInt32(count), buffer.baseAddress)
      }
      guard result == 1 else { throw TIFFFile.failure("unknown kind") }
    }
  }

  /// The bytes of a file as libtiff reads them.
  @safe
  final class TIFFStream {
    private let source: any ByteSource
    private var position = 0
    /// All bytes, if they are in memory.
    private let mapped: UnsafeMutableBufferPointer<UInt8>?

    init(_ source: any ByteSource, isMapped: Bool) {
      self.source = source
      guard isMapped else {
        unsafe mapped = nil
        return
      }
      let bytes = source.bytes(at: 0, count: source.count)
      let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(1, bytes.count))
      _ = unsafe memory.initialize(from: bytes)
      unsafe mapped = UnsafeMutableBufferPointer(rebasing: memory[..<bytes.count])
    }

    deinit { unsafe mapped?.deallocate() }

    /// The stream that libtiff passes back, which outlives the file.
    private static func stream(_ handle: thandle_t?) -> TIFFStream? {
      unsafe handle.map { unsafe Unmanaged<TIFFStream>.fromOpaque($0).takeUnretainedValue() }
    }

    static let read: TIFFReadWriteProc = { handle, buffer, count in
      guard let stream = unsafe TIFFStream.stream(handle), let buffer = unsafe buffer, count > 0 else { return 0 }
      let bytes = stream.source.bytes(at: stream.position, count: Int(count))
      unsafe UnsafeMutableRawBufferPointer(start: buffer, count: Int(count)).copyBytes(from: bytes)
      stream.position += bytes.count
      return tmsize_t(bytes.count)
    }

    static let seek: TIFFSeekProc = { handle, offset, origin in
      guard let stream = unsafe TIFFStream.stream(handle) else { return .max }
      let start = origin == SEEK_SET ? 0 : origin == SEEK_CUR ? stream.position : stream.source.count
      let (position, overflow) = start.addingReportingOverflow(Int(truncatingIfNeeded: offset))
      guard !overflow, position >= 0 else { return .max }
      stream.position = position
      return toff_t(position)
    }

    static let size: TIFFSizeProc = { handle in toff_t(unsafe TIFFStream.stream(handle)?.source.count ?? 0) }

    static let map: TIFFMapFileProc = { handle, base, size in
      guard let mapped = unsafe TIFFStream.stream(handle)?.mapped else { return 0 }
      unsafe base?.pointee = UnsafeMutableRawPointer(mapped.baseAddress)
      unsafe size?.pointee = toff_t(mapped.count)
      return 1
    }
  }
#endif
