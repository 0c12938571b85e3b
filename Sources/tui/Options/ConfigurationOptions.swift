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
    introduction: """
      Settings come from the command line, else from
      .Ev TUI_OPTIONS ,
      else from the configuration file, see
      .Xr tui-config 5 .
      There, every option is a setting by its name without the dashes, and
      .Fl -no-wrap Ns Cm =no
      undoes a flag that is set there.
      """,
    [
      .value(
        "--keys", "PRESET", \.configuration.keys, .choice(), adoption: .atOnce,
        help: "Key bindings known from another program.",
        manual: """
          Use the key bindings of
          .Cm nsxiv , swayimg , feh , vim
          or
          .Cm mpv
          where there is a counterpart to what they do; the other keys keep their
          .Cm standard
          meaning.
          .Xr tui-config 5
          lists them.
          """),
      .optional(
        "--config", "FILE", \.configuration.file, .file, default: "$XDG_CONFIG_HOME/tui/config or ~/.config/tui/config",
        scope: .commandLineOnly,
        help: "Configuration file.",
        manual: """
          Read this configuration file.
          It must be a regular file of at most 64 KiB.
          """),
      .flag(
        "--no-config", \.configuration.noConfig, scope: .commandLineOnly,
        help: "Ignore the configuration file and TUI_OPTIONS.",
        manual: """
          Read no configuration file, and ignore
          .Ev TUI_OPTIONS .
          """),
      .flag(
        "--print-config", \.configuration.printConfig, scope: .commandLineOnly,
        help: "Print all settings in force, with the origin of each, and exit.",
        manual: """
          Print all settings in force, with the origin of each: the default, a line of the configuration file,
          .Ev TUI_OPTIONS
          or the command line.
          Then exit.
          """),
      .flag(
        "--write-config", \.configuration.writeConfig, scope: .commandLineOnly,
        help: "Write a configuration file with all defaults as comments, unless it exists, and exit.",
        manual: """
          Write a configuration file that describes every setting and has its default as a comment.
          Then exit.
          An existing file is never overwritten: the exit status is then 1.
          """),
    ])
}
