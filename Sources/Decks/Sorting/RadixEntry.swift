/// An element to be sorted: eight bytes by which, and its position. Twelve bytes, since there may be millions.
struct RadixEntry {
  /// The number of bytes of a key.
  static let bytes = 8
  /// Ranges of at most this many entries are sorted by comparison.
  private static let few = 48

  private let high: UInt32
  private let low: UInt32
  let position: UInt32

  /// The key.
  var key: UInt64 { UInt64(high) << 32 | UInt64(low) }

  /// An entry with a number as its key.
  init(_ key: UInt64, position: UInt32) {
    high = UInt32(truncatingIfNeeded: key >> 32)
    low = UInt32(truncatingIfNeeded: key)
    self.position = position
  }

  /// An entry with at most eight bytes, the first of which is most significant; they are padded with zeros.
  init(_ bytes: UnsafeBufferPointer<UInt8>, position: UInt32) {
    var key: UInt64 = 0
    for index in 0..<Self.bytes { unsafe key = key << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0) }
    self.init(key, position: position)
  }

  /// Sorts entries by their keys, in place.
  ///
  /// - Parameter compare: Decides between positions with equal keys: less than 0 if the first one comes first, greater than 0 if the
  ///   second does. If neither, the smaller position comes first.
  static func sort(_ entries: inout [RadixEntry], _ compare: (UInt32, UInt32) -> Int = { _, _ in 0 }) {
    unsafe entries.withUnsafeMutableBufferPointer {
      unsafe sort($0, byte: 0) { left, right in
        if left.key != right.key { return left.key < right.key }
        let order = compare(left.position, right.position)
        return order != 0 ? order < 0 : left.position < right.position
      }
    }
  }

  /// The byte at an index, 0..<8.
  private func byte(_ index: Int) -> Int { Int(truncatingIfNeeded: key >> UInt64(56 - 8 * index)) & 255 }

  /// Sorts entries that are equal in the bytes before `byte`, in place: distributes them by this byte, and then sorts each part by the
  /// next one (McIlroy, Bostic and McIlroy 1993, "Engineering Radix Sort").
  @unsafe
  private static func sort(
    _ entries: UnsafeMutableBufferPointer<RadixEntry>, byte: Int, _ precedes: (RadixEntry, RadixEntry) -> Bool
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
