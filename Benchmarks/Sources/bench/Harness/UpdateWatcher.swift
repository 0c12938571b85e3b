/// Tells where synchronized updates begin in what a program sends, however its bytes are cut: `CSI ? 2026 h`.
struct UpdateWatcher {
  private static let mark = Array("\u{1B}[?2026h".utf8)

  /// The bytes of a mark that have come so far.
  private var matched = 0

  /// How many updates begin in these bytes, which continue the last ones.
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
