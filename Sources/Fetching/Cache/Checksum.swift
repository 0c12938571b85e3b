import CDeflate

/// CRC-32, by libdeflate: at some 10 GB/s it costs less than reading the bytes.
struct Checksum: Hashable, Sendable {
  /// Of the bytes so far.
  private(set) var value: UInt32 = 0

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    unsafe value = libdeflate_crc32(value, bytes.baseAddress, bytes.count)
  }
}
