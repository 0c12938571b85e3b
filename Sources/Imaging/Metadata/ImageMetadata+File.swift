extension ImageMetadata {
  /// Reads the metadata in a picture's file from its Exif, in a few small pieces and without decoding it: JPEG, PNG,
  /// WebP, TIFF, HEIF, AVIF, and JPEG XL in a container. Empty for other files, and if there is no Exif.
  ///
  /// - Parameter read: Returns up to `count` bytes of the file from an offset.
  package init(reading read: (_ offset: Int, _ count: Int) -> [UInt8]) {
    let head = read(0, 16)
    let exif: [UInt8]? =
      if JPEGHeader.begins(head) {
        ExifFinder.inJPEG(read)
      } else if head.starts(with: PNGHeader.signature) {
        ExifFinder.inPNG(read)
      } else if head.count >= 12, WebPHeader.begins(head) {
        ExifFinder.inWebP(read)
      } else if head.dropFirst(4).starts(with: "ftyp".utf8) {
        ExifFinder.inHEIF(read)
      } else if head.dropFirst(4).starts(with: "JXL ".utf8) {
        ExifFinder.inJPEGXL(read)
      } else {
        nil
      }
    self = exif.map { ImageMetadata(exif: $0) } ?? TIFFTags(readsProfile: false, reading: read).metadata
  }
}

/// Finds the Exif in files of several formats. Lengths and offsets are not trusted, and the number of pieces is limited.
private enum ExifFinder {
  /// The maximum number of bytes of Exif that are read: as many as `ImageMetadata(exif:)` uses.
  private static let maxBytes = 0xFFFF + 16
  /// The maximum number of segments, chunks or boxes that are passed.
  private static let maxPieces = 4096

  static func inJPEG(_ read: (_ offset: Int, _ count: Int) -> [UInt8]) -> [UInt8]? {
    var offset = 2
    for _ in 0..<maxPieces {
      let head = read(offset, 4)
      guard head.count == 4, head[0] == 0xFF, head[1] != 0xDA, head[1] != 0xD9 else { return nil }
      // Markers may be preceded by fill bytes.
      if head[1] == 0xFF {
        offset += 1
        continue
      }
      let length = Int(head[2]) << 8 | Int(head[3])
      guard length >= 2 else { return nil }
      if head[1] == 0xE1 {
        let content = read(offset + 4, length - 2)
        if content.starts(with: ExifReader.mark) { return content }
      }
      offset += 2 + length
    }
    return nil
  }

  static func inPNG(_ read: (_ offset: Int, _ count: Int) -> [UInt8]) -> [UInt8]? {
    var offset = PNGHeader.signature.count
    for _ in 0..<maxPieces {
      let head = read(offset, 8)
      guard head.count == 8, let length = head.bigEndian32(at: 0), length <= Int32.max else { return nil }
      if head[4...].elementsEqual("eXIf".utf8) { return read(offset + 8, min(Int(length), maxBytes)) }
      offset += 12 + Int(length)
    }
    return nil
  }

  static func inWebP(_ read: (_ offset: Int, _ count: Int) -> [UInt8]) -> [UInt8]? {
    var offset = 12
    for _ in 0..<maxPieces {
      let head = read(offset, 8)
      guard head.count == 8, let length = head.littleEndian32(at: 4) else { return nil }
      if head[..<4].elementsEqual("EXIF".utf8) { return read(offset + 8, min(Int(length), maxBytes)) }
      offset += 8 + Int(length) + Int(length & 1)
    }
    return nil
  }

  /// JPEG XL's box for Exif (ISO/IEC 18181-2, 9.5): four bytes with the offset of the TIFF structure precede it.
  static func inJPEGXL(_ read: (_ offset: Int, _ count: Int) -> [UInt8]) -> [UInt8]? {
    let boxes = MediaBoxes.boxes(in: 0..<Int.max / 2, reading: read)
    guard let box = boxes.first(where: { $0.type == "Exif" }) else { return nil }
    return afterOffset(read(box.content.lowerBound, min(box.content.count, maxBytes)))
  }

  static func inHEIF(_ read: (_ offset: Int, _ count: Int) -> [UInt8]) -> [UInt8]? {
    HEIFItems(reading: read).flatMap { $0.content(ofType: "Exif", maximum: maxBytes, read) }.flatMap(afterOffset)
  }

  /// Exif after the offset of its TIFF structure (ISO/IEC 23008-12, A.2.1).
  private static func afterOffset(_ content: [UInt8]) -> [UInt8]? {
    guard let offset = content.bigEndian32(at: 0), Int(offset) <= content.count - 4 else { return nil }
    return Array(content.dropFirst(4 + Int(offset)))
  }
}
