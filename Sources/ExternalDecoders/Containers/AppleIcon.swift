import Bitmaps
import Imaging
import System

/// A macOS icon (ICNS): the same picture in several sizes, of which the largest is used.
///
/// Entries since 2007 are PNG or JPEG 2000. In older ones, red, green and blue are run-length encoded planes, with
/// alpha in a separate entry.
enum AppleIcon {
  /// The maximum number of entries to read; icons have about ten.
  private static let maxEntries = 256

  /// The old types of pictures, largest first: the type, the type of its alpha, and the width and height in pixels.
  private static let kinds = [("it32", "t8mk", 128), ("ih32", "h8mk", 48), ("il32", "l8mk", 32), ("is32", "s8mk", 16)]
  /// Types of later systems, whose alpha plane comes before red, and their width and height in pixels.
  private static let alphaKinds = [("ic05", 32), ("icsb", 18), ("ic04", 16)]

  /// The largest picture; nil if there is none.
  static func contained(in input: ProgramInput, limits: DecodingLimits) throws(ExternalDecodeError) -> ContainedPicture?
  {
    var entries: [String: Range<Int>] = [:]
    var best: (bytes: [UInt8], area: Int)?
    var offset = 8
    for _ in 0..<maxEntries {
      let head = input.bytes(from: offset, count: 8)
      let length = MediaBoxes.number(head.suffix(4))
      guard head.count == 8, length >= 8, length <= ContainedPicture.maxBytes else { break }
      let type = String(decoding: head[..<4], as: UTF8.self)
      let content = offset + 8..<offset + length
      entries[type] = content
      offset += length
      let area = area(ofModern: input.bytes(from: content.lowerBound, count: min(64, content.count)))
      if area > best?.area ?? 0 {
        let count = min(content.count, max(0, input.count - content.lowerBound))
        best = (input.bytes(from: content.lowerBound, count: count), area)
      }
    }
    let old = runLengths(in: entries, of: input)
    if let best, best.area >= old?.header.size.width.square ?? 0 {
      return best.bytes.first == 0x89
        ? .picture(best.bytes) : .file(best.bytes, decoders: [.ffmpeg("j2k_pipe"), .magick("jp2")])
    }
    return old.map { .pixels($0.header, samples: $0.samples) }
  }

  /// The area in pixels of a PNG or JPEG 2000, from its first bytes; 0 for anything else.
  private static func area(ofModern head: [UInt8]) -> Int {
    if head.count >= 24, head.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      return min(MediaBoxes.number(head[16..<20]), 65_536) * min(MediaBoxes.number(head[20..<24]), 65_536)
    }
    guard head.starts(with: [0, 0, 0, 12] + Array("jP  ".utf8)), let size = HeaderSize.jpeg2000Size(head) else {
      return 0
    }
    return min(size.width, 65_536) * min(size.height, 65_536)
  }

  private static func runLengths(
    in entries: [String: Range<Int>], of input: ProgramInput
  ) -> (header: NetpbmHeader, samples: [UInt8])? {
    func bytes(_ name: String) -> [UInt8]? {
      entries[name].map { input.bytes(from: $0.lowerBound, count: min($0.count, 1 << 20)) }
    }
    for (name, alphaName, side) in kinds {
      guard var packed = bytes(name) else { continue }
      let area = side * side
      // The largest type begins with four zeros.
      if name == "it32", packed.starts(with: [0, 0, 0, 0]) { packed.removeFirst(4) }
      let planes = unpacked(packed, count: 3 * area)
      let alpha = bytes(alphaName).flatMap { $0.count == area ? $0 : nil } ?? Array(repeating: 255, count: area)
      if planes.count == 3 * area { return interleaved(planes + alpha, [0, 1, 2, 3], side: side) }
    }
    for (name, side) in alphaKinds {
      guard let packed = bytes(name), packed.starts(with: "ARGB".utf8) else { continue }
      let planes = unpacked(Array(packed.dropFirst(4)), count: 4 * side * side)
      if planes.count == 4 * side * side { return interleaved(planes, [1, 2, 3, 0], side: side) }
    }
    return nil
  }

  /// Decodes run lengths. A byte below 128 is the number of literal bytes that follow, minus one; from 128 on it is a
  /// repeat count plus 125.
  private static func unpacked(_ packed: [UInt8], count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var offset = 0
    while bytes.count < count, offset + 1 < packed.count {
      let length = Int(packed[offset])
      if length < 128 {
        let end = min(packed.count, offset + 2 + length)
        bytes += packed[offset + 1..<end]
        offset = end
      } else {
        bytes += Array(repeating: packed[offset + 1], count: length - 125)
        offset += 2
      }
    }
    return Array(bytes.prefix(count))
  }

  private static func interleaved(
    _ planes: [UInt8], _ order: [Int], side: Int
  ) -> (header: NetpbmHeader, samples: [UInt8])? {
    let area = side * side
    guard let header = NetpbmHeader(size: PixelSize(width: side, height: side), channels: 4) else { return nil }
    return (header, (0..<area).flatMap { pixel in order.map { planes[$0 * area + pixel] } })
  }
}

extension Int {
  fileprivate var square: Int { self * self }
}
