import System

/// Names packed into one buffer: each costs its bytes and four more.
package struct NameList: Hashable, Sendable {
  private var bytes: [UInt8] = []
  private var ends: [UInt32] = []

  /// An empty list.
  package init() {}

  /// The first name, and each that begins with another folder than the one before.
  var firstOfFolders: [ArraySlice<UInt8>] {
    guard count > 1, bytes.contains(Path.slash) else { return count > 0 ? [self[0]] : [] }
    var (firsts, last): ([ArraySlice<UInt8>], ArraySlice<UInt8>?) = ([], nil)
    for position in 0..<count {
      let name = self[position]
      let folder = name[..<(name.lastIndex(of: Path.slash) ?? name.startIndex)]
      if folder != last { firsts.append(name) }
      last = folder
    }
    return firsts
  }

  /// How many names there are.
  package var count: Int { ends.count }

  /// Whether another name of `length` bytes fits into the limit of 1 GiB. Sort keys may be twice as long as names, and
  /// their offsets must still fit into 32 bits.
  package func hasRoom(for length: Int) -> Bool { bytes.count + length <= 1 << 30 }

  /// Appends a name. The caller must have checked `hasRoom(for:)`.
  package mutating func append(_ name: some Collection<UInt8>) {
    bytes.append(contentsOf: name)
    ends.append(UInt32(bytes.count))
  }

  /// Appends a name in two parts; the caller must have checked `hasRoom(for:)`.
  mutating func append(_ head: [UInt8], _ tail: UnsafeBufferPointer<UInt8>) {
    bytes.append(contentsOf: head)
    unsafe bytes.append(contentsOf: tail)
    ends.append(UInt32(bytes.count))
  }

  /// The name at a position.
  package subscript(position: Int) -> ArraySlice<UInt8> {
    bytes[(position == 0 ? 0 : Int(ends[position - 1]))..<Int(ends[position])]
  }

  /// Whether the name at a position equals `name`.
  func holds(_ name: some Collection<UInt8>, at position: Int) -> Bool {
    let own = self[position]
    return own.count == name.count && own.elementsEqual(name)
  }

  /// The names in another order: `order` has positions in this list.
  package func reordered(by order: consuming [UInt32]) -> NameList {
    var result = NameList()
    result.bytes.reserveCapacity(order.count == count ? bytes.count : 0)
    // Each position is replaced by the end of its name, since a list of a million names is held twice here.
    result.ends = order
    for index in result.ends.indices {
      result.bytes.append(contentsOf: self[Int(result.ends[index])])
      result.ends[index] = UInt32(result.bytes.count)
    }
    return result
  }

  /// The names in a range of positions.
  func part(_ range: Range<Int>) -> NameList {
    var result = NameList()
    guard !range.isEmpty else { return result }
    let start = range.lowerBound == 0 ? 0 : ends[range.lowerBound - 1]
    result.bytes = Array(bytes[Int(start)..<Int(ends[range.upperBound - 1])])
    result.ends = ends[range].map { $0 - start }
    return result
  }

  /// The names for which `stays` is true, in their order.
  func filter(_ stays: (ArraySlice<UInt8>) -> Bool) -> NameList {
    reordered(by: (0..<UInt32(count)).filter { stays(self[Int($0)]) })
  }

  /// A list with each name replaced.
  ///
  /// - Parameter write: Writes the replacement to the pointer and returns its length: at most twice the name's, plus
  ///   one.
  func rewritten(_ write: (UnsafeBufferPointer<UInt8>, UnsafeMutablePointer<UInt8>) -> Int) -> NameList {
    var result = NameList()
    result.ends.reserveCapacity(count)
    result.bytes = unsafe Array(unsafeUninitializedCapacity: 2 * bytes.count + count) { room, filled in
      unsafe withStorage { bytes, ends in
        guard let room = room.baseAddress else { return }
        var start = 0
        for position in 0..<count {
          let end = unsafe Int(ends[position])
          // The name is within the bytes. By the bound on `write`, its replacement is within the rest of the buffer.
          let name = unsafe UnsafeBufferPointer(rebasing: bytes[start..<end])
          filled += unsafe write(name, room + filled)
          result.ends.append(UInt32(filled))
          start = end
        }
      }
    }
    return result
  }

  /// Calls `body` with the bytes of all names, concatenated, and the end offset of each.
  func withStorage<Result>(_ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt32>) -> Result) -> Result {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe ends.withUnsafeBufferPointer { ends in unsafe body(bytes, ends) }
    }
  }
}
