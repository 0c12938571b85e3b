import Glibc
import System

/// Natural order of names: runs of digits compare as numbers, ASCII letters ignoring case, and a folder's contents stay
/// together. Names that are then equal compare by their bytes.
package enum NaturalOrder {
  /// The positions of `names`, sorted. The sort is stable.
  ///
  /// Each name gets a key whose byte order is the natural order. After the prefix that all keys share, the next eight bytes of each
  /// key are kept in an integer, by which the names are sorted in place; what follows in the keys decides between equal integers.
  ///
  /// - Parameter onFirst: called with the position of the first name before the others are sorted.
  package static func sorted(_ names: NameList, onFirst: (Int) -> Void = { _ in }) -> [UInt32] {
    let common = names.commonKeyLength
    var entries: [NaturalEntry] = []
    entries.reserveCapacity(names.count)
    let rests = unsafe names.rewritten { name, key in
      let length = unsafe write(name, to: key)
      let start = min(length, common)
      let end = min(length, start + NaturalEntry.bytes)
      unsafe entries.append(
        NaturalEntry(
          UnsafeBufferPointer(rebasing: UnsafeBufferPointer(start: key, count: length)[start..<end]),
          position: UInt32(entries.count)))
      // The rest moves to the front, within the key.
      unsafe memmove(key, key + end, length - end)
      return length - end
    }
    func precedes(_ left: NaturalEntry, _ right: NaturalEntry) -> Bool {
      if left.prefix != right.prefix { return left.prefix < right.prefix }
      // Keys with equal bytes here have as many of them: none begins with another key and a zero.
      let order = rests.compare(left.position, right.position)
      if order != 0 { return order < 0 }
      let bytes = names.compare(left.position, right.position)
      return bytes != 0 ? bytes < 0 : left.position < right.position
    }
    if let first = entries.min(by: precedes) { onFirst(Int(first.position)) }
    unsafe entries.withUnsafeMutableBufferPointer { unsafe NaturalEntry.sort($0, byte: 0, precedes) }
    return entries.map(\.position)
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
        put(byte == Path.slash ? 1 : byte >= 0x41 && byte <= 0x5A ? byte + 0x20 : byte)
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

/// A name to be sorted: eight bytes of its key, and its position. Twelve bytes, since there may be millions.
private struct NaturalEntry {
  /// The number of bytes of a key.
  static let bytes = 8
  /// Ranges of at most this many entries are sorted by comparison.
  private static let few = 48

  private let high: UInt32
  private let low: UInt32
  let position: UInt32

  /// The bytes, the first one most significant.
  var prefix: UInt64 { UInt64(high) << 32 | UInt64(low) }

  /// An entry with at most eight bytes, which are padded with zeros.
  init(_ key: UnsafeBufferPointer<UInt8>, position: UInt32) {
    var prefix: UInt64 = 0
    for index in key.indices { unsafe prefix = prefix << 8 | UInt64(key[index]) }
    prefix <<= UInt64(8 * (Self.bytes - key.count)) & 63
    if key.isEmpty { prefix = 0 }
    high = UInt32(truncatingIfNeeded: prefix >> 32)
    low = UInt32(truncatingIfNeeded: prefix)
    self.position = position
  }

  /// The byte at an index, 0..<8.
  private func byte(_ index: Int) -> Int { Int(truncatingIfNeeded: prefix >> UInt64(56 - 8 * index)) & 255 }

  /// Sorts entries that are equal in the bytes before `byte`, in place: distributes them by this byte, and then sorts each part by the
  /// next one (McIlroy, Bostic and McIlroy 1993, "Engineering Radix Sort").
  @unsafe
  static func sort(
    _ entries: UnsafeMutableBufferPointer<NaturalEntry>, byte: Int,
    _ precedes: (NaturalEntry, NaturalEntry) -> Bool
  ) {
    guard entries.count > few, byte < bytes else {
      // A copy of the pointer: the entries are sorted in place.
      var few = unsafe entries
      return unsafe few.sort(by: precedes)
    }
    // The indices of the next place and of the end of each part. Both stay within the entries, which the counts add up to.
    var ends = [Int](repeating: 0, count: 256)
    for index in entries.indices { unsafe ends[entries[index].byte(byte)] += 1 }
    var next = ends
    var end = 0
    for value in 0..<256 {
      next[value] = end
      end += ends[value]
      ends[value] = end
    }
    for value in 0..<256 {
      while next[value] < ends[value] {
        let target = unsafe entries[next[value]].byte(byte)
        if target != value { unsafe entries.swapAt(next[value], next[target]) }
        next[target] += 1
      }
    }
    var start = 0
    for end in ends where end > start {
      if end - start > 1 {
        unsafe sort(UnsafeMutableBufferPointer(rebasing: entries[start..<end]), byte: byte + 1, precedes)
      }
      start = end
    }
  }
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
