/// How an option's value is read from text, checked and written.
///
/// ```swift
/// ValueFormat.integer(1...16)
/// ValueFormat.choice(Color.allCases) { $0.rawValue }
/// ```
package struct ValueFormat<Value>: Sendable {
  /// What is accepted. Its label is the option's.
  package let accepted: OptionValue
  /// Reads a value; nil if the bytes are not one.
  let read: @Sendable ([UInt8]) -> Value?
  /// Whether a value is within the range. Checked once all arguments are read, so that only the last value counts.
  let isInRange: @Sendable (Value) -> Bool
  /// Writes a default; nil if there is nothing to write.
  let write: @Sendable (Value) -> String?

  /// A format of bytes, which need not be UTF-8.
  package init(
    _ expectation: String, choices: [String] = [], range: String? = nil, completion: ValueCompletion? = nil,
    isInRange: @escaping @Sendable (Value) -> Bool = { _ in true },
    write: @escaping @Sendable (Value) -> String? = { _ in nil }, readBytes: @escaping @Sendable ([UInt8]) -> Value?
  ) {
    accepted = OptionValue(
      label: "", expectation: expectation, choices: choices, range: range,
      completion: completion ?? (choices.isEmpty ? .none : .words(choices)))
    self.isInRange = isInRange
    self.write = write
    self.read = readBytes
  }

  /// A format of text.
  package init(
    _ expectation: String, choices: [String] = [], range: String? = nil, completion: ValueCompletion? = nil,
    isInRange: @escaping @Sendable (Value) -> Bool = { _ in true },
    write: @escaping @Sendable (Value) -> String? = { _ in nil }, read: @escaping @Sendable (String) -> Value?
  ) {
    self.init(
      expectation, choices: choices, range: range, completion: completion, isInRange: isInRange, write: write,
      readBytes: { read(String(decoding: $0, as: UTF8.self)) })
  }

  /// One of a few named values.
  package static func choice(_ values: [Value], name: @escaping @Sendable (Value) -> String) -> ValueFormat
  where Value: Sendable {
    let names = values.map(name)
    // Searched among the names: a search in values of any type would have the runtime look for their conformances in each start.
    return ValueFormat(names.alternatives, choices: names, write: name) { text in
      names.firstIndex(of: text).map { values[$0] }
    }
  }

  /// One of the cases of an enumeration, by its raw value.
  package static func choice(_ type: Value.Type = Value.self) -> ValueFormat
  where Value: RawRepresentable<String> & CaseIterable & Sendable {
    choice(Array(Value.allCases), name: \.rawValue)
  }
}

extension ValueFormat<Int> {
  /// A whole number.
  package static func integer(_ range: ClosedRange<Int>, unit: String = "a whole number") -> ValueFormat {
    integer("\(range.lowerBound) to \(range.upperBound)", unit: unit, joined: " from ") { range.contains($0) }
  }

  /// A whole number without an upper bound.
  package static func integer(_ range: PartialRangeFrom<Int>, unit: String = "a whole number") -> ValueFormat {
    integer("\(range.lowerBound) or more", unit: unit, joined: ", ") { range.contains($0) }
  }

  private static func integer(
    _ range: String, unit: String, joined: String, isInRange: @escaping @Sendable (Int) -> Bool
  ) -> ValueFormat {
    ValueFormat(
      "\(unit)\(joined)\(range)", range: range, isInRange: isInRange, write: { String($0) },
      read: { Int($0) })
  }
}

extension ValueFormat<Double> {
  /// A number.
  package static func number(_ range: ClosedRange<Double>, unit: String = "a number") -> ValueFormat {
    let text = "\(range.lowerBound.shortText) to \(range.upperBound.shortText)"
    return ValueFormat(
      "\(unit) from \(text)", range: text, isInRange: { range.contains($0) }, write: \.shortText, read: { Double($0) })
  }
}

extension ValueFormat<String> {
  /// Any text.
  package static func text(_ expectation: String) -> ValueFormat { ValueFormat(expectation, read: { $0 }) }

  /// The path of a folder, in UTF-8.
  package static var folder: ValueFormat { ValueFormat("a folder", completion: .folders, read: { $0 }) }
}

extension ValueFormat<[UInt8]> {
  /// The path of a file, which need not be UTF-8.
  package static var file: ValueFormat {
    ValueFormat("a file", completion: .files, readBytes: { $0 })
  }
}

extension Double {
  /// The number, without a fraction if it is whole.
  package var shortText: String { Int(exactly: self).map { String($0) } ?? String(self) }
}

extension [String] {
  /// The texts as alternatives: "a, b or c".
  package var alternatives: String {
    var text = first ?? ""
    // Not `joined`: the types of its iterators would be made at run time, in each start.
    for index in indices.dropFirst() { text += (index == endIndex - 1 ? " or " : ", ") + self[index] }
    return text
  }
}
