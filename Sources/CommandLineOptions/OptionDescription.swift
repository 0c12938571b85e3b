/// What a reader needs to know about an option: the source of help, completions and the manuals.
package struct OptionDescription: Hashable, Sendable {
  /// The name with its dashes, for example `--interval`.
  package var name: String
  /// Other names of the same option, for example `-h`.
  package var aliases: [String] = []
  /// The option's name in a configuration file; nil if it only makes sense on a command line.
  package var key: String?
  /// Whether a running program adopts the setting when it reads its configuration file again.
  package var changesAtOnce = false
  /// The option's value; nil for a flag, which takes none.
  package var value: OptionValue?
  /// Whether repeating the option adds a value instead of replacing it.
  package var isRepeatable = false
  /// One line of plain text, a sentence with its full stop, without the range and the default.
  package var help: String

  /// Whether the value is the path of a file or a folder.
  package var isPath: Bool { [.files, .folders].contains(value?.completion ?? .none) }

  /// All names, the shortest first.
  package var names: [String] { (aliases + [name]).sorted { $0.count < $1.count } }

  /// The remark that follows the help: the accepted values, the range and the default; nil if there is none.
  var remark: String? {
    guard let value else { return nil }
    var parts: [String] = []
    if !value.choices.isEmpty { parts.append("values: \(value.choices.joined(separator: ", "))") }
    if let range = value.range { parts.append(range) }
    if let defaultText = value.defaultText { parts.append("default: \(defaultText)") }
    return parts.isEmpty ? nil : "(\(parts.joined(separator: "; ")))"
  }

  /// The help, followed by the remark.
  package var summary: String { remark.map { "\(help) \($0)" } ?? help }
}

/// A description of an option's value.
package struct OptionValue: Hashable, Sendable {
  /// The placeholder in help, for example `SECONDS`.
  package var label: String
  /// What is accepted, as error messages put it: "a number from 1 to 16".
  package var expectation: String
  /// All accepted values, if they can be listed.
  package var choices: [String] = []
  /// The range of numbers, for example `1 to 16`.
  package var range: String?
  /// The default, or a description of it; nil if there is none.
  package var defaultText: String?
  /// Whether the default's text can be given as a value; otherwise it describes the default.
  package var isDefaultValue = false
  /// What a shell offers to complete the value.
  package var completion = ValueCompletion.none
}

/// What a shell offers to complete a value.
package enum ValueCompletion: Hashable, Sendable {
  case none
  /// Fixed words.
  case words([String])
  case files
  case folders
  /// The lines that a command writes, for example names of running programs.
  case lines(of: String)
}

/// A command that a program takes as its first operand.
package struct CommandWord: Hashable, Sendable {
  package var name: String
  /// One line of plain text, a sentence with its full stop.
  package var help: String
  /// What a shell offers for the command's own arguments.
  package var arguments: ValueCompletion

  /// A command.
  package init(_ name: String, _ help: String, arguments: ValueCompletion = .none) {
    (self.name, self.help, self.arguments) = (name, help, arguments)
  }
}

/// Options under one title.
package struct GroupDescription: Hashable, Sendable {
  /// The title, for example `Carousel`.
  package var title: String
  package var options: [OptionDescription]
}

/// A program's command line, as help and completions present it.
package struct CommandDescription: Hashable, Sendable {
  /// The program's name.
  package var program: String
  /// One line on what the program does.
  package var abstract: String
  /// A paragraph of plain text for `--help`.
  package var discussion: String
  /// The placeholder of the arguments that are not options.
  package var operands: String
  /// The commands of which the first operand is one; empty if operands are files.
  package var commands: [CommandWord] = []
  package var groups: [GroupDescription]

  /// The options of all groups.
  package var options: [OptionDescription] { groups.flatMap(\.options) }
}
