import CarouselApp
import CommandLineOptions

extension Configuration {
  /// Answers `--write-config` or `--print-config`.
  ///
  /// - Throws: The exit status, once the reason has been reported.
  func answer() throws(ExitStatus) {
    guard layered.options.configuration.writeConfig else {
      for problem in problems { StandardError.report(problem) }
      StandardOutput.write(lines: inForce.joined(separator: "\n"))
      return
    }
    guard let location else {
      throw ExitStatus(1, reporting: "--write-config needs HOME, XDG_CONFIG_HOME or --config")
    }
    try location.write(Configuration.template)
  }

  /// A new configuration file.
  static var template: String {
    """
    # The configuration of tui, see tui-config(5).
    #
    # A setting is an option's name, an equals sign and a value, on one line. A line that begins with # is a comment.
    # All settings here are comments with their defaults: to change one, remove its # and edit the value.
    # Options of the command line have precedence, and then those in the variable TUI_OPTIONS.
    \(Tui.commandLine.description.configurationTemplate)
    # ---- Keys
    #
    # In [keys], a key gets its action in all modes where the action has a meaning, in [keys.MODE] only there.
    # none unbinds a key. tui-config(5) lists the names of keys, modes and actions.
    \(keysTemplate)
    """
  }

  /// The sections for keys, with all standard bindings as comments, and an example of a command.
  private static var keysTemplate: String {
    let tables = KeyContext.allCases.map { context in
      let lines = KeyBindings.standard.table(for: context).bindings.map { binding in
        "#\(binding.keys.map(\.configurationName).joined(separator: " ")) = \(binding.bound.configurationName)\n"
      }
      return "\n[keys.\(context.rawValue)]\n\(lines.joined())"
    }
    return tables.joined() + """

      # ---- Commands: they are in the menu, and can be bound to keys by their names.
      #
      # [action "Keep"]
      # key = K
      # command = cp -- "$1" keep/

      """
  }

  /// All settings in force as a configuration file. Comments name their origins, and what it cannot hold.
  var inForce: [String] {
    let description = Tui.commandLine.description
    var given = layered.given
    for option in description.options where option.isPath {
      guard let name = option.key, let values = given[name] else { continue }
      given[name] = values.map { value in
        var value = value
        value.text = String(decoding: path(of: Array(value.text.utf8), option: name, from: value.origin), as: UTF8.self)
        return value
      }
    }
    given["action"] = given["action"]?.reduce(into: []) { kept, action in
      // Of two with the same key, the later one replaces the other.
      if let index = kept.firstIndex(where: { $0.text.first == action.text.first }) {
        kept[index] = action
      } else {
        kept.append(action)
      }
    }
    return description.settingsInForce(given, describe: describe) + commandsInForce + keysInForce
      + (hosts.fields.isEmpty ? [] : ["", "# The header fields of hosts are secret."])
  }
}
