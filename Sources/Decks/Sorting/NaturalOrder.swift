import Glibc

/// Natural order of names: runs of digits compare as numbers, ASCII letters ignoring case, and a folder's contents stay
/// together. Names that are then equal compare by their bytes.
package enum NaturalOrder {
  /// The positions of `names`, sorted. The sort is stable.
  ///
  /// Each name gets a key whose byte order is the natural order. After the prefix that all keys share, the next eight bytes of each
  /// key are kept in an integer, by which the names are sorted; what follows in the keys decides between equal integers.
  package static func sorted(_ names: NameList) -> [UInt32] {
    let common = names.commonKeyLength
    var entries: [(start: UInt64, position: UInt32)] = []
    entries.reserveCapacity(names.count)
    let rests = unsafe names.rewritten { name, key in
      let length = unsafe write(name, to: key)
      let start = min(length, common)
      let end = min(length, start + 8)
      // The first byte is the most significant; a shorter key is padded with zeros.
      var bytes: UInt64 = 0
      for index in start..<start + 8 { unsafe bytes = bytes << 8 | (index < end ? UInt64(key[index]) : 0) }
      entries.append((bytes, UInt32(entries.count)))
      // The rest moves to the front, within the key.
      unsafe memmove(key, key + end, length - end)
      return length - end
    }
    entries.sort { left, right in
      if left.start != right.start { return left.start < right.start }
      // Keys with equal bytes here have as many of them: none begins with another key and a zero.
      var order = rests.compare(left.position, right.position)
      if order == 0 { order = names.compare(left.position, right.position) }
      return order != 0 ? order < 0 : left.position < right.position
    }
    return entries.map(\.position)
  }

  /// The position of the name that comes first; nil if there are no names. All processors look for it, long before the names are sorted.
  package static func first(of names: NameList) -> Int? {
    let candidates = ParallelRanges.map(names.count) { range in
      names.part(range).first.map { [UInt32(range.lowerBound + $0)] } ?? []
    }
    return names.reordered(by: candidates).first.map { Int(candidates[$0]) }
  }

  /// Writes a key whose byte order is the name's natural order, and returns its length: at most twice the name's, plus
  /// one.
  ///
  /// A run of digits becomes "0", the number of digits without leading zeros, and those digits: a longer number is
  /// larger, and numbers of equal length compare by their bytes. "/" becomes 1, so that a folder's contents stay
  /// together.
  fileprivate static func write(_ name: UnsafeBufferPointer<UInt8>, to key: UnsafeMutablePointer<UInt8>) -> Int {
    var (offset, length) = (0, 0)
    // Indices stay within the name. The key stays within its buffer: a run of n digits becomes n + 2 bytes, and apart
    // from runs of 255 digits or more, at most every second byte begins a run.
    func put(_ byte: UInt8) {
      unsafe key[length] = byte
      length += 1
    }
    while offset < name.count {
      let byte = unsafe name[offset]
      guard isDigit(byte) else {
        put(byte == UInt8(ascii: "/") ? 1 : byte >= 0x41 && byte <= 0x5A ? byte + 0x20 : byte)
        offset += 1
        continue
      }
      while offset < name.count, unsafe name[offset] == UInt8(ascii: "0") { offset += 1 }
      let start = offset
      while offset < name.count, unsafe isDigit(name[offset]) { offset += 1 }
      let digits = offset - start
      put(UInt8(ascii: "0"))
      put(UInt8(min(255, digits)))
      if digits >= 255 {
        // No file name has this many digits, but lists and relative paths may. The count follows in four bytes.
        for shift in [24, 16, 8, 0] { put(UInt8(truncatingIfNeeded: digits >> shift)) }
      }
      for index in start..<offset { put(unsafe name[index]) }
    }
    return length
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}

extension NameList {
  /// The length of the longest common prefix of all names' keys.
  fileprivate var commonKeyLength: Int {
    var first: [UInt8] = []
    var common = Int.max
    _ = unsafe rewritten { name, key in
      let length = unsafe NaturalOrder.write(name, to: key)
      if common == .max {
        (first, common) = unsafe (Array(UnsafeBufferPointer(start: key, count: length)), length)
      }
      common = min(common, length)
      var equal = 0
      // `equal < common` keeps the index within both keys.
      while equal < common, unsafe key[equal] == first[equal] { equal += 1 }
      common = equal
      return 0
    }
    return common
  }

  /// The position of the name that comes first; nil if there are no names.
  fileprivate var first: Int? {
    let keys = unsafe rewritten { name, key in unsafe NaturalOrder.write(name, to: key) }
    return (0..<UInt32(count)).min { left, right in
      let order = keys.compare(left, right)
      return order != 0 ? order < 0 : compare(left, right) < 0
    }.map { Int($0) }
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
