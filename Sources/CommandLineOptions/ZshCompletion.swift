extension CommandDescription {
  /// A script for zsh: a file `_tui` on `fpath`.
  var zshCompletion: String {
    let specifications = options.flatMap(zshSpecifications) + [quoted("*:\(zshText(operands)):_files")]
    return """
      #compdef \(program)
      # Completions of \(program) for zsh
      _arguments -s -S : \\
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
    let action =
      switch value.completion {
      case .none: " "
      case .words(let words): "(\(words.joined(separator: " ")))"
      case .files: "_files"
      case .folders: "_files -/"
      }
    return ":\(zshText(value.label)):\(action)"
  }

  /// A text in a specification, in which colons and brackets have meanings.
  private func zshText(_ text: String) -> String {
    String(text.flatMap { "\\:[]".contains($0) ? ["\\", $0] : [$0] })
  }
}
