/// Memory to which bytes are appended at the speed of plain stores.
///
/// The writer reserves room first, once for many bytes; stores may write a few bytes past the reserved end.
@safe
struct ByteSink {
  /// The number of bytes that may be written past the reserved end.
  static let spill = 8

  private let memory: UnsafeMutableRawBufferPointer
  /// Held here because a global is looked up on each access.
  private let decimals = DecimalTable.entries
  /// The number of bytes written.
  private(set) var count = 0

  /// A sink over memory that outlives it.
  init(over memory: UnsafeMutableRawBufferPointer) { unsafe self.memory = memory }

  /// Traps unless `bytes` bytes can still be written: the one check for the stores that follow.
  @inline(__always)
  func reserve(_ bytes: Int) { unsafe precondition(count + bytes + Self.spill <= memory.count) }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    unsafe memory.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
  }

  /// Appends up to eight bytes, the first in the low bits.
  @inline(__always)
  mutating func append(packed bytes: UInt64, count length: Int) {
    unsafe memory.storeBytes(of: bytes.littleEndian, toByteOffset: count, as: UInt64.self)
    count += length
  }

  /// Appends a number from 0 to 255 in decimal, followed by a semicolon.
  @inline(__always)
  mutating func append(channel: UInt8) {
    let entry = decimals[Int(channel)]
    unsafe memory.storeBytes(of: entry.littleEndian, toByteOffset: count, as: UInt32.self)
    count += channel >= 100 ? 4 : channel >= 10 ? 3 : 2
  }

  /// Appends a non-negative number in decimal.
  mutating func append(number: Int) {
    if number >= 10 { append(number: number / 10) }
    append(UInt8(truncatingIfNeeded: 0x30 + number % 10))
  }

  /// Appends a scalar in UTF-8.
  @inline(__always)
  mutating func append(scalar: UInt32) {
    let last = UInt64(scalar & 0x3F | 0x80)
    if scalar < 0x80 {
      append(UInt8(truncatingIfNeeded: scalar))
    } else if scalar < 0x800 {
      append(packed: UInt64(scalar >> 6 | 0xC0) | last << 8, count: 2)
    } else if scalar < 0x10000 {
      append(packed: UInt64(scalar >> 12 | 0xE0) | UInt64(scalar >> 6 & 0x3F | 0x80) << 8 | last << 16, count: 3)
    } else {
      let front = UInt64(scalar >> 18 | 0xF0) | UInt64(scalar >> 12 & 0x3F | 0x80) << 8
      append(packed: front | UInt64(scalar >> 6 & 0x3F | 0x80) << 16 | last << 24, count: 4)
    }
  }

  @inline(__always)
  mutating func replaceLast(with byte: UInt8) {
    precondition(count > 0)
    unsafe memory.storeBytes(of: byte, toByteOffset: count - 1, as: UInt8.self)
  }
}

/// The numbers from 0 to 255 in decimal, each followed by a semicolon, as four bytes with the first in the low bits.
private enum DecimalTable {
  static let entries: [UInt32] = (0..<256).map { number in
    "\(number);".utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}
