/// A row of a program's table of options: everything about one option, declared once.
///
/// `Options` is the structure that holds the parsed values. Its initial values are the defaults.
///
/// Programs parse their arguments before they do anything else, and use few of their options. Therefore a row holds only
/// names and closures: key paths, formats and descriptions are made when an option is used or described. They would take
/// most of the time of `--version`.
package struct CommandLineOption<Options: Sendable>: Sendable {
  /// What an occurrence of the option does.
  enum Effect: Sendable {
    /// Switches a flag on or off.
    case flag(FlagEffect)
    /// Reads a value and stores it.
    case value(ValueEffect)
    /// Shows the help instead of running the program.
    case help
    /// Shows the version instead of running the program.
    case version
    /// Writes a completion script for the shell in the value, which may be missing.
    case completionScript
  }

  /// How a flag is stored.
  struct FlagEffect: Sendable {
    var set: @Sendable (inout Options, Bool) -> Void
    var isOn: @Sendable (Options) -> Bool
  }

  /// How a value is stored and checked.
  struct ValueEffect: Sendable {
    /// Whether the next argument is the value even if it begins with a dash.
    var acceptsDash: Bool
    /// Reads and stores a value; returns false if it cannot be read.
    var store: @Sendable (inout Options, [UInt8]) -> Bool
    /// Whether the stored value is within its range.
    var isInRange: @Sendable (Options) -> Bool
    /// The default's text, from options with their initial values; nil if there is none to write.
    var defaultText: @Sendable (Options) -> String?
    /// Whether that text is the default itself, rather than a description of it.
    var hasWrittenDefault: Bool
  }

  /// The name with its dashes.
  let name: String
  let aliases: [String]
  let effect: Effect
  /// Describes the option, without its default.
  let describe: @Sendable () -> OptionDescription

  /// Where an option can be written.
  package enum Scope: Sendable {
    /// On the command line, and in a configuration file under its name without the dashes.
    case everywhere
    case commandLineOnly
  }

  /// When a setting that was changed in the configuration file applies to a running program.
  package enum Adoption: Sendable {
    /// As soon as the file is read again.
    case atOnce
    case atNextStart
  }

  /// A key path to one of the options' values, evaluated when it is needed.
  package typealias Property<Value> = @Sendable () -> any WritableKeyPath<Options, Value> & Sendable
  /// The format of a value, evaluated when it is needed.
  package typealias Format<Value> = @Sendable () -> ValueFormat<Value>

  /// A flag: off, unless it is given.
  ///
  /// - Parameters:
  ///   - name: The name with its dashes. Without them it is also the name in a configuration file.
  ///   - adoption: When a changed setting applies to a running program.
  ///   - help: Sentences of plain text for `--help` and completions.
  package static func flag(
    _ name: String, _ property: @autoclosure @escaping Property<Bool>, aliases: [String] = [],
    scope: Scope = .everywhere, adoption: Adoption = .atNextStart, help: String
  ) -> CommandLineOption {
    let effect = FlagEffect(set: { $0[keyPath: property()] = $1 }, isOn: { $0[keyPath: property()] })
    return CommandLineOption(name: name, aliases: aliases, effect: .flag(effect)) {
      OptionDescription(
        name: name, aliases: aliases, key: scope.key(for: name), changesAtOnce: adoption == .atOnce, help: help)
    }
  }

  /// An option with a default, which is the property's initial value.
  ///
  /// - Parameters:
  ///   - label: The placeholder for the value in help, for example `SECONDS`.
  ///   - acceptsDash: Whether the next argument is the value even if it begins with a dash.
  ///   - help: Sentences of plain text, without the range and the default, which are added.
  package static func value<Value>(
    _ name: String, _ label: String, _ property: @autoclosure @escaping Property<Value>,
    _ format: @autoclosure @escaping Format<Value>, acceptsDash: Bool = false, adoption: Adoption = .atNextStart,
    help: String
  ) -> CommandLineOption {
    valued(
      name, label, format, acceptsDash: acceptsDash, adoption: adoption, help: help,
      store: { $0[keyPath: property()] = $1 },
      isInRange: { format().isInRange($0[keyPath: property()]) },
      defaultText: { format().write($0[keyPath: property()]) }, hasWrittenDefault: true)
  }

  /// An option that is nil unless it is given.
  ///
  /// - Parameter standard: What applies without the option; nil if there is nothing to say about it.
  package static func optional<Value>(
    _ name: String, _ label: String, _ property: @autoclosure @escaping Property<Value?>,
    _ format: @autoclosure @escaping Format<Value>, default standard: String? = nil, acceptsDash: Bool = false,
    aliases: [String] = [], scope: Scope = .everywhere, adoption: Adoption = .atNextStart, help: String
  ) -> CommandLineOption {
    valued(
      name, label, format, acceptsDash: acceptsDash, aliases: aliases, scope: scope, adoption: adoption, help: help,
      store: { $0[keyPath: property()] = $1 },
      isInRange: { $0[keyPath: property()].map(format().isInRange) ?? true },
      defaultText: { _ in standard })
  }

  /// An option that can be repeated; each occurrence adds a value.
  package static func list<Value>(
    _ name: String, _ label: String, _ property: @autoclosure @escaping Property<[Value]>,
    _ format: @autoclosure @escaping Format<Value>, acceptsDash: Bool = false, adoption: Adoption = .atNextStart,
    help: String
  ) -> CommandLineOption {
    valued(
      name, label, format, acceptsDash: acceptsDash, isRepeatable: true, adoption: adoption, help: help,
      store: { $0[keyPath: property()].append($1) },
      isInRange: { $0[keyPath: property()].allSatisfy(format().isInRange) },
      defaultText: { _ in nil })
  }

  private static func valued<Value>(
    _ name: String, _ label: String, _ format: @escaping Format<Value>, acceptsDash: Bool, isRepeatable: Bool = false,
    aliases: [String] = [], scope: Scope = .everywhere, adoption: Adoption, help: String,
    store: @escaping @Sendable (inout Options, Value) -> Void, isInRange: @escaping @Sendable (Options) -> Bool,
    defaultText: @escaping @Sendable (Options) -> String?, hasWrittenDefault: Bool = false
  ) -> CommandLineOption {
    let effect = ValueEffect(
      acceptsDash: acceptsDash,
      store: { options, bytes in
        guard let value = format().read(bytes) else { return false }
        store(&options, value)
        return true
      },
      isInRange: isInRange, defaultText: defaultText, hasWrittenDefault: hasWrittenDefault)
    return CommandLineOption(name: name, aliases: aliases, effect: .value(effect)) {
      var value = format().accepted
      value.label = label
      return OptionDescription(
        name: name, aliases: aliases, key: scope.key(for: name), changesAtOnce: adoption == .atOnce, value: value,
        isRepeatable: isRepeatable, help: help)
    }
  }
}

extension CommandLineOption.Scope {
  /// The name of an option in a configuration file; nil for short names.
  fileprivate func key(for name: String) -> String? {
    switch self {
    case .everywhere: name.hasPrefix("--") ? String(name.dropFirst(2)) : nil
    case .commandLineOnly: nil
    }
  }
}
