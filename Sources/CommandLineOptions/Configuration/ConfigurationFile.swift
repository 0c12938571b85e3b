/// A configuration file: its settings by section, and the lines that could not be understood.
///
/// A line is empty, a comment (`#` is its first character), a section in brackets, or `name = value`. The value is the
/// rest of the line without the blanks around it; it needs no quotes, and may contain `#`. The sections are `[options]`,
/// in which a file begins, `[keys]`, `[keys.MODE]`, `[action "NAME"]` and `[host "NAME"]`.
///
/// The bytes may come from anywhere: the numbers of bytes, settings and reported problems are limited.
package struct ConfigurationFile: Hashable, Sendable {
  /// The part of the file that a setting belongs to.
  package enum Section: Hashable, Sendable {
    case options
    /// Key bindings of a mode; nil: of all modes in which an action has a meaning.
    case keys(mode: String?)
    /// A user-defined command.
    case action(name: String)
    /// Secrets of a server: no problem quotes the lines.
    case host(name: String)
  }

  /// A line `name = value`.
  package struct Setting: Hashable, Sendable {
    package let section: Section
    package let name: String
    /// The bytes of the value, which need not be UTF-8.
    package let value: [UInt8]
    /// The number of the line, from 1.
    package let line: Int

    /// The value as text.
    package var text: String { String(decoding: value, as: UTF8.self) }
  }

  /// Why a line is ignored.
  package struct Problem: Hashable, Sendable {
    /// The number of the line, from 1.
    package let line: Int
    /// The reason, on one line. It quotes the file, which may contain control characters.
    package let reason: String

    /// A problem.
    package init(line: Int, reason: String) {
      self.line = line
      self.reason = reason
    }
  }

  /// The maximum size of a file, in bytes.
  package static let maximumBytes = 65_536
  /// The maximum number of settings; further ones are ignored.
  package static let maximumSettings = 4096
  /// The maximum number of problems that are reported one by one.
  package static let maximumProblems = 20
  /// The maximum length of a section or a name, in bytes.
  private static let maximumName = 128

  package private(set) var settings: [Setting] = []
  package private(set) var problems: [Problem] = []
  private var section: Section? = .options
  /// The sections `[action "NAME"]` that have no settings so far, by the lines at which they begin.
  private var emptyActions: [Int: String] = [:]

  /// Parses a file.
  package init(_ bytes: [UInt8]) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
    for (index, line) in text.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      guard problems.count < ConfigurationFile.maximumProblems else { break }
      guard settings.count < ConfigurationFile.maximumSettings else {
        problems.append(Problem(line: index + 1, reason: "more than \(ConfigurationFile.maximumSettings) settings"))
        break
      }
      read(line, number: index + 1)
    }
    for (line, name) in emptyActions.sorted(by: { $0.key < $1.key })
    where problems.count < ConfigurationFile.maximumProblems {
      problems.append(Problem(line: line, reason: "[action \"\(name)\"]: expected 'command = …' below it"))
    }
  }

  private mutating func read(_ line: ArraySlice<UInt8>, number: Int) {
    let line = line.trimmed
    guard let first = line.first, first != UInt8(ascii: "#") else { return }
    func problem(_ reason: String) -> Problem { Problem(line: number, reason: reason) }
    if line.contains(0) { return problems.append(problem("a NUL byte: this is no text")) }
    if first == UInt8(ascii: "["), line.last == UInt8(ascii: "]") {
      section = ConfigurationFile.section(line.dropFirst().dropLast().trimmed)
      if case .action(let name) = section, !settings.contains(where: { $0.section == .action(name: name) }),
        !emptyActions.values.contains(name)
      {
        emptyActions[number] = name
      }
      if section == nil {
        problems.append(
          problem(
            "unknown section \(ConfigurationFile.shown(line)); expected [options], [keys], [keys.MODE], "
              + "[action \"NAME\"] or [host \"NAME\"]"))
      }
      return
    }
    // A name is at least one character, which may be `=` itself: `= = actual-size` binds a key.
    guard let equals = line.dropFirst().firstIndex(of: UInt8(ascii: "=")) else {
      if first == UInt8(ascii: "[") {
        // The settings below it are not those of the section before.
        section = ConfigurationFile.section(line.dropFirst().trimmed)
        return problems.append(problem("\(ConfigurationFile.shown(line)): a section must end with ]"))
      }
      switch section {
      case .options, .keys, .action:
        return problems.append(problem("\(ConfigurationFile.shown(line)): expected 'name = value'"))
      case .host, nil: return problems.append(problem("expected 'name = value'"))
      }
    }
    let name = line[..<equals].trimmed
    guard name.count <= ConfigurationFile.maximumName else {
      return problems.append(problem("a name longer than \(ConfigurationFile.maximumName) bytes"))
    }
    // The settings of an unknown section have been reported with it.
    guard let section else { return }
    if case .action(let name) = section { emptyActions = emptyActions.filter { $0.value != name } }
    settings.append(
      Setting(
        section: section, name: String(decoding: name, as: UTF8.self), value: Array(line[(equals + 1)...].trimmed),
        line: number))
  }

  /// The section of the text between brackets; nil if it is none.
  private static func section(_ text: ArraySlice<UInt8>) -> Section? {
    guard text.count <= maximumName else { return nil }
    let text = String(decoding: text, as: UTF8.self)
    if text == "options" { return .options }
    if text == "keys" { return .keys(mode: nil) }
    if text.hasPrefix("keys.") { return .keys(mode: String(text.dropFirst(5))) }
    let kind = text.prefix { !" \t\"".contains($0) }
    let quoted = text[kind.endIndex...].drop { $0 == " " || $0 == "\t" }
    guard quoted.count > 2, quoted.first == "\"", quoted.last == "\"" else { return nil }
    let name = String(quoted.dropFirst().dropLast())
    return kind == "action" ? .action(name: name) : kind == "host" ? .host(name: name) : nil
  }

  /// The beginning of a line, for a message.
  private static func shown(_ line: ArraySlice<UInt8>) -> String {
    let text = String(decoding: line.prefix(60), as: UTF8.self)
    return line.count > 60 ? text + "…" : text
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without the blanks, tabs and carriage returns around them.
  fileprivate var trimmed: ArraySlice<UInt8> {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
    guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
      return []
    }
    return self[first...last]
  }
}
