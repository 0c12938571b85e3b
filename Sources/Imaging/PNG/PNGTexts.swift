/// The short texts in a PNG's tEXt chunks.
package enum PNGTexts {
  /// The maximum number of chunks that are read.
  static let maxChunks = 64
  /// The maximum size of a text chunk's content, in bytes.
  private static let maxBytes = 16_384

  /// Returns the texts by keyword, as bytes because their encoding is Latin-1. If a keyword occurs twice, the first
  /// text counts. Chunks with a wrong checksum are ignored.
  package static func all(of bytes: [UInt8]) -> [String: [UInt8]] {
    guard bytes.starts(with: PNGHeader.signature) else { return [:] }
    var texts: [String: [UInt8]] = [:]
    var chunks = PNGChunkReader(bytes)
    for _ in 0..<maxChunks {
      guard let chunk = try? chunks.next(), chunk.type != .end else { break }
      guard chunk.type == .text, chunk.content.count <= maxBytes else { continue }
      let content = bytes[chunk.content]
      guard let separator = content.firstIndex(of: 0) else { continue }
      let keyword = String(decoding: content[..<separator], as: UTF8.self)
      if texts[keyword] == nil { texts[keyword] = Array(content[(separator + 1)...]) }
    }
    return texts
  }
}
