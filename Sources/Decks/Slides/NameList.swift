import System

/// Many names in one piece of memory: a hundred thousand cost their bytes and four more each.
package struct NameList: Hashable, Sendable {
  private var bytes: [UInt8] = []
  private var ends: [UInt32] = []

  /// An empty list.
  package init() {}

  /// How many names there are.
  package var count: Int { ends.count }

  /// Whether another name of `length` bytes fits the gigabyte that names may have: what they become when they are sorted must
  /// still be within what the offsets can name.
  package func hasRoom(for length: Int) -> Bool { bytes.count + length <= 1 << 30 }

  /// Adds a name; the caller has made sure that there is room.
  package mutating func append(_ name: some Collection<UInt8>) {
    bytes.append(contentsOf: name)
    ends.append(UInt32(bytes.count))
  }

  /// Adds a name of two parts, as `append` does.
  mutating func append(_ head: [UInt8], _ tail: UnsafeBufferPointer<UInt8>) {
    bytes.append(contentsOf: head)
    unsafe bytes.append(contentsOf: tail)
    ends.append(UInt32(bytes.count))
  }

  /// The name at a position.
  package subscript(position: Int) -> ArraySlice<UInt8> {
    bytes[(position == 0 ? 0 : Int(ends[position - 1]))..<Int(ends[position])]
  }

  /// Whether the name at a position is this one.
  func holds(_ name: some Collection<UInt8>, at position: Int) -> Bool {
    let own = self[position]
    return own.count == name.count && own.elementsEqual(name)
  }

  /// The same names in another order: `order` names positions of this list.
  package func reordered(by order: [UInt32]) -> NameList {
    var result = NameList()
    result.bytes.reserveCapacity(bytes.count)
    result.ends.reserveCapacity(ends.count)
    for position in order { result.append(self[Int(position)]) }
    return result
  }

  /// The names of a range of positions, in their order.
  func part(_ range: Range<Int>) -> NameList {
    var result = NameList()
    for position in range { result.append(self[position]) }
    return result
  }

  /// Those of the names that are to stay, in their order.
  func filter(_ stays: (ArraySlice<UInt8>) -> Bool) -> NameList {
    reordered(by: (0..<UInt32(count)).filter { stays(self[Int($0)]) })
  }

  /// A list of what each name becomes, as long as both have room.
  ///
  /// - Parameter write: Writes what a name becomes where it is told, and returns its length: at most twice the name's, and one.
  func rewritten(_ write: (UnsafeBufferPointer<UInt8>, UnsafeMutablePointer<UInt8>) -> Int) -> NameList {
    var result = NameList()
    result.ends.reserveCapacity(count)
    result.bytes = unsafe Array(unsafeUninitializedCapacity: 2 * bytes.count + count) { room, filled in
      unsafe withStorage { bytes, ends in
        guard let room = room.baseAddress else { return }
        var start = 0
        for position in 0..<count {
          let end = unsafe Int(ends[position])
          // The name lies within the bytes; and by its bound, what it becomes within what is left of the room.
          let name = unsafe UnsafeBufferPointer(rebasing: bytes[start..<end])
          filled += unsafe write(name, room + filled)
          result.ends.append(UInt32(filled))
          start = end
        }
      }
    }
    return result
  }

  /// All the names' bytes, one after the other, and where each ends.
  func withStorage<Result>(_ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt32>) -> Result) -> Result {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe ends.withUnsafeBufferPointer { ends in unsafe body(bytes, ends) }
    }
  }
}
