import JSON

/// The members of a deck file's entry.
enum EntryField: String, CodingKey, CaseIterable {
  case image, caption, link, duration, transition, background, fit

  /// Those that replace an option.
  static let settings: [EntryField] = [.duration, .transition, .background, .fit]
}

/// A member of an entry that decks do not have.
struct UnknownField {
  let name: String
  /// Where it is, in bytes.
  let offset: Int
  /// The one that is probably meant; nil: another program's.
  let meant: EntryField?

  /// Any member of an object.
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// The longest name that is named.
  private static let maximumLength = 16

  /// Those of an entry, in their order.
  static func all(in entry: any Decoder) -> [UnknownField] {
    guard let fields = try? entry.container(keyedBy: Name.self) else { return [] }
    return fields.allKeys.compactMap { key in
      let name = key.stringValue
      guard EntryField(rawValue: name) == nil, name.utf8.count <= maximumLength,
        let offset = try? fields.decode(JSONPosition.self, forKey: key).offset
      else { return nil }
      return UnknownField(name: name, offset: offset, meant: EntryField.allCases.first { isNear(name, $0.rawValue) })
    }.sorted { $0.offset < $1.offset }
  }

  /// Whether two names have the same letters in any order, but for one that is more, missing or, in longer names, another.
  private static func isNear(_ name: String, _ field: String) -> Bool {
    name.lowercased().sorted().difference(from: field.sorted()).count <= (field.count > 4 ? 2 : 1)
  }
}

/// What an entry of a deck file sets for its slide, before it is checked. The picture does not depend on any of it.
struct EntrySettings {
  private enum Value {
    case number(Double)
    case text(String)
    /// Neither a number nor a text.
    case other
  }

  private var values: [EntryField: (value: Value, offset: Int)] = [:]
  private var misspelled: [UnknownField] = []

  init() {}

  init(_ fields: KeyedDecodingContainer<EntryField>, unknown: [UnknownField]) {
    misspelled = unknown.filter { $0.meant != nil }
    for field in EntryField.settings {
      guard let offset = try? fields.decode(JSONPosition.self, forKey: field).offset,
        (try? fields.decodeNil(forKey: field)) == false
      else { continue }
      var value = Value.other
      if let text = try? fields.decode(String.self, forKey: field) { value = .text(text) }
      if let number = try? fields.decode(Double.self, forKey: field) { value = .number(number) }
      values[field] = (value, offset)
    }
  }

  /// Whether nothing is set.
  var isEmpty: Bool { values.isEmpty && misspelled.isEmpty }

  /// The settings that can be used, and what is wrong with the others.
  ///
  /// - Parameter entry: Returns the deck and the entry, for messages, with the place of the first problem.
  func settings(_ vocabulary: SlideVocabulary, entry: (_ offset: Int) -> String) -> OwnSettings {
    var problems = misspelled.map { "unknown \"\($0.name)\"; did you mean \"\($0.meant?.rawValue ?? "")\"?" }
    var first = misspelled.first?.offset
    func read<Setting>(_ field: EntryField, _ expectation: String, _ read: (Value) -> Setting?) -> Setting? {
      guard let (value, offset) = values[field] else { return nil }
      let setting = read(value)
      if setting == nil {
        problems.append("\"\(field.rawValue)\": expected \(expectation)")
        first = min(first ?? offset, offset)
      }
      return setting
    }
    func name(_ field: EntryField, _ known: SlideVocabulary.Values) -> String? {
      read(field, known.expectation()) { value in
        guard case .text(let text) = value, text.utf8.count <= SlideVocabulary.maximumLength, known.accepts(text) else {
          return nil
        }
        return text
      }
    }
    var own = OwnSettings()
    own.duration = read(
      .duration, "a number of seconds from 2 to 86400, 0 or \"hold\"", EntrySettings.duration)
    own.transition = name(.transition, vocabulary.transition)
    own.background = name(.background, vocabulary.background)
    own.fit = name(.fit, vocabulary.fit)
    if let first { own.problem = "\(entry(first)): \(problems.joined(separator: "; "))" }
    return own
  }

  private static func duration(_ value: Value) -> SlideDuration? {
    switch value {
    case .number(0), .text("hold"): .hold
    case .number(let seconds): SlideDuration.range.contains(seconds) ? .seconds(seconds) : nil
    case .text, .other: nil
    }
  }
}
