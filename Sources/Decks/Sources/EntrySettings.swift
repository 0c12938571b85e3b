/// The members of a deck file's entry.
enum EntryField: String, CodingKey, CaseIterable {
  case image, caption, link, duration, transition, background, fit

  /// Those that replace an option.
  static let settings: [EntryField] = [.duration, .transition, .background, .fit]
}

/// A member of an entry that is probably meant to be one of those that decks have. Other programs' members are not.
struct MisspelledField {
  let name: String
  let meant: EntryField

  /// Any member of an object.
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// The longest name that is compared.
  private static let maximumLength = 16

  static func all(in entry: any Decoder) -> [MisspelledField] {
    let names = (try? entry.container(keyedBy: Name.self).allKeys.map(\.stringValue)) ?? []
    return names.sorted().compactMap { name in
      guard EntryField(rawValue: name) == nil, name.utf8.count <= maximumLength else { return nil }
      return EntryField.allCases.first { isNear(name, $0.rawValue) }.map { MisspelledField(name: name, meant: $0) }
    }
  }

  /// Whether two names have the same letters in any order, but for one that is more, missing or, in longer names, another.
  private static func isNear(_ name: String, _ field: String) -> Bool {
    name.lowercased().sorted().difference(from: field.sorted()).count <= (field.count > 4 ? 2 : 1)
  }
}

/// What an entry of a deck file sets for its slide, before it is checked. The picture does not depend on any of it.
struct EntrySettings {
  /// The value of a key.
  private enum Value {
    case number(Double)
    case text(String)
    /// Neither a number nor a text.
    case other
  }

  private var values: [EntryField: Value] = [:]
  private var misspelled: [MisspelledField] = []

  /// Nothing.
  init() {}

  /// The settings among an entry's members.
  init(_ fields: KeyedDecodingContainer<EntryField>, misspelled: [MisspelledField]) {
    self.misspelled = misspelled
    for field in EntryField.settings where fields.contains(field) {
      if (try? fields.decodeNil(forKey: field)) == true { continue }
      if let text = try? fields.decode(String.self, forKey: field) {
        values[field] = .text(text)
      } else {
        values[field] = (try? fields.decode(Double.self, forKey: field)).map { .number($0) } ?? .other
      }
    }
  }

  /// Whether nothing is set.
  var isEmpty: Bool { values.isEmpty && misspelled.isEmpty }

  /// The settings that can be used, and what is wrong with the others.
  ///
  /// - Parameter entry: The deck and the entry, for messages.
  func settings(_ vocabulary: SlideVocabulary, entry: String) -> OwnSettings {
    var problems = misspelled.map { "unknown \"\($0.name)\"; did you mean \"\($0.meant.rawValue)\"?" }
    func read<Setting>(_ field: EntryField, _ expectation: String, _ read: (Value) -> Setting?) -> Setting? {
      guard let value = values[field] else { return nil }
      let setting = read(value)
      if setting == nil { problems.append("\"\(field.rawValue)\": expected \(expectation)") }
      return setting
    }
    func name(_ field: EntryField, _ known: SlideVocabulary.Values) -> String? {
      read(field, known.expectation) { value in
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
    if !problems.isEmpty { own.problem = "\(entry): \(problems.joined(separator: "; "))" }
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
