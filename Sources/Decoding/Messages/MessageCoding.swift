/// Writes the fields of a message one after another.
struct MessageWriter {
  private(set) var bytes: [UInt8] = []
  /// Longer texts are cut off, so that a message has a bounded length.
  private static let maxTextBytes = 4096

  mutating func write(_ number: Int) {
    // Its bytes, which are copied.
    unsafe withUnsafeBytes(of: number.littleEndian) { unsafe bytes.append(contentsOf: $0) }
  }

  mutating func write(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  mutating func write(_ text: String) { write(text.utf8.prefix(MessageWriter.maxTextBytes)) }

  /// Writes bytes with their number.
  mutating func write(_ some: some Collection<UInt8>) {
    write(some.count)
    bytes += some
  }

  /// Writes whether there is a value, and the value.
  mutating func write<Value>(_ value: Value?, _ body: (inout MessageWriter, Value) -> Void) {
    write(value != nil)
    if let value { body(&self, value) }
  }

  mutating func write(_ text: String?) { write(text) { $0.write($1) } }
}

/// Reads the fields of a message that may be hostile: of any length and content.
struct MessageReader {
  /// The message is not one that a decoder sends.
  struct Invalid: Error {}

  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating func byte() throws(Invalid) -> UInt8 {
    guard let byte = rest.popFirst() else { throw Invalid() }
    return byte
  }

  mutating func flag() throws(Invalid) -> Bool {
    switch try byte() {
    case 0: false
    case 1: true
    default: throw Invalid()
    }
  }

  mutating func number() throws(Invalid) -> Int {
    var number: UInt = 0
    var shift: UInt = 0
    while shift < 64 {
      number |= UInt(try byte()) << shift
      shift += 8
    }
    return Int(bitPattern: number)
  }

  /// A number within a range.
  mutating func number(in range: ClosedRange<Int>) throws(Invalid) -> Int {
    let number = try number()
    guard range.contains(number) else { throw Invalid() }
    return number
  }

  /// A text; bytes that are not UTF-8 are replaced.
  mutating func text() throws(Invalid) -> String { String(decoding: try bytes(), as: UTF8.self) }

  /// Bytes, whose number comes first.
  mutating func bytes(atMost limit: Int = .max) throws(Invalid) -> ArraySlice<UInt8> {
    let count = try number()
    guard 0...min(limit, rest.count) ~= count else { throw Invalid() }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  mutating func optional<Value>(
    _ body: (inout MessageReader) throws(Invalid) -> Value
  ) throws(Invalid) -> Value? {
    try flag() ? try body(&self) : nil
  }

  mutating func optionalText() throws(Invalid) -> String? {
    try optional { reader throws(Invalid) in try reader.text() }
  }

  /// - Throws: `Invalid` if fields are left.
  func end() throws(Invalid) { if !rest.isEmpty { throw Invalid() } }
}
