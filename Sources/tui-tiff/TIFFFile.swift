import CTiff

/// A TIFF opened by libtiff.
///
/// Only its first directory is used. libtiff's first error is kept, not printed. All code that uses this error is in
/// this file, since every file that includes the shim has its own copy of the variable.
@safe
final class TIFFFile {
  /// The most bytes that libtiff may allocate at once.
  static let maxBytes = 1 << 30

  private let file: OpaquePointer

  /// Opens the TIFF on a descriptor, which must be seekable.
  ///
  /// - Parameter isMapped: Whether the file is mapped into memory instead of being read. If it becomes shorter meanwhile,
  ///   the process ends.
  /// - Throws: `TIFFFailure`.
  init(_ descriptor: Int32, isMapped: Bool = false) throws(TIFFFailure) {
    tui_tiff_keep_errors()
    let copy = dup(descriptor)
    // Duplicated descriptors share one file offset. libtiff seeks before each read, except for the header.
    guard copy >= 0, lseek(copy, 0, SEEK_SET) == 0 else { throw TIFFFailure("standard input must be a file") }
    guard let file = unsafe tui_tiff_open(copy, isMapped ? 1 : 0, Int64(TIFFFile.maxBytes)) else {
      close(copy)
      throw TIFFFile.failure("not a TIFF")
    }
    unsafe self.file = file
  }

  deinit { unsafe TIFFClose(file) }

  /// The failure that libtiff reported first, or else our own message.
  static func failure(_ message: String) -> TIFFFailure {
    // Terminated by libtiff.
    var report =
      unsafe tui_tiff_error().map { unsafe Array(UnsafeRawBufferPointer(start: $0, count: strlen($0)))[...] } ?? []
    // The prefix is the file's name, which is unknown.
    if report.starts(with: "-: ".utf8) { report = report.dropFirst(3) }
    return report.isEmpty ? TIFFFailure(message) : TIFFFailure(bytes: report)
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

  var isTiled: Bool { unsafe TIFFIsTiled(file) != 0 }
  /// Whether the chroma has fewer samples than the luma.
  var isSubsampled: Bool { unsafe tui_tiff_is_subsampled(file) != 0 }
  /// Bytes of a row of a strip.
  var rowBytes: Int { unsafe Int(TIFFScanlineSize(file)) }
  /// Bytes of a tile, and of one of its rows.
  var tileBytes: Int { unsafe Int(TIFFTileSize(file)) }
  var tileRowBytes: Int { unsafe Int(TIFFTileRowSize(file)) }

  /// Reads the next row, of all samples or of one plane.
  ///
  /// - Throws: `TIFFFailure`.
  func read(row: Int, sample: Int, into bytes: inout [UInt8]) throws(TIFFFailure) {
    guard bytes.count >= rowBytes else { throw TIFFFailure("its rows change their length") }
    // libtiff writes `rowBytes` bytes.
    let result = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe TIFFReadScanline(file, buffer.baseAddress, UInt32(row), UInt16(sample))
    }
    guard result == 1 else { throw TIFFFile.failure("truncated") }
  }

  /// Reads the tile that contains a pixel.
  ///
  /// - Throws: `TIFFFailure`.
  func readTile(column: Int, row: Int, sample: Int, into bytes: inout [UInt8]) throws(TIFFFailure) {
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
  /// - Throws: `TIFFFailure`.
  func readColors(row: Int, count: Int, width: Int, into pixels: inout [UInt32]) throws(TIFFFailure) {
    precondition(pixels.count >= count * width, "there is room for the rows")
    let result = unsafe pixels.withUnsafeMutableBufferPointer { buffer in
      unsafe tui_tiff_rgba(file, UInt32(row), UInt32(count), buffer.baseAddress)
    }
    guard result == 1 else { throw TIFFFile.failure("unknown kind") }
  }
}

/// Why a picture cannot be decoded, as a message.
struct TIFFFailure: Error {
  /// Printable ASCII.
  let message: [UInt8]

  /// Creates a failure.
  init(_ message: String) { self.init(bytes: message.utf8) }

  /// Creates a failure; bytes other than printable ASCII become "?".
  init(bytes: some Sequence<UInt8>) {
    message = bytes.map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: "?") }
  }
}
