import Bitmaps
private import CExif

/// The wrapper of libexif: extracts the Exif fields that we use, as they are stored.
enum ExifReader {
  /// The fields read; nil if absent.
  struct Fields {
    /// Orientation (tag 274).
    var orientation: UInt32?
    /// DateTimeOriginal (36867).
    var dateTaken: [UInt8]?
    /// DateTimeDigitized (36868).
    var dateDigitized: [UInt8]?
    /// DateTime (306).
    var dateChanged: [UInt8]?
    /// ImageDescription (270).
    var description: [UInt8]?
    /// UserComment (37510), including the eight bytes of its character code.
    var comment: [UInt8]?
    /// Make (271) and Model (272).
    var make: [UInt8]?
    var model: [UInt8]?
    /// LensModel (42036).
    var lens: [UInt8]?
    /// ExposureTime (33434) in seconds, FNumber (33437), FocalLength (37386) in millimeters.
    var exposureTime: Double?
    var aperture: Double?
    var focalLength: Double?
    /// ISOSpeedRatings (34855).
    var speed: UInt32?
    /// GPSLatitude (2) and GPSLongitude (4): degrees, minutes and seconds, and the hemisphere's letter.
    var latitude: (degrees: [Double], hemisphere: [UInt8]?)?
    var longitude: (degrees: [Double], hemisphere: [UInt8]?)?
    /// Whether numbers are stored in big-endian order.
    var isBigEndian = false
  }

  /// The marker before Exif in a JPEG segment, which libexif expects in every case.
  static let mark: [UInt8] = Array("Exif".utf8) + [0, 0]
  /// The maximum number of bytes of Exif that are parsed: the capacity of a JPEG segment. libexif copies the value of
  /// each entry, and entries may share the same bytes, so its work grows with the square of this limit.
  private static let maximum = 0xFFFF
  /// The maximum length of a text, in bytes.
  private static let maxTextLength = 4096

  /// Reads Exif, with or without its marker. Fields that cannot be read are nil.
  static func fields(of exif: some Collection<UInt8>) -> Fields {
    unsafe read(exif) { data in
      let (picture, capture, location) = unsafe (data.pointee.ifd.0, data.pointee.ifd.2, data.pointee.ifd.3)
      let order = unsafe exif_data_get_byte_order(data)
      return unsafe Fields(
        orientation: number(EXIF_TAG_ORIENTATION, in: picture, order: order),
        dateTaken: text(EXIF_TAG_DATE_TIME_ORIGINAL, in: capture),
        dateDigitized: text(EXIF_TAG_DATE_TIME_DIGITIZED, in: capture),
        dateChanged: text(EXIF_TAG_DATE_TIME, in: picture),
        description: text(EXIF_TAG_IMAGE_DESCRIPTION, in: picture),
        comment: text(EXIF_TAG_USER_COMMENT, in: capture), make: text(EXIF_TAG_MAKE, in: picture),
        model: text(EXIF_TAG_MODEL, in: picture), lens: text(EXIF_TAG_LENS_MODEL, in: capture),
        exposureTime: rationals(EXIF_TAG_EXPOSURE_TIME, 1, in: capture, order: order)?.first,
        aperture: rationals(EXIF_TAG_FNUMBER, 1, in: capture, order: order)?.first,
        focalLength: rationals(EXIF_TAG_FOCAL_LENGTH, 1, in: capture, order: order)?.first,
        speed: number(EXIF_TAG_ISO_SPEED_RATINGS, in: capture, order: order),
        latitude: rationals(ExifTag(2), 3, in: location, order: order).map {
          unsafe ($0, text(ExifTag(1), in: location))
        },
        longitude: rationals(ExifTag(4), 3, in: location, order: order).map {
          unsafe ($0, text(ExifTag(3), in: location))
        },
        isBigEndian: order == EXIF_BYTE_ORDER_MOTOROLA)
    } ?? Fields()
  }

