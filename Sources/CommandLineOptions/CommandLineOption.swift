/// A row of a program's table of options: everything about one option, declared once.
///
/// `Options` is the structure that holds the parsed values. Its initial values are the defaults.
package struct CommandLineOption<Options>: Sendable {
  /// What an occurrence of the option does.
  enum Effect: Sendable {
    /// Switches a flag on.
    case flag(@Sendable (inout Options) -> Void)
    /// Reads a value and stores it.
    case value(ValueEffect)
    /// Shows the help instead of running the program.
    case help
    /// Shows the version instead of running the program.
    case version
    /// Writes a completion script for the shell in the value, which may be missing.
    case completionScript
  }

  /// How a value is stored and checked.
  struct ValueEffect: Sendable {
    /// Reads and stores a value; returns false if it cannot be read.
    var store: @Sendable (inout Options, [UInt8]) -> Bool
    /// Whether the stored value is within its range.
    var isInRange: @Sendable (Options) -> Bool
    /// The default's text, from options with their initial values; nil if there is none to write.
    var defaultText: @Sendable (Options) -> String?
  }

  /// The description, without the default.
  let description: OptionDescription
  let effect: Effect

  /// Where an option can be written.
  package enum Scope: Sendable {
    /// On the command line, and in a configuration file under its name without the dashes.
    case everywhere
    case commandLineOnly
  }

  /// A key path to one of the options' values.
  package typealias Property<Value> = WritableKeyPath<Options, Value> & Sendable

  /// A flag: off, unless it is given.
  package static func flag(
    _ name: String, _ property: any Property<Bool>, scope: Scope = .everywhere, help: String, manual: String
  ) -> CommandLineOption {
    CommandLineOption(
      description: description(name, nil, scope, help, manual), effect: .flag { $0[keyPath: property] = true })
  }

  /// An option with a default, which is the property's initial value.
  ///
  /// - Parameters:
  ///   - label: The placeholder for the value in help, for example `SECONDS`.
  ///   - acceptsDash: Whether the next argument is the value even if it begins with a dash.
  package static func value<Value>(
    _ name: String, _ label: String, _ property: any Property<Value>, _ format: ValueFormat<Value>,
    acceptsDash: Bool = false, scope: Scope = .everywhere, help: String, manual: String
  ) -> CommandLineOption {
    let effect = ValueEffect(
      store: { options, bytes in
        guard let value = format.read(bytes) else { return false }
        options[keyPath: property] = value
        return true
      },
      isInRange: { format.isInRange($0[keyPath: property]) },
      defaultText: { format.write($0[keyPath: property]) })
    let value = OptionValue(label, format, acceptsDash: acceptsDash)
    return CommandLineOption(description: description(name, value, scope, help, manual), effect: .value(effect))
  }

  /// An option that is nil unless it is given.
  ///
  /// - Parameter standard: What applies without the option; nil if there is nothing to say about it.
  package static func optional<Value>(
    _ name: String, _ label: String, _ property: any Property<Value?>, _ format: ValueFormat<Value>,
    default standard: String? = nil, acceptsDash: Bool = false, scope: Scope = .everywhere, help: String,
    manual: String
  ) -> CommandLineOption {
    let effect = ValueEffect(
      store: { options, bytes in
        guard let value = format.read(bytes) else { return false }
        options[keyPath: property] = value
        return true
      },
      isInRange: { $0[keyPath: property].map(format.isInRange) ?? true },
      defaultText: { _ in standard })
    let value = OptionValue(label, format, acceptsDash: acceptsDash)
    return CommandLineOption(description: description(name, value, scope, help, manual), effect: .value(effect))
  }

  /// An option that can be repeated; each occurrence adds a value.
  package static func list<Value>(
    _ name: String, _ label: String, _ property: any Property<[Value]>, _ format: ValueFormat<Value>,
    acceptsDash: Bool = false, scope: Scope = .everywhere, help: String, manual: String
  ) -> CommandLineOption {
    let effect = ValueEffect(
      store: { options, bytes in
        guard let value = format.read(bytes) else { return false }
        options[keyPath: property].append(value)
        return true
      },
      isInRange: { $0[keyPath: property].allSatisfy(format.isInRange) },
      defaultText: { _ in nil })
    let value = OptionValue(label, format, acceptsDash: acceptsDash)
    var description = description(name, value, scope, help, manual)
    description.isRepeatable = true
    return CommandLineOption(description: description, effect: .value(effect))
  }

  private static func description(
    _ name: String, _ value: OptionValue?, _ scope: Scope, _ help: String, _ manual: String
  ) -> OptionDescription {
    let key =
      switch scope {
      case .everywhere: OptionDescription.key(for: name)
      case .commandLineOnly: String?.none
      }
    return OptionDescription(name: name, key: key, value: value, help: help, manual: manual)
  }
}

extension OptionValue {
  fileprivate init<Value>(_ label: String, _ format: ValueFormat<Value>, acceptsDash: Bool) {
    self.init(
      label: label, expectation: format.expectation, choices: format.choices, range: format.range,
      completion: format.completion, acceptsDash: acceptsDash)
  }
}
