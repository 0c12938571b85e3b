extension [UInt8] {
  /// The two bytes at `offset` as a number, most significant first; nil where they are not all there.
  func bigEndian16(at offset: Int) -> UInt16? {
    guard offset >= 0, offset <= count - 2 else { return nil }
    return UInt16(self[offset]) << 8 | UInt16(self[offset + 1])
  }

  /// The four bytes at `offset` as a number, most significant first; nil where they are not all there.
  func bigEndian32(at offset: Int) -> UInt32? {
    guard let high = bigEndian16(at: offset), let low = bigEndian16(at: offset + 2) else { return nil }
    return UInt32(high) << 16 | UInt32(low)
  }
}
