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
  /// The entry in the manual's list.
  fileprivate var manualEntry: String {
    let flags = names.map { "Fl \($0.dropFirst())" }.joined(separator: " , ")
    let label = value.map { " Ar \($0.label.lowercased())" } ?? ""
    let facts = manualFacts.map { (isLong ? "\n.Pp\n" : "\n") + $0 } ?? ""
    return ".It \(flags)\(label)\n\(manual)\(facts)"
  }

  /// Whether the description has several paragraphs or a list.
  private var isLong: Bool { manual.contains("\n.Pp") || manual.contains("\n.El") }

  /// The range and the default; nil if there is neither.
  private var manualFacts: String? {
    guard let value else { return nil }
    switch (value.range, value.defaultText.map(Self.escaped)) {
    case (let range?, let standard?): return "The range is \(range), the default \(standard)."
    case (let range?, nil): return "The range is \(range)."
    case (nil, let standard?): return "The default is \(standard)."
    case (nil, nil): return nil
    }
  }

  /// Plain text as roff: a backslash would begin an escape.
  private static func escaped(_ text: String) -> String {
    text.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\e")
  }
}
