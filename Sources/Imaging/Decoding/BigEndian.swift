extension [UInt8] {
  /// Returns the two bytes at `offset` as a number, most significant first; nil if they are not all within the array.
  func bigEndian16(at offset: Int) -> UInt16? {
    guard offset >= 0, offset <= count - 2 else { return nil }
    return UInt16(self[offset]) << 8 | UInt16(self[offset + 1])
  }

  /// Returns the four bytes at `offset` as a number, most significant first; nil if they are not all within the array.
  func bigEndian32(at offset: Int) -> UInt32? {
    guard let high = bigEndian16(at: offset), let low = bigEndian16(at: offset + 2) else { return nil }
    return UInt32(high) << 16 | UInt32(low)
  }
}
