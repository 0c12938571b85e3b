/// The checksum of PNG (its specification's annex D), zip and RAR.
package enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { index in
    var value = UInt32(index)
    for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    return value
  }

  /// Returns the checksum of bytes.
  package static func of(_ bytes: [UInt8]) -> UInt32 {
    let table = table
    var check: UInt32 = ~0
    for byte in bytes { check = table[Int(UInt8(truncatingIfNeeded: check) ^ byte)] ^ check >> 8 }
    return ~check
  }
}
