private import CDeflate
import Memory

/// A PNG file without its image data. It is small enough to hold in memory for a file of any size, and code for whole
/// files reads it with the same outcome.
///
/// Chunks that are not read are omitted, and image data are empty; an empty chunk remains only where its position
/// matters. All checksums have been verified: an ancillary chunk with a wrong checksum is omitted, and a critical one
/// has a wrong checksum here, too. Image data that the file cuts off are also cut off here.
struct PNGOutline: Sendable {
  /// The maximum size of the chunks kept, in bytes: more than the largest ICC profile and the largest Exif that are
  /// read.
  private static let maxBytes = 8 << 20
  /// The chunks whose content is kept, whether before, between or after the image data.
  private static let kinds: [PNGChunk.Kind] = [
    .header, .palette, .end, .transparency, .exif, .animation, .frame, .codedColors, .profile, .standardColors, .gamma,
    .chromaticities,
  ]

  /// The signature and the chunks.
  private(set) var bytes: [UInt8]
  /// The range in the file from the first chunk of image data to the end of the last, including ignored chunks between
  /// them; empty if there are no image data.
  private(set) var data = 0..<0
  /// The joined contents of the image data's chunks, if they are to be held.
  private(set) var imageData: [UInt8] = []

  /// Reads a source from its start to IEND, or to the point where no decoder would continue.
  ///
  /// - Parameter holdingData: Whether to collect `imageData`.
  /// - Throws: `ImageError.cancelled`.
  init(_ source: some ByteSource, holdingData: Bool) throws(ImageError) {
    var cursor = ByteCursor(source)
    bytes = cursor.read(PNGHeader.signature.count)
    if holdingData {
      imageData = unsafe Array(unsafeUninitializedCapacity: source.count) { memory, count in
        // Memory that is not used costs nothing.
        unsafe LargeMemory.prepare(UnsafeMutableRawBufferPointer(memory))
        count = 0
      }
    }
    /// The last chunk of the outline.
    var last: PNGChunk.Kind?
    while true {
      let start = cursor.position
      guard let length = cursor.number(), let kind = cursor.number().map(PNGChunk.Kind.init) else { return }
      let isInterrupted = kind == .data && !data.isEmpty && last != .data
      guard kind.isName, length <= Int32.max,
        let chunk = try readChunk(kind, length, &cursor, holdingData: holdingData)
      else {
        // The chunk reader reports the error. At least one byte of image data is needed to show a part of the picture.
        let isPart = kind == .data && length <= Int32.max && cursor.position > start + 8
        if isPart, !isInterrupted { data = (data.isEmpty ? start : data.lowerBound)..<cursor.position }
        bytes += PNGOutline.bigEndian(length) + PNGOutline.bigEndian(kind.rawValue) + (isPart ? [0] : [])
        return
      }
      guard chunk.isSound || kind.isCritical else { continue }
      if kind == .data, !isInterrupted {
        data = (data.isEmpty ? start : data.lowerBound)..<cursor.position
        // One chunk of image data stands for several.
        if last == .data, chunk.isSound { continue }
      } else if chunk.content == nil, !kind.isCritical, last != .data {
        // The chunk is not read. It matters only after image data, which must be consecutive.
        continue
      }
      bytes += PNGOutline.bigEndian(UInt32(chunk.content?.count ?? 0)) + PNGOutline.bigEndian(kind.rawValue)
      bytes += chunk.content ?? []
      let checksum = PNGOutline.crc(PNGOutline.crc(of: kind), (chunk.content ?? [])[...])
      bytes += PNGOutline.bigEndian(chunk.isSound ? checksum : ~checksum)
      last = kind
      // No later chunk can make the file valid.
      if kind == .end || (!chunk.isSound && kind != .data && kind != .header) || isInterrupted { return }
      if kind.isCritical, kind != .data, kind != .palette, chunk.content == nil { return }
    }
  }

  /// Reads a chunk's content and checksum.
  ///
  /// - Returns: The content, if it is kept, and whether the checksum is right; nil if the file ends too soon.
  private mutating func readChunk(
    _ kind: PNGChunk.Kind, _ length: UInt32, _ cursor: inout ByteCursor, holdingData: Bool
  ) throws(ImageError) -> (content: [UInt8]?, isSound: Bool)? {
    if Task.isCancelled { throw .cancelled }
    var checksum = PNGOutline.crc(of: kind)
    var content: [UInt8]?
    if isKept(kind, Int(length)) {
      let bytes = cursor.read(Int(length))
      guard bytes.count == length else { return nil }
      checksum = PNGOutline.crc(checksum, bytes[...])
      content = bytes
    } else {
      var left = Int(length)
      while left > 0 {
        if Task.isCancelled { throw .cancelled }
        let piece = cursor.next(left)
        if piece.isEmpty { return nil }
        checksum = PNGOutline.crc(checksum, piece)
        if holdingData, kind == .data { imageData += piece }
        left -= piece.count
      }
    }
    return cursor.number().map { (content, $0 == checksum) }
  }

  /// Whether a chunk's content is kept. Texts leave room for the chunks on which the picture depends.
  private func isKept(_ kind: PNGChunk.Kind, _ length: Int) -> Bool {
    if PNGMetadataTexts.isText(kind) {
      return length <= PNGMetadataTexts.maxBytes && bytes.count + length <= PNGOutline.maxBytes / 4
    }
    return PNGOutline.kinds.contains(kind) && length <= PNGOutline.maxBytes - bytes.count
  }

  private static func crc(of kind: PNGChunk.Kind) -> UInt32 {
    // The number's four bytes.
    unsafe withUnsafeBytes(of: kind.rawValue.bigEndian) { unsafe libdeflate_crc32(0, $0.baseAddress, $0.count) }
  }

  private static func crc(_ checksum: UInt32, _ bytes: ArraySlice<UInt8>) -> UInt32 {
    // An empty buffer may have no address, and nil would restart the checksum.
    if bytes.isEmpty { return checksum }
    // The C function gets the slice's bounds.
    return unsafe bytes.withUnsafeBytes { unsafe libdeflate_crc32(checksum, $0.baseAddress, $0.count) }
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * UInt32($0))) }
  }
}
