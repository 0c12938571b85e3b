extension CommandDescription {
  /// A script for zsh: a file `_tui` on `fpath`.
  var zshCompletion: String {
    let specifications = options.flatMap(zshSpecifications) + zshOperands
    return """
      #compdef \(program)
      # Completions of \(program) for zsh
      \(zshFunction)_arguments -s -S : \\
        \(specifications.joined(separator: " \\\n  "))
      """
  }

  /// What `_arguments` takes for each name of an option.
  private func zshSpecifications(_ option: OptionDescription) -> [String] {
    option.names.map { name in
      let others = option.names.filter { $0 != name }
      let exclusions = option.isRepeatable ? "*" : others.isEmpty ? "" : "(\(others.joined(separator: " ")))"
      let equals = option.value == nil || !name.hasPrefix("--") ? "" : "="
      return quoted("\(exclusions)\(name)\(equals)[\(zshText(option.help))]\(option.value.map(zshValue) ?? "")")
    }
  }

  private func zshValue(_ value: OptionValue) -> String {
    ":\(zshText(value.label)):\(zshAction(value.completion))"
  }

  private func zshAction(_ completion: ValueCompletion) -> String {
    switch completion {
    case .none: " "
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .files: "_files"
    case .folders: "_files -/"
    case .lines(let command): "{compadd -- ${(f)\"$(\(command) 2>/dev/null)\"}}"
    }
  }

  /// What `_arguments` takes for operands.
  private var zshOperands: [String] {
    guard !commands.isEmpty else { return [quoted("*:\(zshText(operands)):_files")] }
    let words = commands.map { "\($0.name)\\:\"\(zshText($0.help))\"" }.joined(separator: " ")
    return [quoted("1:command:((\(words)))"), quoted("*:argument:\(completionFunction)_arguments")]
  }

  /// A function that completes the arguments of commands; empty if there are none.
  private var zshFunction: String {
    guard !commands.isEmpty else { return "" }
    let cases = commands.compactMap { command -> String? in
      let action =
        switch command.arguments {
        case .none: nil as String?
        case .words, .folders, .files: zshAction(command.arguments)
        case .lines(let command): "compadd -- ${(f)\"$(\(command) 2>/dev/null)\"}"
        }
      return action.map { "    \(command.name)) \($0) ;;" }
    }
    return """
      \(completionFunction)_arguments() {
        case ${words[(r)(\(commands.map(\.name).joined(separator: "|")))]} in
      \(cases.joined(separator: "\n"))
        esac
      }

      """
  }

  /// A text in a specification, in which colons and brackets have meanings.
  private func zshText(_ text: String) -> String {
    String(text.flatMap { "\\:[]".contains($0) ? ["\\", $0] : [$0] })
  }
}
