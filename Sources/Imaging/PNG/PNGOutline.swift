import System
private import CDeflate

/// A PNG file without its image data: the rest is small enough to be held for a file of any size, and is read by
/// what reads a whole file, with the same outcome.
///
/// Of chunks that nobody reads, and of image data, the outline has at most an empty one where their place matters. Every
/// checksum was compared: a chunk whose own is wrong is missing where it could be passed over, and has a wrong one here, too,
/// where it could not. Image data that the file cuts off are cut off here, too.
struct PNGOutline: Sendable {
  /// Bytes of the chunks kept: more than the largest ICC profile and the largest Exif that are looked at.
  private static let maxBytes = 8 << 20
  /// The chunks that are read before, between or after the image data.
  private static let kinds: [PNGChunk.Kind] = [
    .header, .palette, .end, .transparency, .exif, .animation, .frame, .codedColors, .profile, .standardColors, .gamma,
    .chromaticities,
  ]

  /// The signature and the chunks.
  private(set) var bytes: [UInt8]
  /// From where the first chunk of image data begins in the file to where the last one ends, chunks that are to be passed
  /// over between them included; empty where there is none.
  private(set) var data = 0..<0
  /// The contents of the image data's chunks, one after another, where they are to be held.
  private(set) var imageData: [UInt8] = []

  /// Walks through a source from its front to IEND, or to where no decoder would go on.
  ///
  /// - Parameter holdingData: Whether `imageData` is wanted.
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
        // The reader reports the error. At least one byte of image data is needed to show a part of the picture.
        let isPart = kind == .data && length <= Int32.max && cursor.position > start + 8
        if isPart, !isInterrupted { data = (data.isEmpty ? start : data.lowerBound)..<cursor.position }
        bytes += PNGOutline.bigEndian(length) + PNGOutline.bigEndian(kind.rawValue) + (isPart ? [0] : [])
        return
      }
      guard chunk.isSound || kind.isCritical else { continue }
      if kind == .data, !isInterrupted {
        data = (data.isEmpty ? start : data.lowerBound)..<cursor.position
        // One tells as much as several.
        if last == .data, chunk.isSound { continue }
      } else if chunk.content == nil, !kind.isCritical, last != .data {
        // Nobody reads it, and only of image data somebody asks what came before.
        continue
      }
      bytes += PNGOutline.bigEndian(UInt32(chunk.content?.count ?? 0)) + PNGOutline.bigEndian(kind.rawValue)
      bytes += chunk.content ?? []
      let checksum = PNGOutline.crc(PNGOutline.crc(of: kind), (chunk.content ?? [])[...])
      bytes += PNGOutline.bigEndian(chunk.isSound ? checksum : ~checksum)
      last = kind
      // Nothing that comes after makes a picture of it.
      if kind == .end || (!chunk.isSound && kind != .data) || isInterrupted { return }
      if kind.isCritical, kind != .data, chunk.content == nil { return }
    }
  }

  /// Reads a chunk's content and checksum; nil where the file ends before.
  ///
  /// - Returns: The content, if it is one to be read later; and whether the checksum is its.
  private mutating func readChunk(
    _ kind: PNGChunk.Kind, _ length: UInt32, _ cursor: inout ByteCursor, holdingData: Bool
  ) throws(ImageError) -> (content: [UInt8]?, isSound: Bool)? {
    if Task.isCancelled { throw .cancelled }
    var checksum = PNGOutline.crc(of: kind)
    var content: [UInt8]?
    if PNGOutline.kinds.contains(kind), length <= PNGOutline.maxBytes - bytes.count {
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

  private static func crc(of kind: PNGChunk.Kind) -> UInt32 {
    // The number's own four bytes.
    unsafe withUnsafeBytes(of: kind.rawValue.bigEndian) { unsafe libdeflate_crc32(0, $0.baseAddress, $0.count) }
  }

  private static func crc(_ checksum: UInt32, _ bytes: ArraySlice<UInt8>) -> UInt32 {
    // An empty buffer may have no address, and nil would restart the checksum.
    if bytes.isEmpty { return checksum }
    // The slice's own bounds are what the C function is given.
    return unsafe bytes.withUnsafeBytes { unsafe libdeflate_crc32(checksum, $0.baseAddress, $0.count) }
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * UInt32($0))) }
  }
}
