/// What a command line asks for.
package enum CommandLineRequest<Options> {
  /// To run the program.
  case run(Options, operands: [[UInt8]])
  case help
  case version
  /// A completion script for a shell by name; nil: the user's shell.
  case completionScript(shell: [UInt8]?)
}

extension CommandLineRequest: Sendable where Options: Sendable {}

extension CommandLineTable {
  /// Parses arguments, without the program's name.
  ///
  /// Options and operands can be mixed. A value follows its option as the next argument or after `=`. After `--`, all
  /// arguments are operands. A later occurrence of an option replaces an earlier one. `-0h` is `-0 -h`. A request for
  /// help or the version wins over unknown options.
  ///
  /// - Throws: `UsageError` for unknown options and invalid values.
  package func parse(_ arguments: [[UInt8]]) throws(UsageError) -> CommandLineRequest<Options> {
    var parsing = Parsing(table: self)
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == Array("--".utf8) {
        parsing.operands += rest
        break
      } else if argument.count > 1, argument.first == dash {
        try parsing.read(argument, before: &rest)
      } else {
        parsing.operands.append(argument)
      }
    }
    return try parsing.request()
  }
}

private let dash = UInt8(ascii: "-")

/// The state of parsing.
private struct Parsing<Options> {
  let table: CommandLineTable<Options>
  var options: Options
  var operands: [[UInt8]] = []
  /// The options with values that occurred, with their last values.
  private var values: [(option: CommandLineOption<Options>, text: [UInt8])] = []
  private var wantsHelp = false
  private var wantsVersion = false
  private var completionScript: [UInt8]??
  private var unknownOption: UsageError?

  init(table: CommandLineTable<Options>) {
    self.table = table
    options = table.initial()
  }

  /// Reads an argument that begins with a dash, and its value.
  mutating func read(_ argument: [UInt8], before rest: inout ArraySlice<[UInt8]>) throws(UsageError) {
    let (name, value) = split(argument)
    if let option = table.option(named: name) {
      try apply(option, value, before: &rest)
    } else if let flags = cluster(name) {
      for flag in flags { try apply(flag, value, before: &rest) }
    } else if unknownOption == nil {
      let name = String(decoding: name, as: UTF8.self)
      unknownOption = .unknownOption(name, nearest: NearestName.find(name, among: table.names))
    }
  }

  /// Splits an argument at its first `=`.
  private func split(_ argument: [UInt8]) -> (name: ArraySlice<UInt8>, value: [UInt8]?) {
    guard let equals = argument.firstIndex(of: UInt8(ascii: "=")) else { return (argument[...], nil) }
    return (argument[..<equals], Array(argument[(equals + 1)...]))
  }

  /// The flags of an argument such as `-0h`; nil if it is not one.
  private func cluster(_ name: ArraySlice<UInt8>) -> [CommandLineOption<Options>]? {
    let letters = name.dropFirst()
    guard letters.count > 1, letters.first != dash else { return nil }
    let flags = letters.compactMap { table.option(named: [dash, $0]) }.filter { $0.description.value == nil }
    return flags.count == letters.count ? flags : nil
  }

  private mutating func apply(
    _ option: CommandLineOption<Options>, _ value: [UInt8]?, before rest: inout ArraySlice<[UInt8]>
  ) throws(UsageError) {
    switch option.effect {
    case .flag(let set):
      if let value {
        throw .unexpectedValue(option: option.description.name, value: String(decoding: value, as: UTF8.self))
      }
      set(&options)
    case .value(let effect):
      let text = try self.value(of: option, value, before: &rest)
      guard effect.store(&options, text) else { throw option.invalid(text) }
      values.append((option, text))
    case .help: wantsHelp = true
    case .version: wantsVersion = true
    case .completionScript: completionScript = .some(value ?? (hasValue(rest.first) ? rest.popFirst() : nil))
    }
  }

  /// The value after `=`, or the next argument.
  private func value(
    of option: CommandLineOption<Options>, _ joined: [UInt8]?, before rest: inout ArraySlice<[UInt8]>
  ) throws(UsageError) -> [UInt8] {
    if let joined { return joined }
    guard let value = option.description.value, let next = rest.first, value.acceptsDash || hasValue(next) else {
      throw .missingValue(
        option: option.description.name, expectation: option.description.value?.expectation ?? "a value")
    }
    rest.removeFirst()
    return next
  }

  /// Whether an argument can be a value of an option that does not accept dashes.
  private func hasValue(_ argument: [UInt8]?) -> Bool {
    guard let argument else { return false }
    return argument.first != dash || argument.count == 1
  }

  /// What the arguments ask for.
  func request() throws(UsageError) -> CommandLineRequest<Options> {
    if let completionScript { return .completionScript(shell: completionScript) }
    if wantsHelp { return .help }
    if wantsVersion { return .version }
    if let unknownOption { throw unknownOption }
    // From the last: it is the one whose value is stored.
    for (option, text) in values.reversed() {
      guard case .value(let effect) = option.effect, !effect.isInRange(options) else { continue }
      throw option.invalid(text)
    }
    return .run(options, operands: operands)
  }
}

extension CommandLineTable {
  /// Every option's names.
  fileprivate var names: [String] { groups.flatMap { $0.options.flatMap(\.description.names) } }

  fileprivate func option(named name: some Collection<UInt8>) -> CommandLineOption<Options>? {
    for group in groups {
      for option in group.options {
        let description = option.description
        if description.name.utf8.elementsEqual(name) { return option }
        if description.aliases.contains(where: { $0.utf8.elementsEqual(name) }) { return option }
      }
    }
    return nil
  }
}

extension CommandLineOption {
  fileprivate func invalid(_ text: [UInt8]) -> UsageError {
    .invalidValue(
      option: description.name, value: String(decoding: text, as: UTF8.self),
      expectation: description.value?.expectation ?? "no value")
  }
}
