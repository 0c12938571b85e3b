/// The chunks of a RIFF file, or of a chunk that holds chunks: four letters, a length, content, and padding to even places.
struct RIFFChunks {
  /// A chunk: its letters, and where it lies.
  struct Chunk {
    let name: FourCC
    /// Its content.
    let content: Range<Int>
    /// All of it, from its letters on, without padding.
    var whole: Range<Int> { content.lowerBound - 8..<content.upperBound }
  }

  /// Four letters.
  struct FourCC: Equatable {
    private let value: UInt32

    static let extended = FourCC("VP8X"), lossy = FourCC("VP8 "), lossless = FourCC("VP8L"), alpha = FourCC("ALPH")
    static let animation = FourCC("ANIM"), frame = FourCC("ANMF")
    static let exif = FourCC("EXIF"), profile = FourCC("ICCP")

    fileprivate init(_ value: UInt32) { self.value = value }

    private init(_ name: StaticString) {
      value = name.description.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  private let bytes: [UInt8]
  private let end: Int
  /// Where the next chunk begins.
  private var index: Int
  /// Whether the last chunk goes on beyond the end.
  private(set) var isTruncated = false
  /// What there is of that chunk, if anything of its content is.
  private(set) var rest: Chunk?

  /// The chunks that lie in a range of the bytes.
  init(_ bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    index = range.lowerBound
    end = min(range.upperBound, bytes.count)
  }

  /// The next chunk; nil at the end, or when it is not all there.
  mutating func next() -> Chunk? {
    guard index < end else { return nil }
    guard let name = bytes.littleEndian32(at: index), let length = bytes.littleEndian32(at: index + 4),
      Int(length) <= end - index - 8
    else {
      isTruncated = true
      if let name = bytes.littleEndian32(at: index), end - index > 8 {
        rest = Chunk(name: FourCC(name), content: index + 8..<end)
      }
      return nil
    }
    let content = index + 8..<index + 8 + Int(length)
    index = content.upperBound + Int(length & 1)
    return Chunk(name: FourCC(name), content: content)
  }
}

extension [UInt8] {
  /// The three bytes at `offset` as a number, least significant first; nil where they are not all there.
  func littleEndian24(at offset: Int) -> UInt32? {
    guard offset >= 0, offset <= count - 3 else { return nil }
    return UInt32(self[offset]) | UInt32(self[offset + 1]) << 8 | UInt32(self[offset + 2]) << 16
  }

  /// The four bytes at `offset` as a number, least significant first; nil where they are not all there.
  func littleEndian32(at offset: Int) -> UInt32? {
    guard offset <= count - 4, let low = littleEndian24(at: offset) else { return nil }
    return low | UInt32(self[offset + 3]) << 24
  }
}
