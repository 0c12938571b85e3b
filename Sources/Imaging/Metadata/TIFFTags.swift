package import Bitmaps

/// The tags in a directory of a TIFF, or of Exif, which has its structure, and in the Exif directories (TIFF 6.0,
/// sections 2 and 8; Exif 2.32, 4.6; and BigTIFF, which has wider numbers).
///
/// Only the entries needed are read. The size of each value is limited, and offsets are not trusted.
package struct TIFFTags: Hashable, Sendable {
  /// The orientation, the date, the description, how and where the picture was taken, and the name of the profile.
  package private(set) var metadata = ImageMetadata()
  /// The ICC profile.
  package private(set) var profile: [UInt8]?
  /// Whether the samples are inks (cyan, magenta, yellow and black unless the file names others), whose colors the
  /// profile defines.
  package var isCMYK: Bool { photometric == 5 }
  /// Whether the pixels are compressed as by fax machines (TIFF 6.0, sections 10 and 11).
  package var isFax: Bool { [2, 3, 4].contains(compression) }
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
    guard [6, 7].contains(compression), let piece, let pieceBytes, pieceBytes > 0 else { return nil }
    return piece..<piece + pieceBytes
  }

  /// Whether the file is that of a camera's sensor: its first picture is a mosaic of colors or linear light, it has a version of DNG, or it is
  /// a reduced copy of another picture by a camera.
  package var isRAW: Bool {
    hasDNGVersion || [32_803, 34_892].contains(photometric) || isReduced && hasDirectories && metadata.camera != nil
  }

  private var photometric: Int?
  private var hasDNGVersion = false
  private var isReduced = false
  private var hasDirectories = false
  private var compression: Int?
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
  /// The maximum number of bytes of Exif that are read: the capacity of a JPEG segment.
  private static let maxExifBytes = 0xFFFF

  /// The tags that are read.
  private enum Tag: Int {
    case kind = 254
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
    case directories = 330
    case captureDirectory = 34_665
    case profile = 34_675
    case locationDirectory = 34_853
    case dngVersion = 50_706
  }

  /// The tags about how the picture was taken. Their directory is separate, but some programs write them into the first.
  private enum CaptureTag: Int {
    case exposureTime = 33_434
    case aperture = 33_437
    case speed = 34_855
    case dateTaken = 36_867
    case dateDigitized = 36_868
    case focalLength = 37_386
    case comment = 37_510
    case lens = 42_036
  }

  private enum LocationTag: Int {
    case latitudeHemisphere = 1
    case latitude = 2
    case longitudeHemisphere = 3
    case longitude = 4
  }

  /// Reads a file's directory and its Exif directories. Absent, damaged or unbounded entries are omitted.
  ///
  /// - Parameters:
  ///   - directory: The directory's offset; nil for the first.
  ///   - readsProfile: Whether to read the profile, which may have megabytes.
  ///   - xmp: An XMP packet, which is used if the directory has none.
  ///   - read: Returns up to `count` bytes of the file from an offset.
  package init(
    at directory: Int? = nil, readsProfile: Bool = true, xmp: ArraySlice<UInt8>? = nil,
    reading read: (_ offset: Int, _ count: Int) -> [UInt8]
  ) {
    var fields = ExifFields()
    guard let layout = TIFFLayout(read(0, 16)) else {
      metadata = ImageMetadata(fields, xmp: xmp)
      return
    }
    fields.isBigEndian = layout.isBigEndian
    var (capture, location): (Int?, Int?) = (nil, nil)
    var (profileEntry, xmpEntry): (ArraySlice<UInt8>?, ArraySlice<UInt8>?) = (nil, nil)
    func text(_ entry: ArraySlice<UInt8>) -> [UInt8]? { layout.bytes(of: entry, maximum: TIFFTags.maxTextLength, read) }
    TIFFTags.forEachEntry(at: directory ?? layout.directory, of: layout, read) { number, entry in
      guard let tag = Tag(rawValue: number) else {
        if let tag = CaptureTag(rawValue: number) { TIFFTags.readCapture(tag, entry, of: layout, read, into: &fields) }
        return
      }
      switch tag {
      case .orientation: fields.orientation = layout.whole(of: entry).flatMap { UInt32(exactly: $0) }
      case .xmp: xmpEntry = entry
      case .width: width = layout.whole(of: entry)
      case .height: height = layout.whole(of: entry)
      case .compression: compression = layout.short(of: entry)
      case .stripOffset, .tileOffset: piece = layout.only(of: entry)
      case .stripBytes, .tileBytes: pieceBytes = layout.only(of: entry)
      case .xResolution: xResolution = layout.fraction(of: entry, read)
      case .yResolution: yResolution = layout.fraction(of: entry, read)
      case .photometric: photometric = layout.short(of: entry)
      case .kind: isReduced = (layout.whole(of: entry) ?? 0) & 1 == 1
      case .directories: hasDirectories = true
      case .dngVersion: hasDNGVersion = true
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
    if let location {
      TIFFTags.forEachEntry(at: location, of: layout, read) { tag, entry in
        if let tag = LocationTag(rawValue: tag) { TIFFTags.readLocation(tag, entry, of: layout, read, into: &fields) }
      }
    }
    // Large values are read once, however often a directory repeats them.
    if readsProfile { profile = profileEntry.flatMap { layout.bytes(of: $0, maximum: ICCProfile.maxBytes + 1, read) } }
    metadata = ImageMetadata(
      fields, xmp: xmpEntry.flatMap { layout.bytes(of: $0, maximum: TIFFTags.maxXMPBytes, read) }?[...] ?? xmp)
    metadata.profile = profile.flatMap(ICCProfileName.of)
  }

  /// Returns the offsets of the directories of a file's pages: the first, and others that are neither reduced copies nor masks (TIFF 6.0,
  /// NewSubfileType). At most `DecodingLimits.maxPages` directories are read.
  package static func pages(reading read: (_ offset: Int, _ count: Int) -> [UInt8]) -> [Int] {
    guard let layout = TIFFLayout(read(0, 16)) else { return [] }
    var (pages, known) = ([layout.directory], Set([layout.directory]))
    var last = layout.directory
    while known.count < DecodingLimits.maxPages, let next = layout.directory(after: last, read),
      known.insert(next).inserted
    {
      var kind = 0
      forEachEntry(at: next, of: layout, read) { tag, entry in
        if tag == Tag.kind.rawValue { kind = layout.whole(of: entry) ?? 0 }
      }
      if kind & 5 == 0 { pages.append(next) }
      last = next
    }
    return pages
  }

  /// Reads Exif with or without its marker, as the constructor for files does, but no profile.
  init(exif: some Collection<UInt8>, xmp: ArraySlice<UInt8>? = nil) {
    self.init(readsProfile: false, xmp: xmp, reading: TIFFTags.reading(exif))
  }

  /// Returns the thumbnail in Exif: the JPEG in its second directory (Exif 2.32, 4.5.5), or nil if there is none.
  static func thumbnail(inExif exif: some Collection<UInt8>) -> [UInt8]? {
    let read = reading(exif)
    guard let layout = TIFFLayout(read(0, 16)), let directory = layout.directory(after: layout.directory, read) else {
      return nil
    }
    var (start, count): (Int?, Int?) = (nil, nil)
    forEachEntry(at: directory, of: layout, read) { tag, entry in
      // JPEGInterchangeFormat and JPEGInterchangeFormatLength.
      if tag == 513 { start = layout.only(of: entry) }
      if tag == 514 { count = layout.only(of: entry) }
    }
    guard let start, let count, count > 0 else { return nil }
    let bytes = read(start, count)
    return bytes.count == count ? bytes : nil
  }

  private static func reading(_ exif: some Collection<UInt8>) -> (_ offset: Int, _ count: Int) -> [UInt8] {
    let bytes = Array(exif.prefix(maxExifBytes))
    let content = bytes.starts(with: ExifFields.mark) ? bytes.dropFirst(ExifFields.mark.count) : bytes[...]
    return { Array(content.dropFirst($0).prefix($1)) }
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
    _ read: (_ offset: Int, _ count: Int) -> [UInt8], into fields: inout ExifFields
  ) {
    switch tag {
    case .exposureTime: fields.exposureTime = layout.fraction(of: entry, read)
    case .aperture: fields.aperture = layout.fraction(of: entry, read)
    case .speed: fields.speed = layout.whole(of: entry).flatMap { UInt32(exactly: $0) }
    case .dateTaken: fields.dateTaken = layout.bytes(of: entry, maximum: maxTextLength, read)
    case .dateDigitized: fields.dateDigitized = layout.bytes(of: entry, maximum: maxTextLength, read)
    case .focalLength: fields.focalLength = layout.fraction(of: entry, read)
    case .comment: fields.comment = layout.bytes(of: entry, maximum: maxTextLength, read)
    case .lens: fields.lens = layout.bytes(of: entry, maximum: maxTextLength, read)
    }
  }

  /// Reads an entry about where the picture was taken.
  private static func readLocation(
    _ tag: LocationTag, _ entry: ArraySlice<UInt8>, of layout: TIFFLayout,
    _ read: (_ offset: Int, _ count: Int) -> [UInt8], into fields: inout ExifFields
  ) {
    let field = tag.rawValue < 3 ? \ExifFields.latitude : \.longitude
    switch tag {
    case .latitudeHemisphere, .longitudeHemisphere:
      fields[keyPath: field].hemisphere = layout.bytes(of: entry, maximum: maxTextLength, read)
    case .latitude, .longitude: fields[keyPath: field].degrees = layout.fractions(of: entry, count: 3, read)
    }
  }
}
