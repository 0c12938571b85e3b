import CTiff
import Glibc

/// A TIFF that libtiff reads.
///
/// Its first directory only. What libtiff complains about is kept, not printed. Everything of libtiff that knows its
/// complaints is in this file, for they are a variable of each file that sees them.
@safe
final class TIFFFile {
  /// Bytes that libtiff may allocate at once.
  static let maxBytes = 1 << 30

  private let file: OpaquePointer

  /// Opens what a descriptor reads, which must be able to seek.
  ///
  /// - Throws: `TIFFFailure`.
  init(_ descriptor: Int32) throws(TIFFFailure) {
    tui_tiff_keep_errors()
    let copy = dup(descriptor)
    // Copies have one place to read from; libtiff seeks each time, but for the first bytes.
    guard copy >= 0, lseek(copy, 0, SEEK_SET) == 0 else { throw TIFFFailure("standard input must be a file") }
    guard let file = unsafe tui_tiff_open(copy, Int64(TIFFFile.maxBytes)) else {
      close(copy)
      throw TIFFFile.failure("not a TIFF")
    }
    unsafe self.file = file
  }

  deinit { unsafe TIFFClose(file) }

  /// What libtiff said first, or failing that our own words.
  static func failure(_ words: String) -> TIFFFailure {
    var said = unsafe String(cString: tui_tiff_error())[...]
    // The file's name, which it has not.
    if said.hasPrefix("-: ") { said = said.dropFirst(3) }
    return TIFFFailure(said.isEmpty ? words : String(said))
  }

  /// A field of 16 bits, or its default; nil where it has neither.
  func short(_ tag: Int32) -> Int? {
    let value = unsafe tui_tiff_get16(file, UInt32(tag))
    return value < 0 ? nil : Int(value)
  }

  /// The same of 32 bits.
  func long(_ tag: Int32) -> Int? {
    let value = unsafe tui_tiff_get32(file, UInt32(tag))
    return value < 0 ? nil : Int(value)
  }

  /// Sets a field for the decoder.
  func set(_ tag: Int32, _ value: Int32) { _ = unsafe tui_tiff_set(file, UInt32(tag), value) }

  /// What each sample beyond the colours is.
  var extraSamples: [Int] {
    var kinds = [UInt16](repeating: 0, count: 16)
    let count = unsafe tui_tiff_extra_samples(file, &kinds, Int32(kinds.count))
    return kinds.prefix(Int(count)).map { Int($0) }
  }

  /// The red, green and blue of each of a palette's `count` (1 << bits) colours.
  func colors(_ count: Int) -> [(UInt16, UInt16, UInt16)]? {
    var tables: (UnsafeMutablePointer<UInt16>?, UnsafeMutablePointer<UInt16>?, UnsafeMutablePointer<UInt16>?) =
      (nil, nil, nil)
    guard unsafe tui_tiff_colors(file, &tables.0, &tables.1, &tables.2) == 1,
      let red = unsafe tables.0, let green = unsafe tables.1, let blue = unsafe tables.2
    else { return nil }
    // libtiff has as many of each as the samples' bits can count.
    return (0..<count).map { unsafe (red[$0], green[$0], blue[$0]) }
  }

  var isTiled: Bool { unsafe TIFFIsTiled(file) != 0 }
  /// Bytes of a row of a strip.
  var rowBytes: Int { unsafe Int(TIFFScanlineSize(file)) }
  /// Bytes of a tile and of one of its rows.
  var tileBytes: Int { unsafe Int(TIFFTileSize(file)) }
  var tileRowBytes: Int { unsafe Int(TIFFTileRowSize(file)) }

  /// Reads the row that follows, of all samples or of one.
  ///
  /// - Throws: `TIFFFailure`.
  func read(row: Int, sample: Int, into bytes: inout [UInt8]) throws(TIFFFailure) {
    guard bytes.count >= rowBytes else { throw TIFFFailure("its rows change their length") }
    // As many bytes as it writes.
    let result = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe TIFFReadScanline(file, buffer.baseAddress, UInt32(row), UInt16(sample))
    }
    guard result == 1 else { throw TIFFFile.failure("truncated") }
  }

  /// Reads a tile that has the pixel in it.
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

  /// Rows of colours, made by libtiff: red in the lowest eight bits of each pixel, then green and blue.
  ///
  /// - Parameter pixels: Room for all of them.
  /// - Throws: `TIFFFailure`.
  func readColors(row: Int, count: Int, width: Int, into pixels: inout [UInt32]) throws(TIFFFailure) {
    precondition(pixels.count >= count * width, "there is room for the rows")
    let result = unsafe pixels.withUnsafeMutableBufferPointer { buffer in
      unsafe tui_tiff_rgba(file, UInt32(row), UInt32(count), buffer.baseAddress)
    }
    guard result == 1 else { throw TIFFFile.failure("unknown kind") }
  }
}

/// Why a picture could not be had, in words.
struct TIFFFailure: Error {
  let words: String

  /// A reason, of which only what can be shown is kept.
  init(_ words: String) {
    self.words = String(words.unicodeScalars.map { (0x20..<0x7F).contains($0.value) ? Character($0) : "?" })
  }
}
