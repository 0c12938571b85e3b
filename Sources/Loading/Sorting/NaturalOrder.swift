import Glibc

/// Natural order of names: runs of digits count as numbers, ASCII letters without regard to case, folders' contents
/// together; names that are then equal go by their bytes.
package enum NaturalOrder {
  /// The positions of `names`, sorted; equal names stay in the order in which they stand.
  ///
  /// Each name becomes a key whose plain byte order is the natural order, so that a comparison is a `memcmp`; and of
  /// each key the eight bytes after what all have in common stand by in a register-sized prefix, which decides nearly
  /// every comparison without touching memory.
  package static func sorted(_ names: NameList) -> [UInt32] {
    var keys = NameList()
    for position in 0..<names.count { keys.append(key(for: names[position])) }
    let common = commonPrefixLength(keys)
    var entries: [(prefix: UInt64, position: UInt32)] = []
    entries.reserveCapacity(keys.count)
    for position in 0..<keys.count {
      var prefix: UInt64 = 0
      let key = keys[position].dropFirst(common)
      for byte in key.prefix(8) { prefix = prefix << 8 | UInt64(byte) }
      prefix <<= UInt64(8 * (8 - min(8, key.count)))
      entries.append((prefix, UInt32(position)))
    }
    entries.sort { left, right in
      if left.prefix != right.prefix { return left.prefix < right.prefix }
      let order = compare(keys, left.position, right.position)
      if order != 0 { return order < 0 }
      let bytes = compare(names, left.position, right.position)
      return bytes != 0 ? bytes < 0 : left.position < right.position
    }
    return entries.map(\.position)
  }

  /// A key whose byte order is the name's natural order.
  ///
  /// A run of digits becomes "0", the count of its digits without leading zeros, and those digits: a longer number is
  /// larger, and of two as long the bytes decide. "/" becomes 1, so that a folder's contents stand together.
  package static func key(for name: ArraySlice<UInt8>) -> [UInt8] {
    var key: [UInt8] = []
    key.reserveCapacity(name.count + 4)
    var position = name.startIndex
    while position < name.endIndex {
      let byte = name[position]
      guard isDigit(byte) else {
        key.append(byte == Path.slash ? 1 : byte >= 0x41 && byte <= 0x5A ? byte + 0x20 : byte)
        position += 1
        continue
      }
      let end = name[position...].firstIndex { !isDigit($0) } ?? name.endIndex
      let digits = name[position..<end].drop { $0 == UInt8(ascii: "0") }
      key.append(UInt8(ascii: "0"))
      key.append(UInt8(min(255, digits.count)))
      if digits.count >= 255 {
        // No file's name has so many, but lists and relative paths may: their count follows in four bytes.
        for shift in [24, 16, 8, 0] { key.append(UInt8(truncatingIfNeeded: digits.count >> shift)) }
      }
      key.append(contentsOf: digits)
      position = end
    }
    return key
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  private static func commonPrefixLength(_ keys: NameList) -> Int {
    guard keys.count > 0 else { return 0 }
    let first = Array(keys[0])
    var length = first.count
    for position in 1..<max(1, keys.count) where length > 0 {
      let key = keys[position]
      length = min(length, key.count)
      var equal = 0
      while equal < length, key[key.startIndex + equal] == first[equal] { equal += 1 }
      length = equal
    }
    return length
  }

  private static func compare(_ names: NameList, _ left: UInt32, _ right: UInt32) -> Int {
    unsafe names.withStorage { bytes, ends in
      // Both ranges lie within `bytes`: `ends` only ever holds offsets into it.
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
