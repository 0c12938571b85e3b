/// The size and the time that an index page has after a link: `12-Nov-2026 10:11  12345` (nginx),
/// `2026-11-12 10:11  1.2M` (Apache). Times are taken as UTC, because the page does not say.
struct IndexFacts {
  /// In bytes, as precisely as the page has it.
  private(set) var size: Int?
  /// In seconds since 1970.
  private(set) var modified: Int?

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  init(_ text: [UInt8]) {
    let words = String(decoding: text, as: UTF8.self).split { $0.isWhitespace || $0 == "&" || $0 == ";" }
      .filter { $0 != "nbsp" }
    for (index, word) in words.enumerated() {
      if modified == nil, let days = Self.days(word) {
        modified = days * 86_400 + (index + 1 < words.count ? Self.seconds(words[index + 1]) ?? 0 : 0)
      } else if modified != nil, size == nil {
        // The size stands after the time. More text may follow the last link.
        size = Self.size(word)
      }
    }
  }

  /// The days since 1970 of a date.
  private static func days(_ word: Substring) -> Int? {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    if let year = number(parts[0], 4), let month = number(parts[1], 2), let day = number(parts[2], 2) {
      return CalendarDate.days(year, month, day)
    }
    guard let day = number(parts[0], 2), let month = months.firstIndex(of: parts[1].lowercased()),
      let year = number(parts[2], 4)
    else { return nil }
    return CalendarDate.days(year, month + 1, day)
  }

  /// The seconds of a time of day: `10:11` or `10:11:12`.
  private static func seconds(_ word: Substring) -> Int? {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false).map { number($0, 2) }
    guard 2...3 ~= parts.count, let hour = parts[0], let minute = parts[1] else { return nil }
    return hour * 3_600 + minute * 60 + (parts.count > 2 ? parts[2] ?? 0 : 0)
  }

  /// The bytes of `12345`, `1.2M` or `12 kB` without the blank.
  private static func size(_ word: Substring) -> Int? {
    let digits = word.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard digits.count <= 15, let value = Double(digits) else { return nil }
    let unit = word[digits.endIndex...].lowercased()
    let powers = ["": 0, "b": 0, "k": 1, "kb": 1, "kib": 1, "m": 2, "mb": 2, "mib": 2, "g": 3, "gb": 3, "gib": 3]
    guard let power = powers[unit] else { return nil }
    return Int(value * Double(1 << (10 * power)))
  }

  private static func number(_ text: Substring, _ digits: Int) -> Int? {
    text.count == digits && text.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int(text) : nil
  }
}

/// The proleptic Gregorian calendar.
enum CalendarDate {
  /// The days since 1970-01-01 (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms"); nil for dates that do not
  /// exist.
  static func days(_ year: Int, _ month: Int, _ day: Int) -> Int? {
    guard 1...9_999 ~= year, 1...12 ~= month, 1...31 ~= day else { return nil }
    let shifted = month > 2 ? year : year - 1
    let (era, yearOfEra) = (shifted / 400, shifted % 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The seconds since 1970 of a time such as `2026-11-12T10:11:12.000Z` (ISO 8601); zones other than UTC do not count.
  static func seconds(_ text: String) -> Int? {
    let parts = text.split { !$0.isASCII || !$0.isNumber }.prefix(6).map { Int($0) ?? 0 }
    guard parts.count == 6, let days = days(parts[0], parts[1], parts[2]) else { return nil }
    return days * 86_400 + parts[3] % 24 * 3_600 + parts[4] % 60 * 60 + parts[5] % 61
  }
}
