/// A bounded reader of the boxes of an ISO base media file (ISO/IEC 14496-12, 4.2).
package enum MediaBoxes {
  /// A box: its four-letter type and the range of its content.
  package struct Box {
    package var type: String
    package var content: Range<Int>
  }

  /// The maximum number of boxes that are read on one level.
  private static let maxCount = 4096

  /// Returns the consecutive boxes in a range.
  ///
  /// - Parameter read: Returns `count` bytes from an offset, or fewer at the end.
  package static func boxes(in range: Range<Int>, reading read: (_ offset: Int, _ count: Int) -> [UInt8]) -> [Box] {
    var boxes: [Box] = []
    var offset = range.lowerBound
    while range.upperBound - offset >= 8, boxes.count < maxCount {
      let head = read(offset, 16)
      guard head.count >= 8 else { break }
      let type = String(decoding: head[4..<8], as: UTF8.self)
      var (length, headBytes) = (number(head[..<4]), 8)
      if length == 1, head.count == 16 { (length, headBytes) = (number(head[8..<16]), 16) }
      // A box with length 0 extends to the end.
      if length == 0 { length = range.upperBound - offset }
      guard length >= headBytes, length <= range.upperBound - offset else { break }
      boxes.append(Box(type: type, content: offset + headBytes..<offset + length))
      offset += length
    }
    return boxes
  }

  /// The content of the first box of a type in a range, of the first of the next type within it, and so on; nil if one is missing.
  package static func content(
    of path: [String], in range: Range<Int>, reading read: (_ offset: Int, _ count: Int) -> [UInt8]
  ) -> Range<Int>? {
    var range = range
    for type in path {
      guard let box = boxes(in: range, reading: read).first(where: { $0.type == type }) else { return nil }
      range = box.content
    }
    return range
  }

  /// Decodes a big-endian number of at most eight bytes; `Int.max` if it is larger.
  package static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    Int(clamping: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }
}
