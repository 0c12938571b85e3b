/// The tags in a TIFF's first directory that some decoders leave out (TIFF 6.0, sections 2 and 8; and BigTIFF, which
/// has wider numbers).
///
/// Only the entries needed are read. The size of each value is limited, and offsets are not trusted.
package struct TIFFTags: Hashable, Sendable {
  /// The orientation, date and description.
  package private(set) var metadata = ImageMetadata()
  /// The ICC profile.
  package private(set) var profile: [UInt8]?
  /// Whether the samples are inks (cyan, magenta, yellow and black unless the file names others), whose colours the
  /// profile defines.
  package private(set) var isCMYK = false
  /// The size in stored pixels, before orientation; nil if it is not given.
  package var size: PixelSize? {
    guard let width, let height, width > 0, height > 0 else { return nil }
    return PixelSize(width: width, height: height)
  }
  /// The pixel aspect ratio, width to height, 1/4…4: that of a fax, for example. A ratio outside that range is ignored.
  package var pixelAspect: Double {
    guard let xResolution, let yResolution else { return 1 }
    let aspect = yResolution / xResolution
    return 0.25...4 ~= aspect ? aspect : 1
  }

  /// The byte range of the only strip or tile, if it is JPEG-compressed (by the specification of 1992 or 1995).
  package var jpeg: Range<Int>? {
    guard isJPEG, let piece, let pieceBytes, pieceBytes > 0 else { return nil }
    return piece..<piece + pieceBytes
  }

  private var isJPEG = false
  private var piece: Int?
  private var pieceBytes: Int?
  private var width: Int?
  private var height: Int?
  private var xResolution: Double?
  private var yResolution: Double?

  /// The maximum number of directory entries that are read; files have about twenty.
  private static let maxEntries = 4096
  /// The maximum number of bytes of a text that are read.
  private static let maxTextLength = 4096

  /// The tags that are read.
  private enum Tag: Int {
    case width = 256
    case height = 257
    case compression = 259
    case photometric = 262
    case description = 270
    case stripOffset = 273
    case orientation = 274
    case stripBytes = 279
    case xResolution = 282
    case yResolution = 283
    case date = 306
    case tileOffset = 324
    case tileBytes = 325
    case profile = 34_675
  }

  /// Reads a file's first directory. Absent, damaged or unbounded entries are omitted.
  ///
  /// - Parameter read: Returns up to `count` bytes of the file from an offset.
  package init(reading read: (_ offset: Int, _ count: Int) -> [UInt8]) {
    guard let layout = TIFFLayout(read(0, 16)),
      let count = layout.number(read(layout.directory, layout.countBytes)[...])
    else { return }
    let entries = read(
      layout.directory + layout.countBytes, min(count, TIFFTags.maxEntries) * layout.entryBytes)
    for start in stride(from: 0, through: entries.count - layout.entryBytes, by: layout.entryBytes) {
      let entry = entries[start..<start + layout.entryBytes]
      guard let tag = layout.number(entry.prefix(2)).flatMap(Tag.init(rawValue:)) else { continue }
      switch tag {
      case .orientation:
        guard let number = layout.short(of: entry) else { continue }
        metadata.orientation = UInt8(exactly: number).flatMap(Orientation.init(rawValue:)) ?? .upright
      case .width: width = layout.whole(of: entry)
      case .height: height = layout.whole(of: entry)
      case .compression: isJPEG = [6, 7].contains(layout.short(of: entry))
      case .stripOffset, .tileOffset: piece = layout.only(of: entry)
      case .stripBytes, .tileBytes: pieceBytes = layout.only(of: entry)
      case .xResolution: xResolution = layout.fraction(of: entry, read)
      case .yResolution: yResolution = layout.fraction(of: entry, read)
      // 5: separated into inks.
      case .photometric: isCMYK = layout.short(of: entry) == 5
      case .description:
        metadata.description = layout.bytes(of: entry, most: TIFFTags.maxTextLength, read).flatMap(ExifText.text)
      case .date: metadata.date = layout.bytes(of: entry, most: TIFFTags.maxTextLength, read).flatMap(ExifText.day)
      case .profile: profile = layout.bytes(of: entry, most: ICCProfile.maxBytes + 1, read)
      }
    }
  }
}

