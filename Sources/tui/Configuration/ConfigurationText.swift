import CommandLineOptions

extension CommandDescription {
  /// A configuration file's part with all settings, each with its description and, as a comment, its default.
  ///
  /// A line that begins with `#` and a name sets the default, once the `#` is removed; other comments begin with `# `.
  var configurationTemplate: String {
    configurationGroups.map { group in
      let settings = group.options.map { option in
        let text = TextWrapping.lines(of: option.summary, columns: 76).map { "# \($0)\n" }.joined()
        return "\n\(text)\(option.templateLine)\n"
      }
      return "\n# ---- \(group.title)\n\(settings.joined())"
    }.joined()
  }

  /// All settings in force as a configuration file: the given ones, and then the defaults as comments.
  ///
  /// - Parameters:
  ///   - given: The settings that were given, by their names.
  ///   - describe: Describes an origin.
  func settingsInForce(_ given: [String: [GivenSetting]], describe: (SettingOrigin) -> String) -> [String] {
    let options = configurationGroups.flatMap(\.options)
    let settings = options.flatMap { option in
      let (key, given) = (option.key ?? "", option.key.flatMap { given[$0] } ?? [])
      return given.map { (line: CommandDescription.line(key, $0.text), remark: describe($0.origin)) }
    }
    let others = options.filter { $0.key.flatMap { given[$0] } == nil }
    let defaults = others.map { (line: $0.defaultLine, remark: "default") }
    return CommandDescription.lines(settings + defaults)
  }

  /// Lines, below a comment with the remark about those that follow.
  static func lines(_ settings: [(line: String, remark: String)]) -> [String] {
    var remark: String?
    return settings.flatMap { setting -> [String] in
      defer { remark = setting.remark }
      return setting.remark == remark ? [setting.line] : ["# \(setting.remark)", setting.line]
    }
  }

  /// A setting, or a comment if a file cannot hold its value: one with line breaks, or with blanks around it.
  static func line(_ name: String, _ value: String) -> String {
    let line = value.isEmpty ? "\(name) =" : "\(name) = \(value)"
    if ConfigurationFile(Array(line.utf8)).settings.map(\.text) == [value] { return line }
    return "# \(name), which a file cannot hold: '\(String(value.map { $0.isNewline ? "␊" : $0 }))'"
  }

  /// The groups with the options that may be in a configuration file.
  private var configurationGroups: [GroupDescription] {
    groups.compactMap { group in
      var group = group
      group.options.removeAll { $0.key == nil }
      return group.options.isEmpty ? nil : group
    }
  }
}

extension OptionDescription {
  /// The setting with its default, as a comment; with a description if the default cannot be written.
  fileprivate var defaultLine: String {
    if value?.isDefaultValue ?? true { return templateLine }
    return "# \(key ?? ""): \(value?.defaultText ?? "not set")"
  }

  /// The setting with its default, as a comment; with a placeholder if the default cannot be written.
  fileprivate var templateLine: String {
    let key = key ?? ""
    guard let value else { return "#\(key) = no" }
    guard value.isDefaultValue, let standard = value.defaultText else { return "# \(key) = \(value.label)" }
    return "#\(key) = \(standard)"
  }
}
