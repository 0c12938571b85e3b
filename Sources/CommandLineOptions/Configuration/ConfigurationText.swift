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
}
