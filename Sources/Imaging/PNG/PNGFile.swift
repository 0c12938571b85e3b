/// All of a PNG's chunks, checked, and the ranges of its image data.
struct PNGFile {
  let header: PNGHeader
  /// The palette's 1…256 colors; empty if the pixels are not looked up in one.
  private(set) var palette: [SIMD3<UInt8>] = []
  /// The alpha of the palette's first colors; empty without a valid tRNS chunk (11.3.1.1).
  private(set) var alphas: [UInt8] = []
  /// The one transparent color according to tRNS: its samples at the picture's depth; gray has the same value in all
  /// three. Nil if there is none.
  private(set) var key: SIMD3<UInt16>?
  private(set) var colors = PNGColorChunks()
  /// The ranges of the compressed image data, in order.
  private(set) var data: [Range<Int>] = []
  /// Whether the file ends within the image data.
  private(set) var isTruncated = false
  /// Whether the header or a chunk of image data has a wrong checksum, which does not matter if the data have the right
  /// length and the right zlib checksum.
  private(set) var hasWrongChecksum = false

  /// Reads every chunk; of an animation only those of its still picture, so that damaged frames do not matter. If the
  /// end of the file is missing, the image data before it are kept.
  ///
  /// - Throws: `ImageError.truncated` if the file ends before its image data, `.corrupt` if chunks are missing or
  ///   misplaced, `.unsupported` if it contains an unknown critical chunk.
  init(_ bytes: [UInt8], header: PNGHeader, isAnimated: Bool = false) throws(ImageError) {
    self.header = header
    var reader = PNGChunkReader(bytes)
    let first = try reader.next()
    hasWrongChecksum = first.soundness == .wrongChecksum
    var last = first.type
    reading: while true {
      if isAnimated, !data.isEmpty, reader.upcoming != .data { break }
      let chunk: PNGChunk
      do { chunk = try reader.next() } catch {
        if case .truncated = error, !data.isEmpty { break }
        throw error
      }
      switch chunk.type {
      case .palette: try readPalette(bytes[chunk.content])
      case .transparency: readTransparency(bytes, chunk.content)
      case .data:
        guard data.isEmpty || last == .data else {
          throw .corrupt(format: "PNG", reason: "other chunks lie between its image data")
        }
        data.append(chunk.content)
        isTruncated = chunk.soundness == .cut
        hasWrongChecksum = hasWrongChecksum || chunk.soundness == .wrongChecksum
      case .end: break reading
      default:
        if chunk.type == .header { throw .corrupt(format: "PNG", reason: "it has two headers") }
        if chunk.type.isCritical {
          throw .unsupported(format: "PNG", reason: "it cannot be shown without \(chunk.type.name)")
        }
        if data.isEmpty { colors.read(chunk) }
      }
      last = chunk.type
    }
    guard !data.isEmpty else { throw .corrupt(format: "PNG", reason: "it has no image data") }
    guard header.colorType != .indexed || !palette.isEmpty else {
      throw .corrupt(format: "PNG", reason: "it has no palette")
    }
  }

  private mutating func readPalette(_ content: ArraySlice<UInt8>) throws(ImageError) {
    guard palette.isEmpty, data.isEmpty else { throw .corrupt(format: "PNG", reason: "its palette is misplaced") }
    // In other pictures it only suggests colors for few-color screens.
    guard header.colorType == .indexed else { return }
    guard content.count % 3 == 0, 1...256 ~= content.count / 3 else {
      throw .corrupt(format: "PNG", reason: "its palette has \(content.count) bytes")
    }
    let bytes = Array(content)
    palette = stride(from: 0, to: bytes.count, by: 3).map { SIMD3(bytes[$0], bytes[$0 + 1], bytes[$0 + 2]) }
  }

  /// Reads tRNS. A chunk that is misplaced or has a wrong length is ignored, because tRNS is ancillary.
  private mutating func readTransparency(_ bytes: [UInt8], _ content: Range<Int>) {
    guard alphas.isEmpty, key == nil, data.isEmpty else { return }
    switch header.colorType {
    case .indexed:
      if 1...max(palette.count, 1) ~= content.count, !palette.isEmpty { alphas = Array(bytes[content]) }
    case .gray:
      guard content.count == 2, let gray = bytes.bigEndian16(at: content.lowerBound) else { return }
      key = SIMD3(repeating: gray & mask)
    case .rgb:
      guard content.count == 6, let red = bytes.bigEndian16(at: content.lowerBound),
        let green = bytes.bigEndian16(at: content.lowerBound + 2),
        let blue = bytes.bigEndian16(at: content.lowerBound + 4)
      else { return }
      key = SIMD3(red, green, blue) & SIMD3(repeating: mask)
    case .grayAlpha, .rgba: return
    }
  }

  /// A mask of the bits that a sample uses in a 16-bit number.
  private var mask: UInt16 { .max >> (16 - UInt16(header.depth)) }
}
