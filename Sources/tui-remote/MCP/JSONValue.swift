enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// Whether both are the same text or the same whole number, as IDs are compared.
  func isSame(as other: JSONValue?) -> Bool {
    switch (self, other) {
    case (.string(let text), .string(let other)): text == other
    case (.integer(let number), .integer(let other)): number == other
    default: false
    }
  }

  /// The field of an object; nil if there is none.
  subscript(name: String) -> JSONValue? { if case .object(let fields) = self { fields[name] } else { nil } }

  var text: String? { if case .string(let text) = self { text } else { nil } }

  var fields: [String: JSONValue]? { if case .object(let fields) = self { fields } else { nil } }
}

extension JSONValue: Codable {
  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    func read<Value: Decodable>(_ type: Value.Type) -> Value? { try? value.decode(type) }
    self =
      try value.decodeNil()
      ? .null
      : read(Bool.self).map(JSONValue.bool) ?? read(Int.self).map(JSONValue.integer)
        ?? read(Double.self).map(JSONValue.number) ?? read(String.self).map(JSONValue.string)
        ?? read([JSONValue].self).map(JSONValue.array) ?? .object(value.decode([String: JSONValue].self))
  }

  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .null: try value.encodeNil()
    case .bool(let bool): try value.encode(bool)
    case .integer(let whole): try value.encode(whole)
    case .number(let number): try value.encode(number)
    case .string(let text): try value.encode(text)
    case .array(let elements): try value.encode(elements)
    case .object(let fields): try value.encode(fields)
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral text: String) { self = .string(text) }
  init(booleanLiteral bool: Bool) { self = .bool(bool) }
  init(integerLiteral number: Int) { self = .integer(number) }
  init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  init(dictionaryLiteral fields: (String, JSONValue)...) { self = .object(Dictionary(fields) { $1 }) }
}
