import Glibc
import System

/// Natural order of names: runs of digits compare as numbers, ASCII letters ignoring case, and a folder's contents stay
/// together. Names that are then equal compare by their bytes.
package enum NaturalOrder {
  /// The positions of `names`, sorted. The sort is stable.
  ///
  /// Each name gets a key whose byte order is the natural order, so that a comparison is a `memcmp`. After the prefix
  /// that all keys share, the next eight bytes of each key are kept in an integer, which decides nearly every
  /// comparison without touching the keys.
  ///
  /// - Parameter onFirst: called with the position of the first name before the others are sorted.
  package static func sorted(_ names: NameList, onFirst: (Int) -> Void = { _ in }) -> [UInt32] {
    let keys = unsafe names.rewritten { name, key in unsafe NaturalOrder.write(name, to: key) }
    let common = keys.commonPrefixLength
    var entries: [(prefix: UInt64, position: UInt32)] = []
    entries.reserveCapacity(keys.count)
    for position in 0..<keys.count { entries.append((keys.prefix(at: position, after: common), UInt32(position))) }
    func precedes(_ left: (prefix: UInt64, position: UInt32), _ right: (prefix: UInt64, position: UInt32)) -> Bool {
      if left.prefix != right.prefix { return left.prefix < right.prefix }
      let order = keys.compare(left.position, right.position)
      if order != 0 { return order < 0 }
      let bytes = names.compare(left.position, right.position)
      return bytes != 0 ? bytes < 0 : left.position < right.position
    }
    if let first = entries.min(by: precedes) { onFirst(Int(first.position)) }
    entries.sort(by: precedes)
    return entries.map(\.position)
  }

  /// Writes a key whose byte order is the name's natural order, and returns its length: at most twice the name's, plus
  /// one.
  ///
  /// A run of digits becomes "0", the number of digits without leading zeros, and those digits: a longer number is
  /// larger, and numbers of equal length compare by their bytes. "/" becomes 1, so that a folder's contents stay
  /// together.
  private static func write(_ name: UnsafeBufferPointer<UInt8>, to key: UnsafeMutablePointer<UInt8>) -> Int {
    var (place, length) = (0, 0)
    // Indices stay within the name. The key stays within its buffer: a run of n digits becomes n + 2 bytes, and apart
    // from runs of 255 digits or more, at most every second byte begins a run.
    func put(_ byte: UInt8) {
      unsafe key[length] = byte
      length += 1
    }
    while place < name.count {
      let byte = unsafe name[place]
      guard isDigit(byte) else {
        put(byte == Path.slash ? 1 : byte >= 0x41 && byte <= 0x5A ? byte + 0x20 : byte)
        place += 1
        continue
      }
      while place < name.count, unsafe name[place] == UInt8(ascii: "0") { place += 1 }
      let start = place
      while place < name.count, unsafe isDigit(name[place]) { place += 1 }
      let digits = place - start
      put(UInt8(ascii: "0"))
      put(UInt8(min(255, digits)))
      if digits >= 255 {
        // No file name has this many digits, but lists and relative paths may. The count follows in four bytes.
        for shift in [24, 16, 8, 0] { put(UInt8(truncatingIfNeeded: digits >> shift)) }
      }
      for index in start..<place { put(unsafe name[index]) }
    }
    return length
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}

extension NameList {
  /// The length of the longest common prefix of all names.
  fileprivate var commonPrefixLength: Int {
    guard count > 0 else { return 0 }
    let first = Array(self[0])
    return unsafe withStorage { bytes, ends in
      var length = first.count
      var start = 0
      for position in 0..<count {
        let end = unsafe Int(ends[position])
        length = min(length, end - start)
        var equal = 0
        // `equal < length` keeps the index within the name.
        while equal < length, unsafe bytes[start + equal] == first[equal] { equal += 1 }
        length = equal
        start = end
      }
      return length
    }
  }

  /// The eight bytes of a name from an offset on, most significant byte first, padded with zeros.
  fileprivate func prefix(at position: Int, after offset: Int) -> UInt64 {
    var prefix: UInt64 = 0
    let name = self[position].dropFirst(offset).prefix(8)
    for byte in name { prefix = prefix << 8 | UInt64(byte) }
    return prefix << UInt64(8 * (8 - name.count))
  }

  /// Less than 0 if the first name's bytes come before the second's, greater than 0 if they come after, 0 if they are
  /// equal.
  fileprivate func compare(_ left: UInt32, _ right: UInt32) -> Int {
    unsafe withStorage { bytes, ends in
      // Both ranges are within `bytes`: `ends` holds only offsets into it.
      let firstStart = left == 0 ? 0 : unsafe Int(ends[Int(left) - 1])
      let secondStart = right == 0 ? 0 : unsafe Int(ends[Int(right) - 1])
      let firstCount = unsafe Int(ends[Int(left)]) - firstStart
      let secondCount = unsafe Int(ends[Int(right)]) - secondStart
      guard let base = bytes.baseAddress else { return 0 }
      let order = unsafe memcmp(base + firstStart, base + secondStart, min(firstCount, secondCount))
      return order != 0 ? Int(order) : firstCount - secondCount
    }
  }
}
