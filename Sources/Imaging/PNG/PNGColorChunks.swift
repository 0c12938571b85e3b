/// A PNG's chunks that say how its samples stand for colours (PNG specification, third edition, 11.3.2).
struct PNGColorChunks: Sendable {
  /// Where the chunks' content lies; the first of each kind counts.
  private var cicp: Range<Int>?, iccp: Range<Int>?, srgb: Range<Int>?, gamma: Range<Int>?, chromaticities: Range<Int>?

  /// Keeps a chunk that says something of colours; others are passed over. They stand before the pixels.
  mutating func read(_ chunk: PNGChunk) {
    switch chunk.type {
    case .codedColors: cicp = cicp ?? chunk.content
    case .profile: iccp = iccp ?? chunk.content
    case .standardColors: srgb = srgb ?? chunk.content
    case .gamma: gamma = gamma ?? chunk.content
    case .chromaticities: chromaticities = chromaticities ?? chunk.content
    // The kinds are numbers, not cases: there are always others.
    default: break
    }
  }

  /// The ICC profile; nil where there is none.
  func profile(in bytes: [UInt8]) -> [UInt8]? { iccp.flatMap { PNGColorChunks.profile(bytes, $0) } }

  /// What the picture's samples may mean, by the specification's order of precedence (4.3, table 1): the first of these that
  /// can be made sense of counts.
  func encodings(in bytes: [UInt8]) -> [ColorEncoding] {
    let profile = profile(in: bytes)
    let precise = [cicp.flatMap { PNGColorChunks.coded(bytes[$0]) }, profile.map(ColorEncoding.icc)].compactMap { $0 }
    return precise + [srgb == nil ? measured(in: bytes) : .sRGB]
  }

  /// cICP: codes of the primaries, of the transfer function, of a matrix (none), and whether samples use their full range.
  private static func coded(_ content: ArraySlice<UInt8>) -> ColorEncoding? {
    let codes = Array(content)
    guard codes.count == 4, codes[2] == 0, codes[3] == 1, let primaries = RGBPrimaries.coded(codes[0]),
      let function = TransferFunction.coded(codes[1])
    else { return nil }
    return .coded(primaries, function)
  }

  /// gAMA and cHRM, each with sRGB's own in the other's absence.
  private func measured(in bytes: [UInt8]) -> ColorEncoding {
    let primaries = chromaticities.flatMap { PNGColorChunks.primaries(bytes, $0) }
    let isSRGB = primaries?.toSRGB.map { $0.difference(from: .identity) < 0.002 } ?? true
    guard let gamma, gamma.count == 4, let value = bytes.bigEndian32(at: gamma.lowerBound), value > 0 else {
      return .coded(primaries ?? .sRGB, .sRGB)
    }
    // With sRGB's primaries it is how writers say sRGB (11.3.2.5 tells them to).
    if isSRGB, 45_405...45_505 ~= value { return .sRGB }
    return .coded(primaries ?? .sRGB, .power(100_000 / Double(value)))
  }

  /// cHRM: x and y of white, red, green and blue, in 1/100,000. Nil where they are no primaries.
  private static func primaries(_ bytes: [UInt8], _ content: Range<Int>) -> RGBPrimaries? {
    guard content.count == 32 else { return nil }
    let numbers = (0..<8).compactMap { bytes.bigEndian32(at: content.lowerBound + 4 * $0) }.map { Double($0) / 100_000 }
    guard numbers.count == 8 else { return nil }
    let primaries = RGBPrimaries(
      red: SIMD2(numbers[2], numbers[3]), green: SIMD2(numbers[4], numbers[5]), blue: SIMD2(numbers[6], numbers[7]),
      white: SIMD2(numbers[0], numbers[1]))
    return primaries.toSRGB == nil ? nil : primaries
  }

  /// iCCP: a name of at most 79 bytes, a zero, the compression method, and the profile compressed.
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

  /// The first bytes of compressed data; nil if there are fewer.
  private static func inflated(_ bytes: [UInt8], _ data: [Range<Int>], count: Int) -> [UInt8]? {
    guard let stream = try? StreamingInflate(bytes, data, rowBytes: count) else { return nil }
    // Copied before the stream goes.
    return unsafe (try? stream.next(count)).map { unsafe Array($0) }
  }
}
