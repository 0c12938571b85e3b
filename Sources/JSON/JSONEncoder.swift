/// Encodes values as JSON on one line, with sorted keys.
package struct JSONEncoder {
  package init() {}

  /// Encodes a value.
  ///
  /// - Throws: The errors of the value's `encode(to:)`.
  package func encode(_ value: some Encodable) throws -> [UInt8] {
    let slot = JSONSlot()
    try value.encode(to: JSONValueEncoder(slot: slot))
    var bytes: [UInt8] = []
    slot.write(to: &bytes)
    return bytes
  }
}

/// A place for a value that is being encoded.
private final class JSONSlot {
  private enum Content {
    case literal(String)
    case string(String)
    case object([String: JSONSlot])
    case array([JSONSlot])
  }

  private var content = Content.literal("null")

  func set(_ literal: some LosslessStringConvertible) { content = .literal(String(literal)) }

  func set(string: String) { content = .string(string) }

  /// Makes the value an object, unless it is one.
  func becomeObject() {
    if case .object = content { return }
    content = .object([:])
  }

  /// Makes the value an array, unless it is one.
  func becomeArray() {
    if case .array = content { return }
    content = .array([])
  }

  /// A new slot for the value of a key.
  func field(_ key: String) -> JSONSlot {
    guard case .object(var fields) = content else { preconditionFailure("the value is an object") }
    let slot = JSONSlot()
    // With one owner, it is not copied.
    content = .object([:])
    fields[key] = slot
    content = .object(fields)
    return slot
  }

  /// A new slot at the end of an array.
  func element() -> JSONSlot {
    guard case .array(var elements) = content else { preconditionFailure("the value is an array") }
    let slot = JSONSlot()
    // With one owner, it is not copied.
    content = .array([])
    elements.append(slot)
    content = .array(elements)
    return slot
  }

  /// The number of elements of an array.
  var count: Int { if case .array(let elements) = content { elements.count } else { 0 } }

  func write(to bytes: inout [UInt8]) {
    switch content {
    case .literal(let literal): bytes += Array(literal.utf8)
    case .string(let string): JSONSlot.write(string, to: &bytes)
    case .object(let fields):
      bytes.append(UInt8(ascii: "{"))
      for (index, field) in fields.sorted(by: { $0.key < $1.key }).enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        JSONSlot.write(field.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        field.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        element.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    }
  }

  private static func write(_ string: String, to bytes: inout [UInt8]) {
    let digits = Array("0123456789abcdef".utf8)
    bytes.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x08: bytes += Array("\\b".utf8)
      case 0x09: bytes += Array("\\t".utf8)
      case 0x0A: bytes += Array("\\n".utf8)
      case 0x0C: bytes += Array("\\f".utf8)
      case 0x0D: bytes += Array("\\r".utf8)
      case 0..<0x20: bytes += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

private struct JSONValueEncoder: Encoder, SingleValueEncodingContainer {
  let slot: JSONSlot
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    slot.becomeObject()
    return KeyedEncodingContainer(JSONFields<Key>(slot: slot))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    slot.becomeArray()
    return JSONElements(slot: slot)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  /// Checks a number: JSON has no infinities.
  private func finite(_ value: Double) throws -> Double {
    guard value.isFinite else {
      throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: "not a finite number"))
    }
    return value
  }

  func encodeNil() { slot.set("null") }
  func encode(_ value: Bool) { slot.set(value) }
  func encode(_ value: String) { slot.set(string: value) }
  func encode(_ value: Double) throws { slot.set(try finite(value)) }
  func encode(_ value: Float) throws { slot.set(try finite(Double(value))) }
  func encode(_ value: some FixedWidthInteger & Encodable) { slot.set(value) }
  func encode(_ value: some Encodable) throws { try value.encode(to: self) }
}

/// The fields of an object that is being encoded.
private struct JSONFields<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let slot: JSONSlot
  var codingPath: [any CodingKey] { [] }

  private func value(_ key: Key) -> JSONValueEncoder { JSONValueEncoder(slot: slot.field(key.stringValue)) }

  func encodeNil(forKey key: Key) { value(key).encodeNil() }
  func encode(_ value: some Encodable, forKey key: Key) throws { try value.encode(to: self.value(key)) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    value(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { value(key).unkeyedContainer() }
  func superEncoder() -> any Encoder { preconditionFailure("classes are not encoded") }
  func superEncoder(forKey key: Key) -> any Encoder { value(key) }
}

/// The elements of an array that is being encoded.
private struct JSONElements: UnkeyedEncodingContainer {
  let slot: JSONSlot
  var codingPath: [any CodingKey] { [] }
  var count: Int { slot.count }

  private func value() -> JSONValueEncoder { JSONValueEncoder(slot: slot.element()) }

  func encodeNil() { value().encodeNil() }
  func encode(_ value: some Encodable) throws { try value.encode(to: self.value()) }
  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    value().container(keyedBy: type)
  }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { value().unkeyedContainer() }
  func superEncoder() -> any Encoder { value() }
}
