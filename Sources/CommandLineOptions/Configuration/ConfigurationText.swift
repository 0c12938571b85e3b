extension CommandDescription {
  /// A configuration file's part with all settings, each with its description and, as a comment, its default.
  ///
  /// A line that begins with `#` and a name sets the default, once the `#` is removed; other comments begin with `# `.
  package var configurationTemplate: String {
    configurationGroups.map { group in
      let settings = group.options.map { option in
        let text = TextWrapping.lines(of: option.summary, columns: 76).map { "# \($0)\n" }.joined()
        return "\n\(text)\(option.templateLine)\n"
      }
      return "\n# ---- \(group.title)\n\(settings.joined())"
    }.joined()
  }

  /// The list of settings for the manual, in mdoc(7), with a newline at its end.
  package var configurationManual: String {
    configurationGroups.map { group in
      let options = group.options.map { ".It Ic \($0.key ?? "")\n\($0.settingFacts)\n" }.joined()
      return ".Ss \(group.title)\n.Bl -tag -width Ds -compact\n\(options).El\n"
    }.joined()
  }

  /// All settings in force, one per line, each with its origin.
  ///
  /// - Parameters:
  ///   - given: The settings that were given, by their names.
  ///   - describe: Describes an origin.
  package func settingsInForce(_ given: [String: GivenSetting], describe: (SettingOrigin) -> String) -> [String] {
    configurationGroups.flatMap(\.options).flatMap { option -> [String] in
      guard let key = option.key else { return [] }
      guard let setting = given[key] else {
        guard let value = option.value else { return [CommandDescription.line(key, "no", "default")] }
        guard let standard = value.defaultText else { return [CommandDescription.line(key, "", "not set")] }
        return [
          value.isDefaultValue
            ? CommandDescription.line(key, standard, "default")
            : CommandDescription.line(key, "", "default: \(standard)")
        ]
      }
      return setting.texts.map { CommandDescription.line(key, $0, describe(setting.origin)) }
    }
  }

  /// A setting with a remark in a column of its own.
  package static func line(_ name: String, _ value: String, _ remark: String) -> String {
    let setting = value.isEmpty ? "\(name) =" : "\(name) = \(value)"
    return setting + String(repeating: " ", count: max(2, 40 - setting.count)) + "# \(remark)"
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
  /// The setting with its default, as a comment; with a placeholder if the default cannot be written.
  fileprivate var templateLine: String {
    let key = key ?? ""
    guard let value else { return "#\(key) = no" }
    guard value.isDefaultValue, let standard = value.defaultText else { return "# \(key) = \(value.label)" }
    return "#\(key) = \(standard)"
  }

  /// The values, the range, the default and the time of adoption, in mdoc(7).
  fileprivate var settingFacts: String {
    let values = value.map { $0.choices.isEmpty ? [$0.label.lowercased()] : $0.choices } ?? ["yes", "no"]
    var facts = [values.joined(separator: ", ")]
    if let range = value?.range { facts.append(range) }
    if let standard = value?.defaultText { facts.append("default: \(standard)") }
    if !changesAtOnce { facts.append("next start") }
    return facts.joined(separator: "; ").unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\e"
      case "-": "\\-"
      default: scalar.isASCII ? String(scalar) : "\\[u\(String(scalar.value, radix: 16, uppercase: true))]"
      }
    }.joined()
  }
}
