import CommandLineOptions

/// The parts of the manuals that follow from a table of options, in mdoc(7): the headings, ranges and defaults. The manuals alone have
/// the introductions of sections and the descriptions.
struct OptionManual {
  let program: CommandDescription

  /// The sections about a program's options, with the introductions and descriptions of a page. A new option has no description.
  func options(describedBy page: String) -> String {
    let texts = ManualTexts(page)
    return program.groups.map { group in
      let entries = group.options.map { option in
        let heading = OptionManual.heading(option)
        let description = texts.descriptions[OptionManual.key(of: heading)] ?? ""
        let isLong = description.split(separator: "\n").contains { $0.hasPrefix(".Pp") || $0.hasPrefix(".El") }
        let facts = OptionManual.facts(option).map { (isLong ? ".Pp\n" : "") + $0 + "\n" } ?? ""
        return heading + "\n" + description + facts
      }
      return ".Ss \(group.title)\n\(texts.introductions[group.title] ?? "").Bl -tag -width Ds\n\(entries.joined()).El\n"
    }.joined()
  }

  /// For tui-config(5), the settings that a running program does not adopt: a line for each group.
  var settingsForNextStart: String {
    program.groups.map { group in
      let keys = group.options.filter { !$0.changesAtOnce }.compactMap(\.key)
      return keys.isEmpty ? "" : ".Ic \(keys.joined(separator: " "))\n"
    }.joined()
  }

  /// The heading of an option's entry: its names, and the accepted values if there are few, else the placeholder.
  static func heading(_ option: OptionDescription) -> String {
    let flags = option.names.map { "Fl \($0.dropFirst())" }.joined(separator: " , ")
    let label = option.value.map { value in
      let alternatives = value.choices.joined(separator: " | ")
      return value.choices.isEmpty || alternatives.count > 60
        ? " Ar \(value.label.lowercased())" : " Cm \(alternatives)"
    }
    return ".It \(flags)\(label ?? "")"
  }

  /// The last name in a heading, which is the same when other names and values change.
  static func key(of heading: some StringProtocol) -> String {
    let words = heading.split(separator: " ")
    return words.lastIndex(of: "Fl").flatMap { $0 + 1 < words.count ? String(words[$0 + 1]) : nil } ?? ""
  }

  /// The range and the default; nil if there is neither.
  private static func facts(_ option: OptionDescription) -> String? {
    guard let value = option.value else { return nil }
    switch (value.range, value.defaultText) {
    case (let range?, let standard?): return "Range: \(range); default: \(escaped(standard))."
    case (let range?, nil): return "Range: \(range)."
    case (nil, let standard?):
      return value.choices.contains(standard)
        ? "Default:\n.Cm \(standard) ." : "Default: \(escaped(standard))."
    case (nil, nil): return nil
    }
  }

  /// Plain text as roff, in which a backslash begins an escape, with ASCII characters only.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      scalar == "\\"
        ? "\\e" : scalar.isASCII ? String(scalar) : "\\[u\(String(scalar.value, radix: 16, uppercase: true))]"
    }.joined()
  }
}

/// What a manual page says about the options beyond their tables.
struct ManualTexts {
  /// The introductions of sections, by title.
  private(set) var introductions: [String: String] = [:]
  /// The descriptions of options, without the range and the default, by the last name in the heading.
  private(set) var descriptions: [String: String] = [:]

  /// Reads the sections about the options.
  init(_ page: String) {
    var (section, entry): (String?, String?)
    var text = ""
    var depth = 0
    func keep(_ texts: inout [String: String], _ name: String?, _ text: String) { if let name { texts[name] = text } }
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if depth == 0, line.hasPrefix(".Ss ") {
        (section, entry, text) = (String(line.dropFirst(4)), nil, "")
        continue
      }
      if line.hasPrefix(".Bl ") {
        depth += 1
        if depth == 1 {
          keep(&introductions, section, text)
          text = ""
          continue
        }
      }
      if depth == 1, line.hasPrefix(".It ") || line == ".El" {
        keep(&descriptions, entry, ManualTexts.withoutFacts(text))
        (entry, text) = (OptionManual.key(of: line), "")
        if line == ".El" { (depth, entry) = (0, nil) }
        continue
      }
      if line == ".El" { depth -= 1 }
      text += line + "\n"
    }
  }

  /// A description without the range and the default at its end.
  private static func withoutFacts(_ text: String) -> String {
    var lines = text.split(separator: "\n")
    if lines.count > 1, lines[lines.count - 2] == "Default:" {
      lines.removeLast(2)
    } else if lines.last.map({ $0.hasPrefix("Range: ") || $0.hasPrefix("Default: ") }) == true {
      lines.removeLast()
    }
    if lines.last == ".Pp" { lines.removeLast() }
    return lines.map { $0 + "\n" }.joined()
  }
}
