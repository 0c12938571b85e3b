/// The chunks of a RIFF file, or of a chunk that contains chunks: FourCC, length, content, and padding to an even
/// offset.
struct RIFFChunks {
  /// A chunk: its FourCC and its range.
  struct Chunk {
    let name: FourCC
    let content: Range<Int>
    /// The range of its header and content, without padding.
    var whole: Range<Int> { content.lowerBound - 8..<content.upperBound }
  }

  /// Four letters that name a chunk's type.
  struct FourCC: Equatable {
    private let value: UInt32

    static let extended = FourCC("VP8X"), lossy = FourCC("VP8 "), lossless = FourCC("VP8L"), alpha = FourCC("ALPH")
    static let animation = FourCC("ANIM"), frame = FourCC("ANMF")
    static let exif = FourCC("EXIF"), xmp = FourCC("XMP "), profile = FourCC("ICCP")

    fileprivate init(_ value: UInt32) { self.value = value }

    private init(_ name: StaticString) {
      value = name.description.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  private let bytes: [UInt8]
  private let end: Int
  /// The offset of the next chunk.
  private var index: Int
  /// Whether the last chunk extends beyond the end.
  private(set) var isTruncated = false

  init(_ bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    index = range.lowerBound
    end = min(range.upperBound, bytes.count)
  }

  /// Returns the next chunk; nil at the end, or if the chunk is incomplete.
  mutating func next() -> Chunk? {
    guard index < end else { return nil }
    guard let name = bytes.littleEndian32(at: index), let length = bytes.littleEndian32(at: index + 4),
      Int(length) <= end - index - 8
    else {
      isTruncated = true
      return nil
    }
    let content = index + 8..<index + 8 + Int(length)
    index = content.upperBound + Int(length & 1)
    return Chunk(name: FourCC(name), content: content)
  }
}

extension [UInt8] {
  /// Decodes the three bytes at `offset` as a little-endian number; nil if some are missing.
  func littleEndian24(at offset: Int) -> UInt32? {
    guard offset >= 0, offset <= count - 3 else { return nil }
    return UInt32(self[offset]) | UInt32(self[offset + 1]) << 8 | UInt32(self[offset + 2]) << 16
  }

  /// Decodes the four bytes at `offset` as a little-endian number; nil if some are missing.
  func littleEndian32(at offset: Int) -> UInt32? {
    guard offset <= count - 4, let low = littleEndian24(at: offset) else { return nil }
    return low | UInt32(self[offset + 3]) << 24
  }
}
