/// Exif and XMP in a PNG's text chunks: XMP as the specification of XMP defines it (part 3, 1.1.5), and both as
/// ImageMagick writes them, in hexadecimal.
enum PNGMetadataTexts {
  /// The maximum size of such a chunk, and of its text, in bytes.
  static let maxBytes = 256 << 10

  /// A text that contains metadata.
  enum Content: Equatable {
    case exif([UInt8])
    case xmp([UInt8])
  }

  /// Whether a chunk is of a kind that may contain metadata.
  static func isText(_ kind: PNGChunk.Kind) -> Bool {
    kind == .text || kind == .compressedText || kind == .internationalText
  }

  /// The metadata in a chunk; nil if it is another text.
  static func content(of chunk: PNGChunk, in bytes: [UInt8]) -> Content? {
    guard isText(chunk.type), chunk.content.count <= maxBytes,
      let end = bytes[chunk.content].prefix(80).firstIndex(of: 0)
    else { return nil }
    let keyword = String(decoding: bytes[chunk.content.lowerBound..<end], as: UTF8.self)
    let isExif = ["Raw profile type exif", "Raw profile type APP1"].contains(keyword)
    guard isExif || keyword == "XML:com.adobe.xmp" || keyword == "Raw profile type xmp",
      let text = text(after: end + 1, of: chunk, in: bytes)
    else { return nil }
    if keyword == "XML:com.adobe.xmp" { return .xmp(text) }
    guard let profile = profile(text) else { return nil }
    // ImageMagick calls XMP from a JPEG by the name of its segment, too.
    if profile.starts(with: XMPOrientation.mark) { return .xmp(profile) }
    return isExif ? .exif(profile) : .xmp(profile)
  }

  private static func text(after start: Int, of chunk: PNGChunk, in bytes: [UInt8]) -> [UInt8]? {
    let end = chunk.content.upperBound
    switch chunk.type {
    case .text: return Array(bytes[start..<end])
    case .compressedText: return start + 1 <= end ? inflated(bytes, start + 1..<end) : nil
    // `Kind` is not an enumeration, so the switch needs a default: international text.
    default:
      // Whether it is compressed, the method, a language and a translated keyword.
      guard start + 2 <= end, let language = bytes[(start + 2)..<end].firstIndex(of: 0),
        let keyword = bytes[(language + 1)..<end].firstIndex(of: 0)
      else { return nil }
      return bytes[start] == 0 ? Array(bytes[(keyword + 1)..<end]) : inflated(bytes, keyword + 1..<end)
    }
  }

  /// Decompresses up to `maxBytes`; nil if the data are damaged.
  private static func inflated(_ bytes: [UInt8], _ data: Range<Int>) -> [UInt8]? {
    guard let stream = try? StreamingInflate(bytes, [data], rowBytes: 1024) else { return nil }
    var text: [UInt8] = []
    while text.count < maxBytes {
      guard let piece = try? stream.rest(1024) else { return nil }
      if piece.isEmpty { break }
      text += piece
    }
    return text
  }

  /// Decodes a profile: a line with its name, one with its length, and hexadecimal digits in lines.
  private static func profile(_ text: [UInt8]) -> [UInt8]? {
    let lines = text.split(separator: 0x0A)
    guard lines.count >= 3 else { return nil }
    let length = lines[1].filter { $0 != 0x20 }
    guard let count = Int(String(decoding: length, as: UTF8.self)) else { return nil }
    let digits: [Int] = lines[2...].joined().compactMap { (byte: UInt8) -> Int? in
      Character(UnicodeScalar(byte)).hexDigitValue
    }
    guard count > 0, digits.count >= 2, count <= digits.count / 2 else { return nil }
    return (0..<count).map { UInt8(digits[2 * $0] << 4 | digits[2 * $0 + 1]) }
  }
}
