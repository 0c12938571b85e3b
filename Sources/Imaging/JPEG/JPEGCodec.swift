import Bitmaps

extension PictureFormat {
  package static let jpeg = PictureFormat("JPEG")
}

/// JPEG (ITU-T T.81), decoded by libjpeg-turbo.
struct JPEGCodec: PictureCodec {
  static let format = PictureFormat.jpeg

  static var libraries: [String] {
    let version = LibJPEG.version
    return ["libjpeg-turbo \(version / 1_000_000).\(version / 1000 % 1000).\(version % 1000)"]
  }

  let header: JPEGHeader
  private let bytes: [UInt8]
  private let decoder: JPEGDecoder

  /// If no other marker directly follows the first one, the bytes may be of another format, unless they have a valid header.
  static func recognizes(_ head: ArraySlice<UInt8>) -> Bool {
    guard head.starts(with: [0xFF, 0xD8]) else { return false }
    guard let next = head.dropFirst(2).first else { return true }
    return next == 0xFF || (try? JPEGHeader(Array(head))) != nil
  }

  init(_ file: InMemorySource, limits: DecodingLimits) throws(ImageError) {
    bytes = file.all
    header = try JPEGHeader(bytes)
    decoder = JPEGDecoder(bytes, header: header, limits: limits)
  }

  var size: PixelSize { header.size }
  var heldBytes: Int { bytes.count }

  var metadata: ImageMetadata {
    var metadata = ImageMetadata(bytes, exif: header.exif, xmp: header.xmp, profile: header.profile(in: bytes))
    metadata.hasGainMap = header.hasGainMapMark || header.xmp.map { GainMap.isDescribed(in: bytes[$0]) } ?? false
    return metadata
  }

  /// A block of 64 pixels takes at least two bits: one each for its mean and for the end of the block. libjpeg holds all coefficients of
  /// several scans.
  func streamedPixels(inFileOf fileBytes: Int) -> Int { header.hasManyScans ? 0 : fileBytes.clampedProduct(256) }

  func memory(for region: ScaledRegion) -> Int { decoder.workingBytes(scaledTo: region) }

  func decode(_ region: ScaledRegion, _ deadline: DecodeDeadline) throws(ImageError) -> DecodedPicture {
    try decoder.decode(scaledTo: region, deadline)
  }

  static var mayKeepSamples: Bool { true }
  var keepsSamples: Bool { header.hasManyScans }

  static func sampleSize(of size: PixelSize, for target: PixelSize) -> PixelSize {
    JPEGDecoder.scale(of: size, for: target).scaled(size)
  }

  func samplesMemory(for region: ScaledRegion) -> Int { decoder.workingBytes(ofSamplesFor: region.whole) }

  func samples(for target: PixelSize, _ deadline: DecodeDeadline) throws(ImageError) -> WholeSamples? {
    let (samples, defect) = try decoder.samples(scaledTo: target, deadline)
    return (samples, defect)
  }

  static func exif(reading read: (_ offset: Int, _ count: Int) -> [UInt8]) -> [UInt8]? {
    var offset = 2
    for _ in 0..<ImageMetadata.maxPieces {
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
        if content.starts(with: ExifFields.mark) { return content }
      }
      offset += 2 + length
    }
    return nil
  }
}

extension JPEGSamples: CodecSamples {
  var byteCount: Int { bytes.count }

  func scaled(to region: ScaledRegion, _ deadline: DecodeDeadline) throws(ImageError) -> Bitmap { scaled(to: region) }
}
