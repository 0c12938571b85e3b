import CommandLineOptions

/// Options for the configuration file itself.
struct ConfigurationOptions {
  var keys = KeyPreset.standard
  var file: [UInt8]?
  var noConfig = false
  var printConfig = false
  var writeConfig = false

  static let group = CommandLineTable<Tui>.Group(
    "Configuration",
    [
      .value(
        "--keys", "PRESET", \.configuration.keys, .choice(), adoption: .atOnce,
        help: "Key bindings known from another program."),
      .optional(
        "--config", "FILE", \.configuration.file, .file, default: "$XDG_CONFIG_HOME/tui/config or ~/.config/tui/config",
        scope: .commandLineOnly,
        help: "Configuration file."),
      .flag(
        "--no-config", \.configuration.noConfig, scope: .commandLineOnly,
        help: "Ignore the configuration file and TUI_OPTIONS."),
      .flag(
        "--print-config", \.configuration.printConfig, scope: .commandLineOnly,
        help: "Print all settings in force, with the origin of each, and exit."),
      .flag(
        "--write-config", \.configuration.writeConfig, scope: .commandLineOnly,
        help: "Write a configuration file with all defaults as comments, unless it exists, and exit."),
    ])
}
