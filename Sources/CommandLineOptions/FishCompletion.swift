extension CommandDescription {
  /// A script for fish.
  var fishCompletion: String {
    let lines = options.map { option in
      let names = option.names.map { name in
        let isLong = name.hasPrefix("--")
        return "\(isLong ? "-l" : "-s") \(fishQuoted(String(name.dropFirst(isLong ? 2 : 1))))"
      }
      let value = option.value.map { " \(fishValue($0))" } ?? ""
      return "complete -c \(program) \(names.joined(separator: " "))\(value) -d \(fishQuoted(option.help))"
    }
    return "# Completions of \(program) for fish\n" + lines.joined(separator: "\n")
  }

  private func fishValue(_ value: OptionValue) -> String {
    switch value.completion {
    case .none: "-x"
    case .words(let words): "-x -a \(fishQuoted(words.joined(separator: " ")))"
    case .files: "-r -F"
    case .folders: "-x -a '(__fish_complete_directories)'"
    }
  }

  /// A text in single quotes, in which fish knows escapes for `'` and `\`.
  private func fishQuoted(_ text: String) -> String {
    "'\(String(text.flatMap { "\\'".contains($0) ? ["\\", $0] : [$0] }))'"
  }
}
