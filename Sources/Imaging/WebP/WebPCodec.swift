import Bitmaps

extension PictureFormat {
  package static let webp = PictureFormat("WebP")
}

/// WebP, decoded by libwebp; animations are read from the container here (`WebPFrames`).
struct WebPCodec: PictureCodec {
  static let format = PictureFormat.webp

  static var libraries: [String] { ["libwebp \(LibWebP.version)"] }

  private let bytes: [UInt8]
  private let header: WebPHeader
  private let limits: DecodingLimits

  static func recognizes(_ head: ArraySlice<UInt8>) -> Bool { WebPHeader.begins(head) }

  init(_ file: InMemorySource, limits: DecodingLimits) throws(ImageError) {
    bytes = file.all
    header = try WebPHeader(bytes)
    self.limits = limits
  }

  private var decoder: WebPDecoder {
    WebPDecoder(bytes, WebPPicture(bytes, bytes.indices, features: header.features), limits: limits)
  }

  var size: PixelSize { header.features.size }
  var heldBytes: Int { bytes.count }

  var metadata: ImageMetadata {
    let profile = WebPHeader.content(of: .profile, in: bytes)
    return ImageMetadata(
      bytes, exif: WebPHeader.content(of: .exif, in: bytes), xmp: WebPHeader.content(of: .xmp, in: bytes),
      profile: profile.map { Array(bytes[$0].prefix(ICCProfile.maxBytes)) })
  }

  func streamedPixels(inFileOf fileBytes: Int) -> Int { header.streamedPixels }

  // An animated file has no picture other than its frames.
  var beginsWithStill: Bool { !header.features.isAnimated }

  func memory(for region: ScaledRegion) -> Int {
    beginsWithStill ? decoder.workingBytes(scaledTo: region) : frameBytes
  }

  func decode(_ region: ScaledRegion, _ deadline: DecodeDeadline) throws(ImageError) -> DecodedPicture {
    if beginsWithStill { return try decoder.decode(scaledTo: region, deadline) }
    // The canvas is too large to compose the animation on. Its first frame is an ordinary still if it covers the canvas.
    var chunks = WebPHeader.chunks(of: bytes)
    while let chunk = chunks.next() {
      try deadline.check()
      guard chunk.name == .frame else { continue }
      let picture = try WebPFrameChunk(bytes, content: chunk.content, canvas: size).picture
      guard picture.features.size == size else { throw .outOfMemory(format: "WebP") }
      return try WebPDecoder(bytes, picture, limits: limits).decode(scaledTo: region, deadline)
    }
    throw .truncated(format: "WebP")
  }

  var animation: Animation? { header.hasManyFrames ? Animation(loopCount: header.loopCount) : nil }

  /// Any frame may be lossless, or lossy with alpha.
  var frameBytes: Int {
    max(WebPDecoder.losslessBytes(size), WebPDecoder.lossyBytes(size, hasAlpha: true)) + 4 * size.width * size.height
  }

  func frames() throws(ImageError) -> (any FrameReading)? {
    beginsWithStill ? nil : WebPFrames(bytes, header: header)
  }

  static func exif(reading read: (_ offset: Int, _ count: Int) -> [UInt8]) -> [UInt8]? {
    var offset = 12
    for _ in 0..<ImageMetadata.maxPieces {
      let head = read(offset, 8)
      guard head.count == 8, let length = head.littleEndian32(at: 4) else { return nil }
      if head[..<4].elementsEqual("EXIF".utf8) { return read(offset + 8, min(Int(length), ImageMetadata.maxExifBytes)) }
      offset += 8 + Int(length) + Int(length & 1)
    }
    return nil
  }
}
