/// The texts that a PNG keeps (tEXt chunks), as far as they are short.
package enum PNGTexts {
  /// The most chunks that are looked at, and bytes of a text at most.
  private static let (maxChunks, maxBytes) = (64, 16_384)

  /// The texts by their keywords, as bytes, for their encoding is Latin-1; of two with one keyword the first. Chunks with a
  /// wrong checksum count for nothing.
  package static func all(of bytes: [UInt8]) -> [String: [UInt8]] {
    guard bytes.starts(with: PNGHeader.signature) else { return [:] }
    var texts: [String: [UInt8]] = [:]
    var chunks = PNGChunkReader(bytes)
    for _ in 0..<maxChunks {
      guard let chunk = try? chunks.next(), chunk.type != .end else { break }
      guard chunk.type.name == "tEXt", chunk.content.count <= maxBytes else { continue }
      let content = bytes[chunk.content]
      guard let separator = content.firstIndex(of: 0) else { continue }
      let keyword = String(decoding: content[..<separator], as: UTF8.self)
      if texts[keyword] == nil { texts[keyword] = Array(content[(separator + 1)...]) }
    }
    return texts
  }
}
