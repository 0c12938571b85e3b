import Imaging
import System

/// A Windows icon or cursor: the same picture in several sizes, of which the largest is used.
///
/// A picture is a PNG, or a bitmap without its file header, whose height includes a mask after the pixels. ffmpeg
/// ignores masks; ImageMagick takes the first picture instead of the largest, and does not read 16 bits per pixel.
enum IconFile {
  /// A picture's entry in the file's directory.
  private struct Entry {
    let row: ArraySlice<UInt8>

    private func number(_ offset: Int, _ count: Int) -> Int {
      row.dropFirst(offset).prefix(count).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// 0 means 256 or more.
    var width: Int { number(0, 1) == 0 ? 256 : number(0, 1) }
    var height: Int { number(1, 1) == 0 ? 256 : number(1, 1) }
    var bits: Int { number(6, 2) }
    var count: Int { number(8, 4) }
    var offset: Int { number(12, 4) }
  }

  /// The largest picture; nil if there is none.
  static func contained(in input: ProgramInput, limits: DecodingLimits) throws(ExternalDecodeError) -> ContainedPicture?
  {
    let head = input.head(6)
    guard head.count == 6 else { return nil }
    let count = Int(head[4]) | Int(head[5]) << 8
    let rows = input.bytes(from: 6, count: 16 * count)
    let entries = (0..<rows.count / 16).map { Entry(row: rows[16 * $0..<16 * $0 + 16]) }
    // A cursor has its hotspot where an icon has its bit depth.
    let isCursor = head[2] == 2
    let ordered = entries.sorted { first, second in
      let (area, other) = (first.width * first.height, second.width * second.height)
      return area != other ? area > other : (isCursor ? first.count > second.count : first.bits > second.bits)
    }
    for entry in ordered where entry.count >= 16 && entry.count <= ContainedPicture.maxBytes {
      let bytes = input.bytes(from: entry.offset, count: min(entry.count, max(0, input.count - entry.offset)))
      if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return .picture(bytes) }
      guard bytes.count == entry.count else { continue }
      if let pixels = try IconBitmap(bytes)?.contained(limits: limits) { return pixels }
      // Another kind of bitmap: it gets a directory to itself.
      let directory: [UInt8] =
        [0, 0, 1, 0, 1, 0] + entry.row.prefix(4) + [1, 0, bytes[14], 0]
        + entry.row[(entry.row.startIndex + 8)...].prefix(4)
        + [22, 0, 0, 0]
      return .file(directory + bytes, decoders: [.magick("ico"), .ffmpeg("ico")])
    }
    return nil
  }
}
