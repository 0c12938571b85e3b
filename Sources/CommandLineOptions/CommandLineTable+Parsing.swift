/// What a command line asks for.
package enum CommandLineRequest<Options: Sendable>: Sendable {
  case run(Options, operands: [[UInt8]])
  case help
  case version
  /// A completion script for a shell by name; nil: the user's shell.
  case completionScript(shell: [UInt8]?)
}

extension CommandLineTable {
  /// Parses arguments, without the program's name.
  ///
  /// Options and operands can be mixed. A value follows its option as the next argument or after `=`. After `--`, all
  /// arguments are operands. A later occurrence of an option replaces an earlier one. `-0h` is `-0 -h`. `=no` switches a
  /// flag off that a configuration file has switched on. A request for help or the version wins over unknown options.
  ///
  /// - Throws: `UsageError` for unknown options and invalid values.
  package func parse(_ arguments: [[UInt8]]) throws(UsageError) -> CommandLineRequest<Options> {
    var layered = LayeredOptions(initial())
    return try parse(arguments, over: &layered)
  }

  /// Parses arguments in the same way, over options that are set already.
  ///
  /// - Parameter layered: The options, which are changed, with a record of the given ones.
  package func parse(
    _ arguments: [[UInt8]], over layered: inout LayeredOptions<Options>
  ) throws(UsageError) -> CommandLineRequest<Options> {
    var parsing = Parsing(table: self, layered: layered, origin: .commandLine)
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
    let request = try parsing.request()
    layered = parsing.layered
    return request
  }

  /// Applies the options in an environment variable; those with errors are ignored.
  ///
  /// - Returns: The errors.
  package func apply(words: [[UInt8]], to layered: inout LayeredOptions<Options>) -> [UsageError] {
    var errors: [UsageError] = []
    var rest = words[...]
    while let word = rest.popFirst(), errors.count < ConfigurationFile.maximumProblems {
      do throws(UsageError) {
        guard word.count > 1, word.first == dash, word != Array("--".utf8) else {
          throw .rejected("'\(String(decoding: word, as: UTF8.self))' is not an option")
        }
        // One option after another: each error costs only its own.
        var parsing = Parsing(table: self, layered: layered, origin: .environment)
        try parsing.read(word, before: &rest)
        _ = try parsing.request()
        layered = parsing.layered
      } catch {
        errors.append(error)
      }
    }
    return errors
  }
}

private let dash = UInt8(ascii: "-")

private struct Parsing<Options: Sendable> {
  let table: CommandLineTable<Options>
  var layered: LayeredOptions<Options>
  let origin: SettingOrigin
  var operands: [[UInt8]] = []
  /// The options with values, as they occurred.
  private var values: [(option: CommandLineOption<Options>, text: [UInt8])] = []
  /// What is wanted instead of a run.
  private var substitute: CommandLineRequest<Options>?
  private var unknownOption: UsageError?

  init(table: CommandLineTable<Options>, layered: LayeredOptions<Options>, origin: SettingOrigin) {
    (self.table, self.layered, self.origin) = (table, layered, origin)
  }

  /// Reads an argument that begins with a dash, and its value.
  mutating func read(_ argument: [UInt8], before rest: inout ArraySlice<[UInt8]>) throws(UsageError) {
    let (name, value) = split(argument)
    if let option = table.option(named: name) {
      try apply(option, value, before: &rest)
    } else if let flags = cluster(name) {
      for flag in flags { try apply(flag, value, before: &rest) }
    } else if unknownOption == nil {
      unknownOption = .unknownOption(name, nearest: NearestName.find(name, among: table.names))
    }
  }

  /// Splits an argument at its first `=`.
  private func split(_ argument: [UInt8]) -> (name: String, value: [UInt8]?) {
    guard let equals = argument.firstIndex(of: UInt8(ascii: "=")) else {
      return (String(decoding: argument, as: UTF8.self), nil)
    }
    return (String(decoding: argument[..<equals], as: UTF8.self), Array(argument[(equals + 1)...]))
  }