/// How a TIFF stores numbers, and the offset of its first directory.
private struct TIFFLayout {
  private let isBigEndian: Bool
  /// The offset of the first directory.
  private(set) var directory = 0
  /// Bytes of a directory's entry count.
  let countBytes: Int
  /// Bytes of an offset, and of a value that is stored in its entry.
  let offsetBytes: Int
  /// Bytes of an entry: tag, type, count, and a value or its offset.
  var entryBytes: Int { 4 + 2 * offsetBytes }

  /// Reads a file's first 16 bytes; nil if they are not a TIFF's.
  init?(_ head: [UInt8]) {
    guard head.count >= 8 else { return nil }
    switch (head[0], head[1]) {
    case (0x49, 0x49): isBigEndian = false
    case (0x4D, 0x4D): isBigEndian = true
    default: return nil
    }
    let place: ArraySlice<UInt8>
    switch isBigEndian ? head[3] : head[2] {
    case 42:
      (countBytes, offsetBytes) = (2, 4)
      place = head[4..<8]
    case 43 where head.count == 16:
      (countBytes, offsetBytes) = (8, 8)
      place = head[8..<16]
    default: return nil
    }
    guard let directory = number(place), directory >= 8 else { return nil }
    self.directory = directory
  }

  /// Decodes an unsigned integer of 1…8 bytes; nil for other lengths, and for 2⁴⁸ or more, beyond the size of any file.
  func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard 1...8 ~= bytes.count else { return nil }
    let value = (isBigEndian ? Array(bytes) : bytes.reversed()).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return value < 1 << 48 ? Int(value) : nil
  }

  /// Returns the first 16-bit value stored in the entry itself, or nil for other types.
  func short(of entry: ArraySlice<UInt8>) -> Int? {
    number(entry.dropFirst(2).prefix(2)) == 3 ? number(entry.suffix(offsetBytes).prefix(2)) : nil
  }

  /// Returns the first 16-, 32- or 64-bit integer stored in the entry itself, or nil for other types.
  func whole(of entry: ArraySlice<UInt8>) -> Int? {
    let widths = [3: 2, 4: 4, 16: 8]
    guard let type = number(entry.dropFirst(2).prefix(2)), let width = widths[type], width <= offsetBytes else {
      return nil
    }
    return number(entry.suffix(offsetBytes).prefix(width))
  }

  /// Returns the entry's integer if it is the only one.
  func only(of entry: ArraySlice<UInt8>) -> Int? {
    number(entry.dropFirst(4).prefix(offsetBytes)) == 1 ? whole(of: entry) : nil
  }

  /// Returns an entry's rational number, two 32-bit integers; nil for other types, and if either integer is 0.
  func fraction(of entry: ArraySlice<UInt8>, _ read: (_ offset: Int, _ count: Int) -> [UInt8]) -> Double? {
    guard number(entry.dropFirst(2).prefix(2)) == 5 else { return nil }
    let value = entry.suffix(offsetBytes)
    let bytes = offsetBytes == 8 ? Array(value) : number(value).map { read($0, 8) } ?? []
    guard bytes.count == 8, let over = number(bytes[..<4]), let under = number(bytes[4...]), over > 0, under > 0 else {
      return nil
    }
    return Double(over) / Double(under)
  }

  /// Returns an entry's bytes or text, at most `most` bytes; nil for other types, and if some of the bytes are missing.
  func bytes(
    of entry: ArraySlice<UInt8>, most: Int, _ read: (_ offset: Int, _ count: Int) -> [UInt8]
  ) -> [UInt8]? {
    // BYTE, ASCII and UNDEFINED.
    guard let type = number(entry.dropFirst(2).prefix(2)), [1, 2, 7].contains(type),
      let length = number(entry.dropFirst(4).prefix(offsetBytes)), length > 0
    else { return nil }
    let value = entry.suffix(offsetBytes)
    if length <= offsetBytes { return Array(value.prefix(length)) }
    guard let place = number(value) else { return nil }
    let wanted = min(length, most)
    let bytes = read(place, wanted)
    return bytes.count == wanted ? bytes : nil
  }
}
