extension CommandDescription {
  /// The sections of a manual page that describe the options, in mdoc(7), with a newline at their end.
  package var manual: String {
    groups.map { group in
      let introduction = group.introduction.isEmpty ? "" : group.introduction + "\n"
      let options = group.options.map { $0.manualEntry + "\n" }.joined()
      return ".Ss \(group.title)\n\(introduction).Bl -tag -width Ds\n\(options).El\n"
    }.joined()
  }
}

extension OptionDescription {
  /// The entry in the manual's list, in mdoc(7).
  package var manualEntry: String {
    let flags = names.map { "Fl \($0.dropFirst())" }.joined(separator: " , ")
    let label = value.map { " \($0.manualLabel)" } ?? ""
    let facts = manualFacts.map { (isLong ? "\n.Pp\n" : "\n") + $0 } ?? ""
    return ".It \(flags)\(label)\n\(manual)\(facts)"
  }

  /// Whether the description has several paragraphs or a list.
  private var isLong: Bool { manual.split(separator: "\n").contains { $0.hasPrefix(".Pp") || $0.hasPrefix(".El") } }

  /// The range and the default; nil if there is neither.
  private var manualFacts: String? {
    guard let value else { return nil }
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
  private func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      if scalar == "\\" { return "\\e" }
      return scalar.isASCII ? String(scalar) : "\\[u\(String(scalar.value, radix: 16, uppercase: true))]"
    }.joined()
  }
}

extension OptionValue {
  /// The value in an entry's heading: the accepted values if there are few, else the placeholder.
  fileprivate var manualLabel: String {
    let alternatives = choices.joined(separator: " | ")
    return choices.isEmpty || alternatives.count > 60 ? "Ar \(label.lowercased())" : "Cm \(alternatives)"
  }
}
