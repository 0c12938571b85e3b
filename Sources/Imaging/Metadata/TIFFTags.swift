package import Bitmaps

/// The tags in a TIFF's first directory, and in its Exif directories, that some decoders leave out (TIFF 6.0, sections 2
/// and 8; Exif 2.32, 4.6; and BigTIFF, which has wider numbers).
///
/// Only the entries needed are read. The size of each value is limited, and offsets are not trusted.
package struct TIFFTags: Hashable, Sendable {
  /// The orientation, the date, the description, how and where the picture was taken, and the name of the profile.
  package private(set) var metadata = ImageMetadata()
  /// The ICC profile.
  package private(set) var profile: [UInt8]?
  /// Whether the samples are inks (cyan, magenta, yellow and black unless the file names others), whose colors the
  /// profile defines.
  package private(set) var isCMYK = false
  /// Whether the pixels are compressed as by fax machines (TIFF 6.0, sections 10 and 11).
  package private(set) var isFax = false
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
  /// The maximum number of bytes of XMP that are read.
  private static let maxXMPBytes = 1 << 18

  /// The tags that are read.
  private enum Tag: Int {
    case width = 256
    case height = 257
    case compression = 259
    case photometric = 262
    case description = 270
    case make = 271
    case model = 272
    case stripOffset = 273
    case orientation = 274
    case stripBytes = 279
    case xResolution = 282
    case yResolution = 283
    case date = 306
    case xmp = 700
    case tileOffset = 324
    case tileBytes = 325
    case captureDirectory = 34_665
    case profile = 34_675
    case locationDirectory = 34_853
  }

  /// The tags about how the picture was taken. Their directory is separate, but some programs write them into the first.
  private enum CaptureTag: Int {
    case exposureTime = 33_434
    case aperture = 33_437
    case speed = 34_855
    case dateTaken = 36_867
    case dateDigitized = 36_868
    case focalLength = 37_386
    case lens = 42_036
  }

  /// The tags of the directory for the location.
  private enum LocationTag: Int {
    case latitudeHemisphere = 1
    case latitude = 2
    case longitudeHemisphere = 3
    case longitude = 4
  }

  /// Reads a file's first directory and its Exif directories. Absent, damaged or unbounded entries are omitted.
  ///
  /// - Parameters:
  ///   - readsProfile: Whether to read the profile, which may have megabytes.
  ///   - read: Returns up to `count` bytes of the file from an offset.
  package init(readsProfile: Bool = true, reading read: (_ offset: Int, _ count: Int) -> [UInt8]) {
    guard let layout = TIFFLayout(read(0, 16)) else { return }
    var fields = ExifReader.Fields()
    var (capture, location): (Int?, Int?) = (nil, nil)
    var (profileEntry, xmpEntry): (ArraySlice<UInt8>?, ArraySlice<UInt8>?) = (nil, nil)
    func text(_ entry: ArraySlice<UInt8>) -> [UInt8]? { layout.bytes(of: entry, maximum: TIFFTags.maxTextLength, read) }
    TIFFTags.forEachEntry(at: layout.directory, of: layout, read) { number, entry in
      guard let tag = Tag(rawValue: number) else {
        if let tag = CaptureTag(rawValue: number) { TIFFTags.readCapture(tag, entry, of: layout, read, into: &fields) }
        return
      }
      switch tag {
      case .orientation: fields.orientation = layout.whole(of: entry).flatMap { UInt32(exactly: $0) }
      case .xmp: xmpEntry = entry
      case .width: width = layout.whole(of: entry)
      case .height: height = layout.whole(of: entry)
      case .compression:
        isJPEG = [6, 7].contains(layout.short(of: entry))
        isFax = [2, 3, 4].contains(layout.short(of: entry))
      case .stripOffset, .tileOffset: piece = layout.only(of: entry)
      case .stripBytes, .tileBytes: pieceBytes = layout.only(of: entry)
      case .xResolution: xResolution = layout.fraction(of: entry, read)
      case .yResolution: yResolution = layout.fraction(of: entry, read)
      // 5: separated into inks.
      case .photometric: isCMYK = layout.short(of: entry) == 5
      case .description: fields.description = text(entry)
      case .date: fields.dateChanged = text(entry)
      case .make: fields.make = text(entry)
      case .model: fields.model = text(entry)
      case .profile: profileEntry = entry
      case .captureDirectory: capture = layout.only(of: entry)
      case .locationDirectory: location = layout.only(of: entry)
      }
    }
    if let capture {
      TIFFTags.forEachEntry(at: capture, of: layout, read) { number, entry in
        if let tag = CaptureTag(rawValue: number) { TIFFTags.readCapture(tag, entry, of: layout, read, into: &fields) }
      }
    }
    if let location { TIFFTags.readLocation(at: location, of: layout, read, into: &fields) }
    // Large values are read once, however often a directory repeats them.
    if readsProfile { profile = profileEntry.flatMap { layout.bytes(of: $0, maximum: ICCProfile.maxBytes + 1, read) } }
    metadata = ImageMetadata(
      fields, xmp: xmpEntry.flatMap { layout.bytes(of: $0, maximum: TIFFTags.maxXMPBytes, read) }?[...])
    metadata.profile = profile.flatMap(ICCProfileName.of)
  }

  /// Calls `body` with the tag and the bytes of each entry of a directory.
  private static func forEachEntry(
    at directory: Int, of layout: TIFFLayout, _ read: (_ offset: Int, _ count: Int) -> [UInt8],
    _ body: (_ tag: Int, _ entry: ArraySlice<UInt8>) -> Void
  ) {
    guard let count = layout.number(read(directory, layout.countBytes)[...]) else { return }
    let entries = read(directory + layout.countBytes, min(count, maxEntries) * layout.entryBytes)
    for start in stride(from: 0, through: entries.count - layout.entryBytes, by: layout.entryBytes) {
      let entry = entries[start..<start + layout.entryBytes]
      if let tag = layout.number(entry.prefix(2)) { body(tag, entry) }
    }
  }

  /// Reads an entry about how the picture was taken.
  private static func readCapture(
    _ tag: CaptureTag, _ entry: ArraySlice<UInt8>, of layout: TIFFLayout,
    _ read: (_ offset: Int, _ count: Int) -> [UInt8], into fields: inout ExifReader.Fields
  ) {
    switch tag {
    case .exposureTime: fields.exposureTime = layout.fraction(of: entry, read)
    case .aperture: fields.aperture = layout.fraction(of: entry, read)
    case .speed: fields.speed = layout.whole(of: entry).flatMap { UInt32(exactly: $0) }
    case .dateTaken: fields.dateTaken = layout.bytes(of: entry, maximum: maxTextLength, read)
    case .dateDigitized: fields.dateDigitized = layout.bytes(of: entry, maximum: maxTextLength, read)
    case .focalLength: fields.focalLength = layout.fraction(of: entry, read)
    case .lens: fields.lens = layout.bytes(of: entry, maximum: maxTextLength, read)
    }
  }

  private static func readLocation(
    at directory: Int, of layout: TIFFLayout, _ read: (_ offset: Int, _ count: Int) -> [UInt8],
    into fields: inout ExifReader.Fields
  ) {
    var values: [LocationTag: [Double]] = [:]
    var letters: [LocationTag: [UInt8]] = [:]
    forEachEntry(at: directory, of: layout, read) { tag, entry in
      guard let tag = LocationTag(rawValue: tag) else { return }
      switch tag {
      case .latitude, .longitude: values[tag] = layout.fractions(of: entry, count: 3, read)
      case .latitudeHemisphere, .longitudeHemisphere:
        letters[tag] = layout.bytes(of: entry, maximum: maxTextLength, read)
      }
    }
    fields.latitude = values[.latitude].map { ($0, letters[.latitudeHemisphere]) }
    fields.longitude = values[.longitude].map { ($0, letters[.longitudeHemisphere]) }
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
    let link: ArraySlice<UInt8>
    switch isBigEndian ? head[3] : head[2] {
    case 42:
      (countBytes, offsetBytes) = (2, 4)
      link = head[4..<8]
    case 43 where head.count == 16:
      (countBytes, offsetBytes) = (8, 8)
      link = head[8..<16]
    default: return nil
    }
    guard let directory = number(link), directory >= 8 else { return nil }
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

  /// Returns the first 16-, 32- or 64-bit integer, or offset of a directory (IFD and IFD8), stored in the entry itself, or nil for other
  /// types. A negative number becomes a large one.
  func whole(of entry: ArraySlice<UInt8>) -> Int? {
    let widths = [3: 2, 4: 4, 8: 2, 9: 4, 13: 4, 16: 8, 18: 8]
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
    fractions(of: entry, count: 1, read)?.first.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Returns an entry's first rational numbers; nil for other types, if there are fewer, and if a divisor is 0.
  func fractions(
    of entry: ArraySlice<UInt8>, count: Int, _ read: (_ offset: Int, _ count: Int) -> [UInt8]
  ) -> [Double]? {
    guard number(entry.dropFirst(2).prefix(2)) == 5, let length = number(entry.dropFirst(4).prefix(offsetBytes)),
      length >= count
    else { return nil }
    let value = entry.suffix(offsetBytes)
    let isInline = length * 8 <= offsetBytes
    let bytes = isInline ? Array(value) : number(value).map { read($0, 8 * count) } ?? []
    guard bytes.count == 8 * count else { return nil }
    let numbers = stride(from: 0, to: bytes.count, by: 8).compactMap { start -> Double? in
      guard let over = number(bytes[start..<start + 4]), let under = number(bytes[start + 4..<start + 8]), under > 0
      else { return nil }
      return Double(over) / Double(under)
    }
    return numbers.count == count ? numbers : nil
  }

  /// Returns an entry's bytes or text, at most `maximum` bytes; nil for other types, and if some of the bytes are missing.
  func bytes(
    of entry: ArraySlice<UInt8>, maximum: Int, _ read: (_ offset: Int, _ count: Int) -> [UInt8]
  ) -> [UInt8]? {
    // BYTE, ASCII and UNDEFINED.
    guard let type = number(entry.dropFirst(2).prefix(2)), [1, 2, 7].contains(type),
      let length = number(entry.dropFirst(4).prefix(offsetBytes)), length > 0
    else { return nil }
    let value = entry.suffix(offsetBytes)
    if length <= offsetBytes { return Array(value.prefix(length)) }
    guard let offset = number(value) else { return nil }
    let wanted = min(length, maximum)
    let bytes = read(offset, wanted)
    return bytes.count == wanted ? bytes : nil
  }
}
