import Bitmaps
import Imaging
import System

extension HeaderSize {
  /// JPEG XL (ISO/IEC 18181-1, SizeHeader): at the start of the codestream, which may be in a box.
  static let jpegXL = HeaderSize { input in
    let head = input.head(16)
    if head.starts(with: [0xFF, 0x0A]) { return codestreamSize(head) }
    let boxes = MediaBoxes.boxes(in: 0..<input.count) { input.bytes(from: $0, count: $1) }
    // A codestream in parts: each box begins with its number.
    guard let box = boxes.first(where: { $0.type == "jxlc" || $0.type == "jxlp" }) else { return nil }
    return codestreamSize(input.bytes(from: box.content.lowerBound + (box.type == "jxlp" ? 4 : 0), count: 16))
  }

  /// Widths as shares of the height, by the header's number for them.
  private static let ratios = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]

  private static func codestreamSize(_ head: [UInt8]) -> PixelSize? {
    guard head.count == 16, head.starts(with: [0xFF, 0x0A]) else { return nil }
    // Bits are read from the lowest of each byte. A size takes at most 68 of the 112.
    var offset = 16
    func read(_ count: Int) -> Int {
      defer { offset += count }
      return (offset..<offset + count).reversed().reduce(0) { $0 << 1 | Int(head[$1 / 8] >> UInt8($1 % 8) & 1) }
    }
    func side(isSmall: Bool) -> Int {
      isSmall ? (read(5) + 1) * 8 : 1 + read([9, 13, 18, 30][read(2)])
    }
    let isSmall = read(1) == 1
    let height = side(isSmall: isSmall)
    let ratio = read(3)
    if ratio > 0 { return size(height * ratios[ratio - 1].0 / ratios[ratio - 1].1, height) }
    return size(side(isSmall: isSmall), height)
  }
}
