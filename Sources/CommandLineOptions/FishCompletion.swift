extension CommandDescription {
  var fishCompletion: String {
    let lines = options.map { option in
      let names = option.names.map { name in
        let isLong = name.hasPrefix("--")
        return "\(isLong ? "-l" : "-s") \(fishQuoted(String(name.dropFirst(isLong ? 2 : 1))))"
      }
      let value = option.value.map { " \(fishValue($0.completion))" } ?? ""
      return "complete -c \(program) \(names.joined(separator: " "))\(value) -d \(fishQuoted(option.help))"
    }
    return "# Completions of \(program) for fish\n" + (lines + fishCommands).joined(separator: "\n")
  }

  /// The commands, and what completes their arguments.
  private var fishCommands: [String] {
    guard !commands.isEmpty else { return [] }
    let none = "not __fish_seen_subcommand_from \(commands.map(\.name).joined(separator: " "))"
    let words = commands.map {
      "complete -c \(program) -n \(fishQuoted(none)) -a \(fishQuoted($0.name)) -d \(fishQuoted($0.help))"
    }
    let arguments = commands.compactMap { command -> String? in
      let condition = "-n \(fishQuoted("__fish_seen_subcommand_from \(command.name)"))"
      let action =
        switch command.arguments {
        case .none: nil as String?
        case .files: "-F"
        case .words, .folders, .lines: fishValue(command.arguments)
        }
      return action.map { "complete -c \(program) \(condition) \($0)" }
    }
    return ["complete -c \(program) -f"] + words + arguments
  }

  private func fishValue(_ completion: ValueCompletion) -> String {
    switch completion {
    case .none: "-x"
    case .words(let words): "-x -a \(fishQuoted(words.joined(separator: " ")))"
    case .files: "-r -F"
    case .folders: "-x -a '(__fish_complete_directories)'"
    case .lines(let command): "-x -a \(fishQuoted("(\(command) 2>/dev/null)"))"
    }
  }

  /// A text in single quotes, in which fish knows escapes for `'` and `\`.
  private func fishQuoted(_ text: String) -> String {
    "'\(String(text.flatMap { "\\'".contains($0) ? ["\\", $0] : [$0] }))'"
  }
}
