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

  private enum File {
    case whole([UInt8])
    case streamed(StreamedPNG)
  }

  private let file: File
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
    let bytes = ApplePNG.begins(source.all) ? try ApplePNG.ordinary(source.all, limits: limits) : source.all
    header = try PNGHeader(bytes)
    apng = APNGHeader(bytes, header: header)
    file = .whole(bytes)
    self.limits = limits
  }

  /// Those that decompress to more than the limits allow at once are streamed, too, however small.
  static func mayStream(fileBytes: Int, _ limits: DecodingLimits) -> Bool { true }

  static func streaming(
    _ source: any ByteSource, head: ArraySlice<UInt8>, limits: DecodingLimits
  ) throws(ImageError) -> PNGCodec? {
    try StreamedPNG(source, head: head, limits: limits).map { PNGCodec($0, limits: limits) }
  }

  private init(_ streamed: StreamedPNG, limits: DecodingLimits) {
    (file, header, apng) = (.streamed(streamed), streamed.header, streamed.animation)
    self.limits = limits
  }

  /// The chunks, without the image data if the file is streamed.
  private var bytes: [UInt8] {
    switch file {
    case .whole(let bytes): bytes
    case .streamed(let streamed): streamed.outline.bytes
    }
  }

  private func decoder() throws(ImageError) -> PNGDecoder {
    switch file {
    case .whole(let bytes):
      try PNGDecoder(bytes, header: header, isAnimated: apng != nil, limits: limits)
    case .streamed(let streamed): try PNGDecoder(streamed, limits: limits)
    }
  }

  var size: PixelSize { header.size }
  var metadata: ImageMetadata { ImageMetadata(png: bytes) }

  var heldBytes: Int {
    switch file {
    case .whole(let bytes): bytes.count
    case .streamed(let streamed): streamed.outline.bytes.count + streamed.outline.imageData.count
    }
  }

  func streamedPixels(inFileOf fileBytes: Int) -> Int { header.streamedPixels(inFileOf: fileBytes) }

  /// The size of the file if its chunks of image data may have to be joined; otherwise 0.
  private var joinedBytes: Int { if case .whole(let bytes) = file { bytes.count } else { 0 } }

  func memory(for region: ScaledRegion) -> Int {
    PNGDecoder.workingBytes(header, fileBytes: joinedBytes, scaledTo: region, limits: limits)
  }

  func decode(_ region: ScaledRegion, _ deadline: DecodeDeadline) throws(ImageError) -> DecodedPicture {
    try decoder().decode(scaledTo: region, deadline)
  }

  // A streamed animation is too large to be played.
  private var playable: (bytes: [UInt8], header: APNGHeader)? {
    guard case .whole(let bytes) = file, let apng else { return nil }
    return (bytes, apng)
  }

  var animation: Animation? { playable.flatMap { $0.header.frameCount > 1 ? $0.header.animation : nil } }
  var beginsWithStill: Bool { playable?.header.beginsWithStill ?? true }
  var frameBytes: Int { PNGDecoder.inflatingBytes(header, fileBytes: joinedBytes, limits: limits) }

  func frames() throws(ImageError) -> (any FrameReading)? {
    playable.map { APNGFrames($0.bytes, header: header, limits: limits) }
  }

  static var mayKeepSamples: Bool { true }
  var keepsSamples: Bool { header.isInterlaced }

  func samples(
    for target: PixelSize, _ deadline: DecodeDeadline
  ) throws(ImageError) -> (samples: any CodecSamples, defect: PictureDefect?)? {
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
