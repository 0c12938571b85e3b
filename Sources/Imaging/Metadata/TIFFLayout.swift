/// How a TIFF stores numbers, and the offset of its first directory.
struct TIFFLayout {
  let isBigEndian: Bool
  /// The offset of the first directory.
  private(set) var directory = 0
  /// Bytes of a directory's entry count.
  let countBytes: Int
  /// Bytes of an offset, and of a value that is stored in its entry.
  let offsetBytes: Int
  /// Bytes of an entry: tag, type, count, and a value or its offset.
  var entryBytes: Int { 4 + 2 * offsetBytes }

  /// Reads a file's first 16 bytes; nil if they are not a TIFF's.
  init?(_ head: [UInt8]) {
    guard head.count >= 8 else { return nil }
    switch (head[0], head[1]) {
    case (0x49, 0x49): isBigEndian = false
    case (0x4D, 0x4D): isBigEndian = true
    default: return nil
    }
    let link: ArraySlice<UInt8>
    switch isBigEndian ? head[3] : head[2] {
    case 42:
      (countBytes, offsetBytes) = (2, 4)
      link = head[4..<8]
    case 43 where head.count == 16:
      (countBytes, offsetBytes) = (8, 8)
      link = head[8..<16]
    default: return nil
    }
    guard let directory = number(link), directory >= 8 else { return nil }
    self.directory = directory
  }

  /// Decodes an unsigned integer of 1…8 bytes; nil for other lengths, and for 2⁴⁸ or more, beyond the size of any file.
  func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard 1...8 ~= bytes.count else { return nil }
    let value = (isBigEndian ? Array(bytes) : bytes.reversed()).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return value < 1 << 48 ? Int(value) : nil
  }

  /// Returns the offset of the directory that follows another one; nil if it is the last.
  func directory(after directory: Int, _ read: (_ offset: Int, _ count: Int) -> [UInt8]) -> Int? {
    guard let count = number(read(directory, countBytes)[...]), count < 1 << 16 else { return nil }
    let next = number(read(directory + countBytes + count * entryBytes, offsetBytes)[...])
    return next == 0 ? nil : next
  }

  /// Returns the first 16-bit value stored in the entry itself, or nil for other types.
  func short(of entry: ArraySlice<UInt8>) -> Int? {
    number(entry.dropFirst(2).prefix(2)) == 3 ? number(entry.suffix(offsetBytes).prefix(2)) : nil
  }

  /// Returns the first integer, or offset of a directory (IFD and IFD8), stored in the entry itself, or nil for other types. A negative number becomes a large one.
  func whole(of entry: ArraySlice<UInt8>) -> Int? {
    let widths = [1: 1, 3: 2, 4: 4, 8: 2, 9: 4, 13: 4, 16: 8, 18: 8]
    guard let type = number(entry.dropFirst(2).prefix(2)), let width = widths[type], width <= offsetBytes else {
      return nil
    }
    return number(entry.suffix(offsetBytes).prefix(width))
  }

  /// Returns the entry's integer if it is the only one.
  func only(of entry: ArraySlice<UInt8>) -> Int? {
    number(entry.dropFirst(4).prefix(offsetBytes)) == 1 ? whole(of: entry) : nil
  }

  /// Returns an entry's rational number, two 32-bit integers; nil for other types, and if either integer is 0.
  func fraction(of entry: ArraySlice<UInt8>, _ read: (_ offset: Int, _ count: Int) -> [UInt8]) -> Double? {
    fractions(of: entry, count: 1, read)?.first.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Returns an entry's first rational numbers; nil for other types, if there are fewer, and if a divisor is 0.
  func fractions(
    of entry: ArraySlice<UInt8>, count: Int, _ read: (_ offset: Int, _ count: Int) -> [UInt8]
  ) -> [Double]? {
    guard number(entry.dropFirst(2).prefix(2)) == 5, let length = number(entry.dropFirst(4).prefix(offsetBytes)),
      length >= count
    else { return nil }
    let value = entry.suffix(offsetBytes)
    let isInline = length * 8 <= offsetBytes
    let bytes = isInline ? Array(value) : number(value).map { read($0, 8 * count) } ?? []
    guard bytes.count == 8 * count else { return nil }
    let numbers = stride(from: 0, to: bytes.count, by: 8).compactMap { start -> Double? in
      guard let over = number(bytes[start..<start + 4]), let under = number(bytes[start + 4..<start + 8]), under > 0
      else { return nil }
      return Double(over) / Double(under)
    }
    return numbers.count == count ? numbers : nil
  }

  /// Returns an entry's bytes or text, at most `maximum` bytes; nil for other types, and if some of the bytes are missing.
  func bytes(
    of entry: ArraySlice<UInt8>, maximum: Int, _ read: (_ offset: Int, _ count: Int) -> [UInt8]
  ) -> [UInt8]? {
    // BYTE, ASCII and UNDEFINED.
    guard let type = number(entry.dropFirst(2).prefix(2)), [1, 2, 7].contains(type),
      let length = number(entry.dropFirst(4).prefix(offsetBytes)), length > 0
    else { return nil }
    let value = entry.suffix(offsetBytes)
    if length <= offsetBytes { return Array(value.prefix(length)) }
    guard let offset = number(value) else { return nil }
    let wanted = min(length, maximum)
    let bytes = read(offset, wanted)
    return bytes.count == wanted ? bytes : nil
  }
}
