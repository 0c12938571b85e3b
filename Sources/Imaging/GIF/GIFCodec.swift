import Bitmaps
import CGif

extension PictureFormat {
  package static let gif = PictureFormat("GIF")
}

/// GIF, still or animated, decoded by giflib.
struct GIFCodec: PictureCodec {
  static let format = PictureFormat.gif

  static var libraries: [String] { ["giflib \(GIFLIB_MAJOR).\(GIFLIB_MINOR).\(GIFLIB_RELEASE)"] }

  private let source: any ByteSource
  private let header: GIFHeader
  private let limits: DecodingLimits
  let heldBytes: Int

  static func recognizes(_ head: ArraySlice<UInt8>) -> Bool { GIFHeader.begins(head) }

  init(_ file: InMemorySource, limits: DecodingLimits) throws(ImageError) {
    self.init(file, try GIFHeader(file), limits, heldBytes: file.count)
  }

  static func mayStream(fileBytes: Int, _ limits: DecodingLimits) -> Bool { fileBytes > limits.maxHeldBytes }

  static func streaming(
    _ source: any ByteSource, head: ArraySlice<UInt8>, limits: DecodingLimits
  ) throws(ImageError) -> GIFCodec? {
    try GIFHeader(streaming: source, limits: limits).map { GIFCodec(source, $0, limits, heldBytes: 0) }
  }

  private init(_ source: any ByteSource, _ header: GIFHeader, _ limits: DecodingLimits, heldBytes: Int) {
    (self.source, self.header, self.limits, self.heldBytes) = (source, header, limits, heldBytes)
  }

  var size: PixelSize { header.size }
  var metadata: ImageMetadata { ImageMetadata([], profile: header.encodings.first?.profile) }

  func streamedPixels(inFileOf fileBytes: Int) -> Int {
    GIFHeader.streamedPixels(isInterlaced: header.isInterlaced, inFileOf: fileBytes)
  }

  func memory(for region: ScaledRegion) -> Int { GIFDecoder.workingBytes(header) }

  func decode(_ region: ScaledRegion, _ deadline: DecodeDeadline) throws(ImageError) -> DecodedPicture {
    try GIFDecoder(source, header: header, limits: limits).decode(scaledTo: region, deadline)
  }

  var animation: Animation? { header.isAnimated ? Animation(loopCount: header.loopCount) : nil }
  var frameBytes: Int { size.width }

  func frames() throws(ImageError) -> (any FrameReading)? {
    try GIFFrames(source, header: header, limits: limits)
  }
}
