import Bitmaps
import CDeflate
import CZlib

extension PictureFormat {
  package static let png = PictureFormat("PNG")
}

/// PNG and APNG (PNG specification, third edition), decompressed by libdeflate and zlib.
struct PNGCodec: PictureCodec {
  static let format = PictureFormat.png

  static var libraries: [String] {
    ["libdeflate \(LIBDEFLATE_VERSION_STRING)", "zlib \(unsafe String(cString: zlibVersion()))"]
  }

  private let bytes: [UInt8]
  private let header: PNGHeader
  private let apng: APNGHeader?
  private let limits: DecodingLimits

  static func recognizes(_ head: ArraySlice<UInt8>) -> Bool { head.starts(with: PNGHeader.signature) }

  static func refusal(of head: ArraySlice<UInt8>) -> ImageError? {
    if head.count >= 2, PNGHeader.signature.starts(with: head) { return .truncated(format: "PNG") }
    // The signature is designed to break in transfers that change line endings or clear the eighth bit.
    if head.dropFirst().starts(with: "PNG".utf8) {
      return .corrupt(format: "PNG", reason: "its signature was changed")
    }
    return nil
  }

  init(_ source: InMemorySource, limits: DecodingLimits) throws(ImageError) {
    bytes = ApplePNG.begins(source.all) ? try ApplePNG.ordinary(source.all, limits: limits) : source.all
    header = try PNGHeader(bytes)
    apng = APNGHeader(bytes, header: header)
    self.limits = limits
  }

  private func decoder() throws(ImageError) -> PNGDecoder {
    try PNGDecoder(bytes, header: header, isAnimated: apng != nil, limits: limits)
  }

  var size: PixelSize { header.size }
  var metadata: ImageMetadata { ImageMetadata(png: bytes) }

  var heldBytes: Int { bytes.count }

  func streamedPixels(inFileOf fileBytes: Int) -> Int { header.streamedPixels(inFileOf: fileBytes) }

  func memory(for region: ScaledRegion) -> Int {
    PNGDecoder.workingBytes(header, fileBytes: bytes.count, scaledTo: region, limits: limits)
  }

  func decode(_ region: ScaledRegion, _ deadline: DecodeDeadline) throws(ImageError) -> DecodedPicture {
    try decoder().decode(scaledTo: region, deadline)
  }

  var animation: Animation? { apng.flatMap { $0.frameCount > 1 ? $0.animation : nil } }
  var beginsWithStill: Bool { apng?.beginsWithStill ?? true }
  var frameBytes: Int { PNGDecoder.inflatingBytes(header, fileBytes: bytes.count, limits: limits) }

  func frames() throws(ImageError) -> (any FrameReading)? {
    apng == nil ? nil : APNGFrames(bytes, header: header, limits: limits)
  }

  static var mayKeepSamples: Bool { true }
  var keepsSamples: Bool { header.isInterlaced }

  func samples(for target: PixelSize, _ deadline: DecodeDeadline) throws(ImageError) -> WholeSamples? {
    let (canvas, defect) = try decoder().samples(deadline)
    return (canvas, defect)
  }

  static func exif(reading read: (_ offset: Int, _ count: Int) -> [UInt8]) -> [UInt8]? {
    var offset = PNGHeader.signature.count
    for _ in 0..<ImageMetadata.maxPieces {
      let head = read(offset, 8)
      guard head.count == 8, let length = head.bigEndian32(at: 0), length <= Int32.max else { return nil }
      if head[4...].elementsEqual("eXIf".utf8) { return read(offset + 8, min(Int(length), ImageMetadata.maxExifBytes)) }
      offset += 12 + Int(length)
    }
    return nil
  }
}

extension PNGCanvas: CodecSamples {
  var byteCount: Int { bytes.count }
}
