/// The first track of an AVIF or HEIF file with a sequence of pictures.
package enum MediaTrack {
  /// How many times the sequence is played, by the track's edit list (ISO/IEC 14496-12, 8.6.6, AV1 Image File Format, 4.2, and
  /// ISO/IEC 23008-12, 9.6.1); 0 for ever, also without a list.
  ///
  /// - Parameter read: Returns up to `count` bytes of the file from an offset.
  package static func loopCount(_ read: (_ offset: Int, _ count: Int) -> [UInt8]) -> Int {
    guard let track = MediaBoxes.content(of: ["moov", "trak"], in: 0..<Int.max / 2, reading: read),
      let header = MediaBoxes.content(of: ["tkhd"], in: track, reading: read),
      let list = MediaBoxes.content(of: ["edts", "elst"], in: track, reading: read)
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
