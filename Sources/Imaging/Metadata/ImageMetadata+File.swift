extension ImageMetadata {
  /// The maximum number of bytes of Exif that are read: as many as `ImageMetadata(exif:)` uses.
  static let maxExifBytes = 0xFFFF + 16
  /// The maximum number of segments, chunks or boxes that are passed in search of it.
  static let maxPieces = 4096

  /// Reads the metadata in a picture's file from its Exif, in a few small pieces and without decoding it: JPEG, PNG,
  /// WebP, TIFF, HEIF, AVIF, and JPEG XL and JPEG 2000 in a container, and PSD. Empty for other files, and if there is no Exif.
  ///
  /// - Parameter read: Returns up to `count` bytes of the file from an offset.
  package init(reading read: (_ offset: Int, _ count: Int) -> [UInt8]) {
    let head = read(0, 16)
    let exif: [UInt8]? =
      if let codec = Codecs.linked.codec(beginning: head[...]) {
        codec.exif(reading: read)
      } else if head.dropFirst(4).starts(with: "ftyp".utf8) {
        ExifFinder.inHEIF(read)
      } else if head.dropFirst(4).starts(with: "JXL ".utf8) {
        ExifFinder.inJPEGXL(read)
      } else if head.dropFirst(4).starts(with: "jP  ".utf8) {
        ExifFinder.inJPEG2000(read)
      } else if head.starts(with: "8BPS".utf8) {
        PhotoshopResources.range(of: .exif, reading: read).map {
          read($0.lowerBound, min($0.count, ImageMetadata.maxExifBytes))
        }
      } else {
        nil
      }
    self = (exif.map { TIFFTags(exif: $0) } ?? TIFFTags(readsProfile: false, reading: read)).metadata
    if head.dropFirst(4).starts(with: "ftyp".utf8) { hasGainMap = GainMap.isInHEIF(read) }
    if head.starts(with: "8BPS".utf8), let range = PhotoshopResources.range(of: .profile, reading: read) {
      profile = ICCProfileName.of(read(range.lowerBound, min(range.count, ICCProfile.maxBytes)))
    }
  }
}

/// Finds the Exif in files that no codec of this module decodes. Lengths and offsets are not trusted, and the number of pieces is limited.
private enum ExifFinder {
  /// JPEG XL's box for Exif (ISO/IEC 18181-2, 9.5): four bytes with the offset of the TIFF structure precede it.
  static func inJPEGXL(_ read: (_ offset: Int, _ count: Int) -> [UInt8]) -> [UInt8]? {
    let boxes = MediaBoxes.boxes(in: 0..<Int.max / 2, reading: read)
    guard let box = boxes.first(where: { $0.type == "Exif" }) else { return nil }
    return afterOffset(read(box.content.lowerBound, min(box.content.count, ImageMetadata.maxExifBytes)))
  }

  /// JPEG 2000's box of another's definition (ISO/IEC 15444-1, I.7.2), with the identifier that all programs use for Exif.
  static func inJPEG2000(_ read: (_ offset: Int, _ count: Int) -> [UInt8]) -> [UInt8]? {
    let identifier = "JpgTiffExif->JP2"
    let boxes = MediaBoxes.boxes(in: 0..<Int.max / 2, reading: read).filter { $0.type == "uuid" }
    guard let box = boxes.first(where: { read($0.content.lowerBound, 16).elementsEqual(identifier.utf8) }) else {
      return nil
    }
    return Array(read(box.content.lowerBound, min(box.content.count, ImageMetadata.maxExifBytes)).dropFirst(16))
  }

  static func inHEIF(_ read: (_ offset: Int, _ count: Int) -> [UInt8]) -> [UInt8]? {
    HEIFItems(reading: read).flatMap { $0.content(ofType: "Exif", maximum: ImageMetadata.maxExifBytes, read) }.flatMap(
      afterOffset)
  }

  /// Exif after the offset of its TIFF structure (ISO/IEC 23008-12, A.2.1).
  private static func afterOffset(_ content: [UInt8]) -> [UInt8]? {
    guard let offset = content.bigEndian32(at: 0), Int(offset) <= content.count - 4 else { return nil }
    return Array(content.dropFirst(4 + Int(offset)))
  }
}
