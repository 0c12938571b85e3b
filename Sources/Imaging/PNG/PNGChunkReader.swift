private import CDeflate

/// Iterates over a PNG's chunks and verifies their CRCs.
struct PNGChunkReader {
  private let bytes: [UInt8]
  private var index: Int

  /// Creates a reader positioned after the signature, or where a chunk begins.
  init(_ bytes: [UInt8], from index: Int = PNGHeader.signature.count) {
    self.bytes = bytes
    self.index = index
  }

  /// The type of the next chunk, unchecked; nil at the end of the bytes.
  var upcoming: PNGChunk.Kind? { bytes.bigEndian32(at: index + 4).map(PNGChunk.Kind.init) }

  /// Returns the next chunk. An ancillary chunk with a wrong CRC is skipped: the picture does not depend on it. Image
  /// data may be damaged or cut off: they have a separate checksum, and a part of them yields a part of the picture. A
  /// header with a wrong CRC is read, too: if its fields are wrong, the image data do not have the length that they
  /// should.
  ///
  /// - Throws: `ImageError.truncated` at the end of the bytes, `.corrupt` for an invalid chunk.
  mutating func next() throws(ImageError) -> PNGChunk {
    while let length = bytes.bigEndian32(at: index), let type = bytes.bigEndian32(at: index + 4) {
      let kind = PNGChunk.Kind(rawValue: type)
      guard kind.isName else { throw .corrupt(format: "PNG", reason: "a chunk has no name") }
      guard length <= Int32.max else { throw .corrupt(format: "PNG", reason: "\(kind.name) is too long") }
      let content = index + 8..<index + 8 + Int(length)
      guard let expected = bytes.bigEndian32(at: content.upperBound) else {
        guard kind == .data, index < bytes.count - 8 else { break }
        defer { index = bytes.count }
        return PNGChunk(type: kind, content: content.clamped(to: bytes.indices), soundness: .cut)
      }
      let actual = crc(index + 4..<content.upperBound)
      index = content.upperBound + 4
      if actual == expected { return PNGChunk(type: kind, content: content) }
      if kind == .data || kind == .header {
        return PNGChunk(type: kind, content: content, soundness: .wrongChecksum)
      }
      if kind.isCritical { throw .corrupt(format: "PNG", reason: "\(kind.name) has a wrong checksum") }
    }
    throw .truncated(format: "PNG")
  }

  private func crc(_ range: Range<Int>) -> UInt32 {
    // The C function gets the slice's bounds.
    unsafe bytes[range].withUnsafeBytes { unsafe libdeflate_crc32(0, $0.baseAddress, $0.count) }
  }
}
