/// All that a program's command line consists of: the table from which parsing, help, completions and settings come.
package struct CommandLineTable<Options: Sendable>: Sendable {
  /// Options under one title.
  package struct Group: Sendable {
    let title: String
    let options: [CommandLineOption<Options>]

    package init(_ title: String, _ options: [CommandLineOption<Options>]) {
      self.title = title
      self.options = options
    }
  }

  /// The program without its options, which are described only when help is wanted.
  private let program: CommandDescription
  let initial: @Sendable () -> Options
  /// The groups, of which the last has the options that every program has.
  let groups: [Group]

  /// A program's command line.
  ///
  /// - Parameters:
  ///   - operands: The placeholder of the arguments that are not options.
  ///   - commands: The commands of which the first operand is one; empty if operands are files.
  ///   - initial: Returns the options with their defaults.
  package init(
    program: String, abstract: String, discussion: String, operands: String, commands: [CommandWord] = [],
    initial: @escaping @Sendable () -> Options, groups: [Group]
  ) {
    self.program = CommandDescription(
      program: program, abstract: abstract, discussion: discussion, operands: operands, commands: commands, groups: [])
    self.initial = initial
    // Appended, because concatenating arrays of any type would have the runtime look for their conformances in each start.
    var groups = groups
    groups.append(.general)
    self.groups = groups
  }

  /// The command line as help and completions present it.
  package var description: CommandDescription {
    let options = initial()
    var description = program
    description.groups = groups.map { group in
      GroupDescription(
        title: group.title,
        options: group.options.map { option in
          var description = option.describe()
          if case .value(let value) = option.effect {
            let text = value.defaultText(options)
            description.value?.defaultText = text
            description.value?.isDefaultValue = value.hasWrittenDefault && text != nil
          }
          return description
        })
    }
    return description
  }
}

extension CommandLineTable.Group {
  /// The options that every program has.
  fileprivate static var general: Self {
    Self(
      "General",
      [
        CommandLineOption(name: "--help", aliases: ["-h"], effect: .help) {
          OptionDescription(
            name: "--help", aliases: ["-h"], help: "Print this summary of the options.")
        },
        CommandLineOption(name: "--version", aliases: [], effect: .version) {
          OptionDescription(name: "--version", help: "Print the version.")
        },
        CommandLineOption(name: "--generate-completion-script", aliases: [], effect: .completionScript) {
          let shells = CompletionShell.allCases.map(\.rawValue)
          return OptionDescription(
            name: "--generate-completion-script",
            value: OptionValue(
              label: "SHELL", expectation: shells.alternatives, choices: shells, completion: .words(shells)),
            help: "Print completions for a shell.")
        },
      ])
  }
}
