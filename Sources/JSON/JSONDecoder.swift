/// Decodes values from JSON, as Foundation's decoder does; linking Foundation would double the program's size.
package struct JSONDecoder {
  private let allowsRepeatedKeys: Bool

  /// - Parameter allowsRepeatedKeys: whether the last of several values with one key counts; otherwise an object that has
  ///   them throws `RepeatedKey`.
  package init(allowsRepeatedKeys: Bool = true) { self.allowsRepeatedKeys = allowsRepeatedKeys }

  /// Decodes a value.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the text is not valid JSON, with its line and column; the errors of the value's `init(from:)`.
  package func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
    let text: JSONText
    do throws(InvalidJSON) {
      text = try JSONText(bytes, allowsRepeatedKeys: allowsRepeatedKeys)
    } catch {
      let place = error.place(in: bytes)
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: "not valid JSON in line \(place.line), column \(place.column)"))
    }
    return try Value(from: JSONValueDecoder(text: text, position: text.start))
  }
}

/// An object has several values with this key.
package struct RepeatedKey: Error {
  package let name: String
}

/// The place of a value in its text or, of a member of an object, that of its name.
package struct JSONPosition: Decodable {
  /// Bytes before it.
  package let offset: Int

  package init(from decoder: any Decoder) throws {
    guard let decoder = decoder as? JSONValueDecoder else { throw JSONUnsupported.otherDecoder }
    offset = decoder.key ?? decoder.position
  }
}

/// Decodes the value at a position of a text. Coding paths are not kept: errors are shown to nobody.
private struct JSONValueDecoder: Decoder, SingleValueDecodingContainer {
  let text: JSONText
  let position: Int
  /// The position of the key of a member of an object.
  var key: Int?
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func mismatch<Value>(_ type: Value.Type) -> DecodingError {
    .typeMismatch(type, .init(codingPath: [], debugDescription: "another type"))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard text.kind(at: position) == .object else { throw mismatch([String: Any].self) }
    var fields: [String: (key: Int, value: Int)] = [:]
    var next = text.firstElement(at: position)
    while let key = next {
      let value = text.value(ofKeyAt: key)
      // A key that is not Unicode is nobody's.
      if let name = text.string(at: key), fields.updateValue((key, value), forKey: name) != nil,
        !text.allowsRepeatedKeys
      {
        throw RepeatedKey(name: name)
      }
      next = text.element(after: value)
    }
    return KeyedDecodingContainer(JSONFields<Key>(text: text, fields: fields))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard text.kind(at: position) == .array else { throw mismatch([Any].self) }
    return JSONElements(text: text, next: text.firstElement(at: position))
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { text.kind(at: position) == .null }

  func decode(_ type: Bool.Type) throws -> Bool {
    switch text.kind(at: position) {
    case .true: true
    case .false: false
    case .object, .array, .string, .number, .null: throw mismatch(type)
    }
  }

  func decode(_ type: String.Type) throws -> String {
    guard text.kind(at: position) == .string, let string = text.string(at: position) else { throw mismatch(type) }
    return string
  }

  func decode(_ type: Double.Type) throws -> Double {
    guard text.kind(at: position) == .number, let number = Double(text.number(at: position)), number.isFinite else {
      throw mismatch(type)
    }
    return number
  }

  /// Decodes an integer, also one that is written as a fraction, such as 5.0.
  func decode<Value: FixedWidthInteger & Decodable>(_ type: Value.Type) throws -> Value {
    guard text.kind(at: position) == .number else { throw mismatch(type) }
    let number = text.number(at: position)
    guard let value = Value(number) ?? Double(number).flatMap({ Value(exactly: $0) }) else { throw mismatch(type) }
    return value
  }

  func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }
}

private struct JSONFields<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let text: JSONText
  let fields: [String: (key: Int, value: Int)]
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { fields.keys.compactMap { Key(stringValue: $0) } }

  private func value(_ key: any CodingKey) throws -> JSONValueDecoder {
    guard let place = fields[key.stringValue] else {
      throw DecodingError.keyNotFound(key, .init(codingPath: [], debugDescription: "no such key"))
    }
    return JSONValueDecoder(text: text, position: place.value, key: place.key)
  }

  func contains(_ key: Key) -> Bool { fields[key.stringValue] != nil }
  func decodeNil(forKey key: Key) throws -> Bool { try value(key).decodeNil() }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try value(key).decode(type) }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try Value(from: value(key))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { try value(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try value(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { throw JSONUnsupported.inheritance }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw JSONUnsupported.inheritance }
}

private struct JSONElements: UnkeyedDecodingContainer {
  let text: JSONText
  /// The position of the next element; nil at the end.
  var next: Int?
  var currentIndex = 0
  var codingPath: [any CodingKey] { [] }
  /// Unknown until the end.
  var count: Int? { nil }
  var isAtEnd: Bool { next == nil }

  /// Reads the next element, and goes on to the one after it if that succeeds.
  private mutating func pop<Value>(_ read: (JSONValueDecoder) throws -> Value) throws -> Value {
    guard let position = next else {
      throw DecodingError.valueNotFound(Value.self, .init(codingPath: [], debugDescription: "no more elements"))
    }
    let value = try read(JSONValueDecoder(text: text, position: position))
    next = text.element(after: position)
    currentIndex += 1
    return value
  }

  mutating func decodeNil() throws -> Bool {
    guard let position = next, text.kind(at: position) == .null else { return false }
    return try pop { _ in true }
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try pop { try $0.decode(type) } }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> { try pop { try $0.container(keyedBy: type) } }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try pop { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { throw JSONUnsupported.inheritance }
}

/// What neither the decoder nor the encoder can do.
enum JSONUnsupported: Error {
  /// Classes that inherit from others.
  case inheritance
  /// Positions in another decoder's text.
  case otherDecoder
}
