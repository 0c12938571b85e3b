/// Detects where a mark begins in a program's output, however it is divided into pieces.
struct MarkWatcher {
  /// The beginning of a synchronized update.
  static let update = "\u{1B}[?2026h"

  private let mark: [UInt8]
  /// The number of bytes of a mark matched so far.
  private var matched = 0

  /// Watches for a mark, whose first byte does not occur again in it.
  init(_ mark: String) { self.mark = Array(mark.utf8) }

  /// The number of marks that are completed by these bytes, which continue the last ones.
  mutating func count(in bytes: ArraySlice<UInt8>) -> Int {
    var count = 0
    for byte in bytes {
      if byte != mark[matched] { matched = 0 }
      if byte == mark[matched] { matched += 1 }
      if matched == mark.count { (count, matched) = (count + 1, 0) }
    }
    return count
  }
}
