/// A PNG whose file is not held: it was walked through once, and its checksums compared. Of its image data, those that are
/// decompressed at once were put together meanwhile; others are read again, piece by piece, when they are decompressed.
struct StreamedPNG: Sendable {
  /// The file without its image data.
  let outline: PNGOutline
  let header: PNGHeader
  /// What it says of an animation.
  let animation: APNGHeader?
  private let source: any ByteSource

  /// Whether the image data are held.
  private let holdsData: Bool

  /// The compressed image data, piece by piece, where they are not held.
  var pieces: PNGDataPieces? { holdsData ? nil : PNGDataPieces(source, outline.data) }

  /// Walks through a PNG; nil for another file, for a small one, and for what plays.
  ///
  /// - Throws: `ImageError` when it is declared larger than `limits` allow, or damaged where it begins; `.cancelled`.
  init?(_ source: some ByteSource, limits: DecodingLimits) throws(ImageError) {
    // The signature and the chunk of the header.
    let head = Array(source.bytes(at: 0, count: 33))
    guard head.starts(with: PNGHeader.signature), let header = try? PNGHeader(head) else { return nil }
    try limits.check(header.size)
    guard source.count <= limits.maxFileBytes else { throw .outOfMemory(format: "PNG") }
    holdsData = PNGPass.all(of: header).reduce(0, { $0 + $1.bytes(header) }) <= limits.maxInflatedBytes
    if holdsData {
      guard source.count > limits.maxHeldBytes else { return nil }
      // As a rule, what plays says so at once.
      if limits.allowsCanvas(header.size), APNGHeader(Array(source.piece(at: 0)), header: header) != nil { return nil }
    }
    self.source = source
    outline = try PNGOutline(source, holdingData: holdsData)
    // Once more, for the file may have become another.
    self.header = try PNGHeader(outline.bytes)
    try limits.check(self.header.size)
    animation = APNGHeader(outline.bytes, header: self.header)
    if animation != nil, limits.allowsCanvas(self.header.size) { return nil }
  }
}

/// The contents of a source's IDAT chunks, one after another. Their checksums have been compared.
struct PNGDataPieces: IteratorProtocol {
  private var cursor: ByteCursor
  private let end: Int
  /// The rest of the chunk.
  private var left = 0

  /// The chunks in `range`, which begins with one.
  init(_ source: any ByteSource, _ range: Range<Int>) {
    cursor = ByteCursor(source, at: range.lowerBound)
    end = range.upperBound
  }

  /// Some of the next bytes; nil at the end, and where the file has become shorter.
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
