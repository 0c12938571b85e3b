import Bitmaps

/// What is written as one or more fields of a message.
protocol MessageField {
  func write(to writer: inout MessageWriter)
}

/// Writes the fields of a message one after another.
struct MessageWriter {
  fileprivate(set) var bytes: [UInt8] = []

  mutating func write<each Field: MessageField>(_ field: repeat each Field) { repeat (each field).write(to: &self) }
}

extension MessageField {
  /// A message of this only.
  var message: [UInt8] {
    var writer = MessageWriter()
    writer.write(self)
    return writer.bytes
  }
}

extension Int: MessageField {
  func write(to writer: inout MessageWriter) {
    // Its bytes, which are copied.
    unsafe withUnsafeBytes(of: littleEndian) { unsafe writer.bytes.append(contentsOf: $0) }
  }
}

extension Bool: MessageField {
  func write(to writer: inout MessageWriter) { writer.bytes.append(self ? 1 : 0) }
}

/// Bytes with their number.
extension Array: MessageField where Element == UInt8 {
  func write(to writer: inout MessageWriter) {
    writer.write(count)
    writer.bytes += self
  }
}

/// At most 4,096 bytes, so that a message has a bounded length.
extension String: MessageField {
  func write(to writer: inout MessageWriter) { writer.write(Array(utf8.prefix(4096))) }
}

/// Whether there is a value, and the value.
extension Optional: MessageField where Wrapped: MessageField {
  func write(to writer: inout MessageWriter) {
    writer.write(self != nil)
    self?.write(to: &writer)
  }
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

  /// A number within a range.
  mutating func number(in range: ClosedRange<Int> = .min ... .max) throws(Invalid) -> Int {
    var number = 0
    for shift in stride(from: 0, to: 64, by: 8) { number |= Int(try byte()) << shift }
    guard range.contains(number) else { throw Invalid() }
    return number
  }

  mutating func optionalNumber(in range: ClosedRange<Int> = .min ... .max) throws(Invalid) -> Int? {
    try flag() ? try number(in: range) : nil
  }

  /// A value by its number.
  mutating func value<Value: RawRepresentable<UInt8>>() throws(Invalid) -> Value {
    guard let value = Value(rawValue: UInt8(try number(in: 0...255))) else { throw Invalid() }
    return value
  }

  /// The element of a list that a number stands for.
  mutating func element<Element>(of list: [Element]) throws(Invalid) -> Element {
    list[try number(in: 0...list.count - 1)]
  }

  mutating func size(in sides: ClosedRange<Int> = .min ... .max) throws(Invalid) -> PixelSize {
    PixelSize(width: try number(in: sides), height: try number(in: sides))
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

  mutating func optionalText() throws(Invalid) -> String? { try flag() ? try text() : nil }

  /// - Throws: `Invalid` if fields are left.
  func end() throws(Invalid) { if !rest.isEmpty { throw Invalid() } }
}
