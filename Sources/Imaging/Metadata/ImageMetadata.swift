package import Bitmaps

/// A picture's metadata: orientation, date, description, how and where it was taken, and color profile.
package struct ImageMetadata: Hashable, Sendable {
  /// How to turn the stored pixels upright.
  package var orientation: Orientation
  /// The day on which the picture was taken or, if that is unknown, digitized or changed: year, month and day, such as "2026-03-14".
  package var date: String?
  /// The time of that day on the camera's clock, such as "15:09:26".
  package var time: String?
  /// The description by the picture's author: not empty, at most 1,000 characters, control characters included.
  package var description: String?
  /// The camera's maker and model.
  package var camera: String?
  /// The lens's model.
  package var lens: String?
  /// The exposure time and the aperture, such as "1/250 s, f/2.8".
  package var exposure: String?
  /// The sensitivity, such as "ISO 400".
  package var speed: String?
  /// The focal length, such as "35 mm".
  package var focalLength: String?
  /// Where the picture was taken, in degrees, such as "48.8584 N, 2.2945 E".
  package var location: String?
  /// The name of the color profile, such as "Display P3": at most 100 characters, unfiltered.
  package var profile: String?
  /// Whether the file has a gain map, which is not applied.
  package var hasGainMap = false

  /// The fields that are texts, with their names in messages.
  package static let texts: [(name: String, field: any WritableKeyPath<ImageMetadata, String?> & Sendable)] = [
    ("date", \.date), ("time", \.time), ("description", \.description), ("camera", \.camera), ("lens", \.lens),
    ("exposure", \.exposure), ("speed", \.speed), ("focalLength", \.focalLength), ("location", \.location),
    ("profile", \.profile),
  ]

  /// Creates metadata, by default empty.
  package init(
    orientation: Orientation = .upright, date: String? = nil, time: String? = nil, description: String? = nil
  ) {
    self.orientation = orientation
    self.date = date
    self.time = time
    self.description = description
  }

  /// Creates metadata from Exif and XMP, either of which may be absent. XMP's orientation counts if Exif has none.
  init(exif: ArraySlice<UInt8>?, xmp: ArraySlice<UInt8>?) {
    self = exif.map { TIFFTags(exif: $0, xmp: xmp).metadata } ?? ImageMetadata(ExifFields(), xmp: xmp)
  }

  /// Creates metadata from the ranges of Exif and XMP in a file's bytes, and an ICC profile, of which the name counts.
  init(_ bytes: [UInt8], exif: Range<Int>? = nil, xmp: Range<Int>? = nil, profile: [UInt8]?) {
    self.init(exif: exif.map { bytes[$0] }, xmp: xmp.map { bytes[$0] })
    self.profile = profile.flatMap(ICCProfileName.of)
  }

  /// Creates metadata from the fields of Exif; invalid fields are nil.
  ///
  /// - Parameter xmp: The XMP packet, whose orientation counts if the fields have no valid one; only then it is read.
  init(_ fields: ExifFields, xmp: @autoclosure () -> ArraySlice<UInt8>? = nil) {
    // A camera whose clock is not set writes zeros or blanks.
    let taken = [fields.dateTaken, fields.dateDigitized, fields.dateChanged].lazy.compactMap(\.self)
      .first { ExifText.day($0) != nil }
    self.init(
      orientation: fields.orientation.flatMap { UInt8(exactly: $0) }.flatMap(Orientation.init(rawValue:))
        ?? xmp().flatMap(XMPOrientation.read) ?? .upright,
      date: taken.flatMap(ExifText.day), time: taken.flatMap(ExifText.time),
      description: fields.description.flatMap(ExifText.text)
        ?? fields.comment.flatMap { ExifText.comment($0, isBigEndian: fields.isBigEndian) })
    camera = ExifText.camera(make: fields.make, model: fields.model)
    lens = fields.lens.flatMap(ExifText.text)
    exposure = ExifText.exposure(of: fields)
    speed = ExifText.speed(of: fields)
    focalLength = ExifText.focalLength(of: fields)
    location = ExifText.location(of: fields)
  }
}
