import Imaging

/// The track of an AVIF sequence.
enum AVIFTrack {
  /// How many times the sequence is played, by the edit list of its first track (ISO/IEC 14496-12, 8.6.6, and AV1 Image File Format, 4.2);
  /// 0 for ever, also without a list. libavif reads that from version 1.0 on.
  static func loopCount(_ read: (_ offset: Int, _ count: Int) -> [UInt8]) -> Int {
    func content(of type: String, in range: Range<Int>) -> Range<Int>? {
      MediaBoxes.boxes(in: range, reading: read).first { $0.type == type }?.content
    }
    guard let movie = content(of: "moov", in: 0..<Int.max / 2), let track = content(of: "trak", in: movie),
      let header = content(of: "tkhd", in: track), let edits = content(of: "edts", in: track),
      let list = content(of: "elst", in: edits)
    else { return 0 }
    // Version 1 has longer numbers.
    let (head, edit) = (read(header.lowerBound, 36), read(list.lowerBound, 16))
    guard let headVersion = head.first, let editVersion = edit.first, edit.count == 16 else { return 0 }
    // The flag for repetitions.
    guard edit[3] & 1 != 0 else { return 1 }
    let total = headVersion == 1 ? head.dropFirst(28) : head.dropFirst(20).prefix(4)
    let once = editVersion == 1 ? edit[8...] : edit[8..<12]
    let isEndless = total.allSatisfy { $0 == 0xFF }
    let (duration, part) = (MediaBoxes.number(total), MediaBoxes.number(once))
    guard !isEndless, part > 0, duration > part else { return isEndless ? 0 : 1 }
    // Rounded up, without overflow.
    return min(1 + (duration - 1) / part, Int(UInt16.max))
  }
}
