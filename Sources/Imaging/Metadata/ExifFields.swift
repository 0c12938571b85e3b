/// The fields of Exif that we use, as they are stored; nil if absent.
struct ExifFields {
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
  var latitude, longitude: (degrees: [Double]?, hemisphere: [UInt8]?)
  /// Whether numbers are stored in big-endian order.
  var isBigEndian = false

  /// The marker before Exif in a JPEG segment.
  static let mark: [UInt8] = Array("Exif".utf8) + [0, 0]
}
