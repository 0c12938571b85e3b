/// A packet of SFTP, from which fields are read one after the other.
struct SFTPPacket {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// A packet: its length, its type and its content.
  static func packet(_ type: UInt8, _ content: [UInt8]) -> [UInt8] {
    number(UInt32(content.count + 1)) + [type] + content
  }

  static func number(_ number: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }

  static func string(_ bytes: [UInt8]) -> [UInt8] { number(UInt32(bytes.count)) + bytes }

  mutating func byte() throws(FarViolation) -> UInt8 {
    guard let byte = rest.popFirst() else { throw .broken }
    return byte
  }

  /// A number of four bytes.
  mutating func number() throws(FarViolation) -> Int {
    guard rest.count >= 4 else { throw .broken }
    defer { rest = rest.dropFirst(4) }
    return rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
  }

  mutating func string() throws(FarViolation) -> [UInt8] {
    let count = try number()
    guard count <= rest.count else { throw .broken }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  /// What a server says of a file; fields that it leaves out are 0.
  struct Attributes {
    var size = 0
    var mode: UInt32 = 0
    /// In seconds since 1970.
    var modified = 0
  }

  /// The fields of section 5.
  mutating func attributes() throws(FarViolation) -> Attributes {
    let flags = try number()
    var attributes = Attributes()
    if flags & 1 != 0 {
      let high = try number()
      guard high < 1 << 20 else { throw .broken }
      attributes.size = high << 32 | (try number())
    }
    if flags & 2 != 0 { _ = (try number(), try number()) }
    if flags & 4 != 0 { attributes.mode = UInt32(try number()) }
    if flags & 8 != 0 {
      _ = try number()
      attributes.modified = try number()
    }
    if flags & 0x8000_0000 != 0 {
      let count = try number()
      guard count <= 64 else { throw .broken }
      for _ in 0..<count { _ = (try string(), try string()) }
    }
    return attributes
  }
}
