/// The chunks that define a PNG's color space (PNG specification, third edition, 11.3.2).
struct PNGColorChunks: Sendable {
  /// The ranges of the chunks' content; the first chunk of each kind counts.
  private var cicp: Range<Int>?, iccp: Range<Int>?, srgb: Range<Int>?, gamma: Range<Int>?, chromaticities: Range<Int>?

  /// Records a color chunk and ignores others. Color chunks precede the pixels.
  mutating func read(_ chunk: PNGChunk) {
    switch chunk.type {
    case .codedColors: cicp = cicp ?? chunk.content
    case .profile: iccp = iccp ?? chunk.content
    case .standardColors: srgb = srgb ?? chunk.content
    case .gamma: gamma = gamma ?? chunk.content
    case .chromaticities: chromaticities = chromaticities ?? chunk.content
    // `Kind` is not an enumeration, so the switch needs a default.
    default: break
    }
  }

  /// The decompressed ICC profile; nil if there is none or it is damaged.
  func profile(in bytes: [UInt8]) -> [UInt8]? { iccp.flatMap { PNGColorChunks.profile(bytes, $0) } }

  /// The candidate encodings of the samples, in the specification's order of precedence (4.3, table 1): the first
  /// usable one counts.
  func encodings(in bytes: [UInt8]) -> [ColorEncoding] {
    let profile = profile(in: bytes)
    let precise = [cicp.flatMap { PNGColorChunks.coded(bytes[$0]) }, profile.map(ColorEncoding.icc)].compactMap { $0 }
    return precise + [srgb == nil ? measured(in: bytes) : .sRGB]
  }

  /// cICP: codes of the primaries, of the transfer function and of a matrix (none), and whether samples use their full
  /// range. Nil if the codes are invalid or unsupported.
  private static func coded(_ content: ArraySlice<UInt8>) -> ColorEncoding? {
    let codes = Array(content)
    guard codes.count == 4, codes[2] == 0, codes[3] == 1 else { return nil }
    return ColorEncoding(primaries: codes[0], transfer: codes[1])
  }

  /// The encoding by gAMA and cHRM; sRGB's values replace an absent chunk.
  private func measured(in bytes: [UInt8]) -> ColorEncoding {
    let primaries = chromaticities.flatMap { PNGColorChunks.primaries(bytes, $0) }
    let isSRGB = primaries?.toSRGB.map { $0.difference(from: .identity) < 0.002 } ?? true
    guard let gamma, gamma.count == 4, let value = bytes.bigEndian32(at: gamma.lowerBound), value > 0 else {
      return .coded(primaries ?? .sRGB, .sRGB)
    }
    // With sRGB's primaries, this gamma means sRGB: encoders are advised to write it so (11.3.2.5).
    if isSRGB, 45_405...45_505 ~= value { return .sRGB }
    return .coded(primaries ?? .sRGB, .power(100_000 / Double(value)))
  }

  /// cHRM: x and y of white, red, green and blue, in 1/100,000. Nil if they are not valid primaries.
  private static func primaries(_ bytes: [UInt8], _ content: Range<Int>) -> RGBPrimaries? {
    guard content.count == 32 else { return nil }
    let numbers = (0..<8).compactMap { bytes.bigEndian32(at: content.lowerBound + 4 * $0) }.map { Double($0) / 100_000 }
    guard numbers.count == 8 else { return nil }
    let primaries = RGBPrimaries(
      red: SIMD2(numbers[2], numbers[3]), green: SIMD2(numbers[4], numbers[5]), blue: SIMD2(numbers[6], numbers[7]),
      white: SIMD2(numbers[0], numbers[1]))
    return primaries.toSRGB == nil ? nil : primaries
  }

  /// iCCP: a name of at most 79 bytes, a zero, the compression method, and the compressed profile. Nil if it is
  /// damaged.
  private static func profile(_ bytes: [UInt8], _ content: Range<Int>) -> [UInt8]? {
    guard let end = bytes[content].prefix(80).firstIndex(of: 0), end + 1 < content.upperBound, bytes[end + 1] == 0
    else {
      return nil
    }
    let data = [end + 2..<content.upperBound]
    // A profile begins with its length.
    guard let start = inflated(bytes, data, count: 4)?.bigEndian32(at: 0), 128...ICCProfile.maxBytes ~= Int(start)
    else {
      return nil
    }
    return inflated(bytes, data, count: Int(start))
  }

  /// Returns the first `count` bytes of the decompressed data, or nil if there are fewer.
  private static func inflated(_ bytes: [UInt8], _ data: [Range<Int>], count: Int) -> [UInt8]? {
    guard let stream = try? StreamingInflate(bytes, data, rowBytes: count) else { return nil }
    // Copied because the stream owns the buffer.
    return unsafe (try? stream.next(count)).map { unsafe Array($0) }
  }
}