  /// The flags of an argument such as `-0h`; nil if it is not one.
  private func cluster(_ name: String) -> [CommandLineOption<Options>]? {
    let letters = name.dropFirst()
    guard letters.count > 1, letters.first != "-" else { return nil }
    let flags = letters.compactMap { table.option(named: "-\($0)") }.filter { $0.isFlag }
    return flags.count == letters.count ? flags : nil
  }

  private mutating func apply(
    _ option: CommandLineOption<Options>, _ value: [UInt8]?, before rest: inout ArraySlice<[UInt8]>
  ) throws(UsageError) {
    if origin == .environment, !option.isSetting { throw .rejected("\(option.name) is only for the command line") }
    switch option.effect {
    case .flag(let flag):
      let isOn = try isOn(option, value)
      flag.set(&layered.options, isOn)
      layered.record(option, isOn ? "yes" : "no", from: origin)
    case .value(let effect):
      let text = try self.value(of: option, effect, value, before: &rest)
      guard effect.store(&layered.options, text) else { throw option.invalid(text) }
      layered.record(option, String(decoding: text, as: UTF8.self), from: origin)
      values.append((option, text))
    case .help: prefer(.help)
    case .version: prefer(.version)
    case .completionScript:
      prefer(.completionScript(shell: value ?? (hasValue(rest.first) ? rest.popFirst() : nil)))
    }
  }

  /// A flag's value: yes, unless `=no` follows it, which undoes a setting of the configuration file.
  private func isOn(_ option: CommandLineOption<Options>, _ value: [UInt8]?) throws(UsageError) -> Bool {
    guard let value else { return true }
    let text = String(decoding: value, as: UTF8.self)
    guard option.name.hasPrefix("--") else { throw .unexpectedValue(option: option.name, value: text) }
    guard let isOn = Bool(setting: value) else {
      throw .invalidValue(option: option.name, value: text, expectation: Bool.settingExpectation)
    }
    return isOn
  }

  /// Notes a request, unless a more important one is known.
  private mutating func prefer(_ request: CommandLineRequest<Options>) {
    guard request.precedence >= substitute?.precedence ?? 0 else { return }
    substitute = request
  }

  /// The value after `=`, or the next argument.
  private func value(
    of option: CommandLineOption<Options>, _ effect: CommandLineOption<Options>.ValueEffect, _ joined: [UInt8]?,
    before rest: inout ArraySlice<[UInt8]>
  ) throws(UsageError) -> [UInt8] {
    if let joined { return joined }
    guard let next = rest.first, effect.acceptsDash || hasValue(next) else {
      throw .missingValue(option: option.name, expectation: option.expectation)
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
    if let substitute { return substitute }
    if let unknownOption { throw unknownOption }
    // From the last: it is the one whose value is stored.
    for (option, text) in values.reversed() {
      guard case .value(let effect) = option.effect, !effect.isInRange(layered.options) else { continue }
      throw option.invalid(text)
    }
    return .run(layered.options, operands: operands)
  }
}

extension CommandLineRequest {
  /// Of several requests, the one with the greatest precedence is answered.
  fileprivate var precedence: Int {
    switch self {
    case .run: 0
    case .version: 1
    case .help: 2
    case .completionScript: 3
    }
  }
}

extension CommandLineTable {
  /// Every option's names.
  fileprivate var names: [String] { groups.flatMap { $0.options.flatMap { [$0.name] + $0.aliases } } }

  /// The option with a name, with its dashes; nil if there is none.
  func option(named name: String) -> CommandLineOption<Options>? {
    for group in groups {
      for option in group.options where option.name == name || option.aliases.contains(name) { return option }
    }
    return nil
  }
}

extension CommandLineOption {
  /// Whether the option takes no value.
  fileprivate var isFlag: Bool {
    switch effect {
    case .flag, .help, .version: true
    case .value, .completionScript: false
    }
  }

  fileprivate var expectation: String { describe().value?.expectation ?? "a value" }

  fileprivate func invalid(_ text: [UInt8]) -> UsageError {
    .invalidValue(option: name, value: String(decoding: text, as: UTF8.self), expectation: expectation)
  }
}
