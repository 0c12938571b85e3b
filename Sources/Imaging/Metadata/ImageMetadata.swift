/// A picture's metadata: orientation, date and description.
package struct ImageMetadata: Hashable, Sendable {
  /// How the stored pixels are to be turned.
  package var orientation: Orientation
  /// The day on which the picture was taken, or failing that changed: year, month, day, as in "2026-03-14".
  package var date: String?
  /// What the picture shows, in its maker's words: not empty, at most 1,000 characters, control characters included as
  /// they came.
  package var description: String?
  /// The camera's maker and model.
  package var camera: String?
  /// How it was exposed, as in "1/250 s, f/2.8, ISO 400, 35 mm".
  package var exposure: String?
  /// Where it was taken, in degrees, as in "48.8584 N, 2.2945 E".
  package var place: String?
  /// The name of the colour profile, as in "Display P3": at most 100 characters, as they came.
  package var profile: String?

  /// Metadata, none unless given.
  package init(orientation: Orientation = .upright, date: String? = nil, description: String? = nil) {
    self.orientation = orientation
    self.date = date
    self.description = description
  }

  /// Metadata from Exif; absent or invalid entries are nil.
  ///
  /// - Parameter exif: A TIFF structure, as PNG's eXIf and WebP's EXIF chunks hold it, with or without JPEG's mark
  ///   `Exif`, 0, 0 before it. Of more than 64 KiB, which JPEG cannot hold, only the first are looked at.
  package init(exif: some Collection<UInt8>) {
    let fields = ExifReader.fields(of: exif)
    self.init(
      orientation: fields.orientation.flatMap { UInt8(exactly: $0) }.flatMap(Orientation.init(rawValue:)) ?? .upright,
      date: (fields.dateTaken ?? fields.dateChanged).flatMap(ExifText.day),
      description: fields.description.flatMap(ExifText.text)
        ?? fields.comment.flatMap { ExifText.comment($0, isBigEndian: fields.isBigEndian) })
    camera = ExifText.camera(make: fields.make, model: fields.model)
    exposure = ExifText.exposure(of: fields)
    place = ExifText.place(of: fields)
  }
}
