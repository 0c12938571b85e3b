import Bitmaps

/// The properties of a WebP (WebP container specification), read without decoding it.
struct WebPHeader: Sendable, Equatable {
  /// The features according to libwebp; the size of an animation is that of its canvas.
  let features: LibWebP.Features
  /// Whether there are at least two frames.
  let hasManyFrames: Bool
  /// How often the animation plays; 0 means forever.
  let loopCount: Int

  /// Whether the bytes begin like a WebP, as far as they go; the four letters of RIFF are required.
  static func begins(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.starts(with: "RIFF".utf8) && "WEBP".utf8.starts(with: bytes.dropFirst(8).prefix(4))
  }

  /// Reads the header, and of an animation the chunks up to the second frame.
  ///
  /// - Throws: `ImageError.truncated`, `.corrupt` or `.unsupported`.
  init(_ bytes: [UInt8]) throws(ImageError) {
    features = try LibWebP.features(bytes[...])
    var loopCount = 1
    var frames = 0
    if features.isAnimated {
      var chunks = WebPHeader.chunks(of: bytes)
      while frames < 2, let chunk = chunks.next() {
        if chunk.name == .animation, chunk.content.count >= 6 {
          loopCount = Int(bytes[chunk.content.lowerBound + 4]) | Int(bytes[chunk.content.lowerBound + 5]) << 8
        }
        if chunk.name == .frame { frames += 1 }
      }
      if frames == 0 {
        throw chunks.isTruncated || WebPHeader.isTruncated(bytes)
          ? .truncated(format: "WebP") : .corrupt(format: "WebP", reason: "it has no frames")
      }
    }
    self.loopCount = loopCount
    hasManyFrames = frames > 1
  }

  /// The longest side of a WebP picture.
  private static let maxSide = 16_383

  /// The most pixels of a picture that is decoded row by row; otherwise 0. A lossy one has no bound by its bytes, since codes may have no
  /// bits, but its sides are short. A lossless one is held whole.
  var streamedPixels: Int {
    let isStreamed =
      !features.isAnimated && !features.isLossless && max(features.size.width, features.size.height) <= Self.maxSide
    return isStreamed ? Self.maxSide * Self.maxSide : 0
  }

  /// Returns the top-level chunks of a file.
  static func chunks(of bytes: [UInt8]) -> RIFFChunks { RIFFChunks(bytes, in: 12..<max(12, declaredEnd(of: bytes))) }

  /// Returns the content of the first top-level chunk with a name; nil if it is not among the first 10,000. Metadata
  /// may follow all of an animation's frames.
  static func content(of name: RIFFChunks.FourCC, in bytes: [UInt8]) -> Range<Int>? {
    var chunks = chunks(of: bytes)
    for _ in 0..<10_000 {
      guard let chunk = chunks.next() else { return nil }
      if chunk.name == name { return chunk.content }
    }
    return nil
  }

  /// The color profile, if there is one; otherwise empty.
  static func encodings(in bytes: [UInt8]) -> [ColorEncoding] {
    content(of: .profile, in: bytes).map { [.icc(Array(bytes[$0]))] } ?? []
  }

  /// Whether the file is shorter than it declares.
  static func isTruncated(_ bytes: [UInt8]) -> Bool { declaredEnd(of: bytes) > bytes.count }

  private static func declaredEnd(of bytes: [UInt8]) -> Int { Int(bytes.littleEndian32(at: 4) ?? 0) + 8 }
}