  /// Returns the embedded thumbnail file, or nil if there is none.
  static func thumbnail(of exif: some Collection<UInt8>) -> [UInt8]? {
    unsafe read(exif) { data in
      guard let bytes = unsafe data.pointee.data, unsafe data.pointee.size > 0 else { return nil }
      // libexif owns a copy of `size` bytes.
      return unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(data.pointee.size)))
    }
  }

  /// Calls `body` with the parsed Exif data, which is valid only during the call. Returns nil if there is no memory, or
  /// if `body` does.
  @unsafe
  private static func read<Result>(
    _ exif: some Collection<UInt8>, _ body: (UnsafeMutablePointer<ExifData>) -> Result?
  ) -> Result? {
    var bytes = Array(exif.prefix(maximum))
    if !bytes.starts(with: mark) { bytes = mark + bytes }
    guard let data = unsafe exif_data_new() else { return nil }
    // Only this function and its callees hold the data, so they are freed when it returns.
    defer { unsafe exif_data_unref(data) }
    // libexif need not add or correct fields, nor copy entries with unknown tags.
    unsafe exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
    unsafe exif_data_set_option(data, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS)
    // The count is that of the buffer. libexif keeps copies.
    unsafe bytes.withUnsafeBufferPointer { unsafe exif_data_load_data(data, $0.baseAddress, UInt32($0.count)) }
    return unsafe body(data)
  }

  /// Returns an entry's first value, or nil if it is not an integer, or negative.
  @unsafe
  private static func number(
    _ tag: ExifTag, in content: UnsafeMutablePointer<ExifContent>?, order: ExifByteOrder
  ) -> UInt32? {
    // libexif owns the entry as long as the data exist; `size` is the number of its bytes.
    guard let content = unsafe content, let entry = unsafe exif_content_get_entry(content, tag),
      let bytes = unsafe entry.pointee.data
    else { return nil }
    switch unsafe (entry.pointee.format, entry.pointee.size) {
    case (EXIF_FORMAT_BYTE, 1...): return unsafe UInt32(bytes[0])
    case (EXIF_FORMAT_SHORT, 2...): return unsafe UInt32(exif_get_short(bytes, order))
    case (EXIF_FORMAT_LONG, 4...): return unsafe exif_get_long(bytes, order)
    // Some programs write signed numbers.
    case (EXIF_FORMAT_SSHORT, 2...): return unsafe UInt32(exactly: exif_get_sshort(bytes, order))
    case (EXIF_FORMAT_SLONG, 4...): return unsafe UInt32(exactly: exif_get_slong(bytes, order))
    default: return nil
    }
  }

  /// Returns an entry's first `count` unsigned rationals, or nil if it has fewer or one has a denominator of zero.
  @unsafe
  private static func rationals(
    _ tag: ExifTag, _ count: Int, in content: UnsafeMutablePointer<ExifContent>?, order: ExifByteOrder
  ) -> [Double]? {
    guard let content = unsafe content, let entry = unsafe exif_content_get_entry(content, tag),
      let bytes = unsafe entry.pointee.data, unsafe entry.pointee.format == EXIF_FORMAT_RATIONAL,
      unsafe Int(entry.pointee.size) >= count * 8
    else { return nil }
    let numbers = (0..<count).map { index in
      // As above: each fraction has eight bytes.
      let fraction = unsafe exif_get_rational(bytes + index * 8, order)
      return fraction.denominator == 0 ? .nan : Double(fraction.numerator) / Double(fraction.denominator)
    }
    return numbers.allSatisfy(\.isFinite) ? numbers : nil
  }

  /// Returns an entry's bytes, at most `maxTextLength`.
  @unsafe
  private static func text(_ tag: ExifTag, in content: UnsafeMutablePointer<ExifContent>?) -> [UInt8]? {
    guard let content = unsafe content, let entry = unsafe exif_content_get_entry(content, tag),
      let bytes = unsafe entry.pointee.data
    else { return nil }
    // As above; every format for text has elements of one byte.
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: min(Int(entry.pointee.size), maxTextLength)))
  }
}
