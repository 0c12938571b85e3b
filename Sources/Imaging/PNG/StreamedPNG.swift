/// A PNG whose file is not held in memory: it was read through once, and its checksums were verified. Image data that
/// can be decompressed at once were collected meanwhile; larger ones are read again, piece by piece, during
/// decompression.
struct StreamedPNG: Sendable {
  /// The file without its image data.
  let outline: PNGOutline
  let header: PNGHeader
  /// The animation's header; nil if there is no animation.
  let animation: APNGHeader?
  private let source: any ByteSource

  /// Whether the image data are held in memory.
  private let holdsData: Bool

  /// The compressed image data, piece by piece; nil if they are held in memory.
  var pieces: PNGDataPieces? { holdsData ? nil : PNGDataPieces(source, outline.data) }

  /// Reads through a PNG. Returns nil for another format, for a small file, and for an animation that is played.
  ///
  /// - Parameter head: The first bytes, at least the signature and the chunk of the header.
  /// - Throws: `ImageError` if the picture or the file is larger than `limits` allow, or damaged at its beginning;
  ///   `.cancelled`.
  init?(_ source: some ByteSource, head: ArraySlice<UInt8>, limits: DecodingLimits) throws(ImageError) {
    guard let header = try? PNGHeader(Array(head)) else { return nil }
    try limits.check(header.size, streamed: header.streamedPixels(inFileOf: source.count))
    guard source.count <= limits.maxFileBytes else { throw .outOfMemory(format: "PNG") }
    holdsData = PNGPass.all(of: header).reduce(0, { $0 + $1.bytes(header) }) <= limits.maxInflatedBytes
    if holdsData {
      guard source.count > limits.maxHeldBytes else { return nil }
      // Most animations are recognized by their first bytes.
      if limits.allowsCanvas(header.size), APNGHeader(Array(source.piece(at: 0)), header: header) != nil { return nil }
    }
    self.source = source
    outline = try PNGOutline(source, holdingData: holdsData)
    // The header is read again, because the file may have changed.
    self.header = try PNGHeader(outline.bytes)
    try limits.check(self.header.size, streamed: self.header.streamedPixels(inFileOf: source.count))
    animation = APNGHeader(outline.bytes, header: self.header)
    if animation != nil, limits.allowsCanvas(self.header.size) { return nil }
  }
}

/// The contents of a source's IDAT chunks, one after another. Their checksums have been verified.
struct PNGDataPieces: IteratorProtocol {
  private var cursor: ByteCursor
  private let end: Int
  /// The remaining bytes of the current chunk.
  private var left = 0

  /// Creates an iterator over the chunks in `range`, which starts with one.
  init(_ source: any ByteSource, _ range: Range<Int>) {
    cursor = ByteCursor(source, at: range.lowerBound)
    end = range.upperBound
  }

  /// Returns some of the next bytes; nil at the end, and if the file has become shorter.
  mutating func next() -> ArraySlice<UInt8>? {
    while left == 0 {
      guard cursor.position < end else { return nil }
      guard let length = cursor.number(), let kind = cursor.number() else { return nil }
      if PNGChunk.Kind(rawValue: kind) == .data {
        left = Int(length)
      } else {
        cursor.skip(Int(length))
      }
      if left == 0 { cursor.skip(4) }
    }
    let piece = cursor.next(left)
    left -= piece.count
    if left == 0 { cursor.skip(4) }
    return piece.isEmpty ? nil : piece
  }
}
