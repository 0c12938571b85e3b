/// Detects where synchronized updates (`CSI ? 2026 h`) begin in a program's output, however it is divided into pieces.
struct UpdateWatcher {
  private static let mark = Array("\u{1B}[?2026h".utf8)

  /// The number of bytes of a mark matched so far.
  private var matched = 0

  /// The number of updates that begin in these bytes, which continue the last ones.
  mutating func beginnings(in bytes: ArraySlice<UInt8>) -> Int {
    var count = 0
    for byte in bytes {
      if byte != Self.mark[matched] { matched = 0 }
      if byte == Self.mark[matched] { matched += 1 }
      if matched == Self.mark.count { (count, matched) = (count + 1, 0) }
    }
    return count
  }
}
