/// Options that are set in layers, of which the later ones have precedence: a configuration file, the environment, the
/// command line. Remembers where each setting comes from.
package struct LayeredOptions<Options: Sendable>: Sendable {
  package var options: Options
  /// The settings that were given, by their names in a configuration file: the last value, or all values of a list.
  package private(set) var given: [String: [GivenSetting]] = [:]

  /// Options with nothing set.
  package init(_ options: Options) { self.options = options }

  mutating func record(_ option: CommandLineOption<Options>, _ text: String, from origin: SettingOrigin) {
    let earlier = option.isList ? given[option.settingName] ?? [] : []
    given[option.settingName] = earlier + [GivenSetting(text: text, origin: origin)]
  }
}

/// A value that was given, and where it comes from.
package struct GivenSetting: Hashable, Sendable {
  package var text: String
  package var origin: SettingOrigin
}

/// Where a setting comes from.
package enum SettingOrigin: Hashable, Sendable {
  /// A line of the configuration file, from 1.
  case file(line: Int)
  /// A variable with options.
  case environment
  case commandLine

  /// The line of the file, from 1; nil for other origins.
  package var line: Int? { if case .file(let line) = self { line } else { nil } }
}

/// Why a setting of a configuration file is ignored.
package enum SettingError: Error, Hashable, Sendable {
  case unknown(String, nearest: String?)
  case commandLineOnly(String)
  case invalid(String, value: String, expectation: String)

  /// The reason, on one line. It quotes the file, which may contain control characters.
  package var description: String {
    switch self {
    case .unknown(let name, let nearest?): "unknown setting \(name); did you mean \(nearest)?"
    case .unknown(let name, nil): "unknown setting \(name); --write-config writes a file with all settings"
    case .commandLineOnly(let name): "\(name) is only for the command line"
    case .invalid(let name, let value, let expectation): "\(name) '\(value)': expected \(expectation)"
    }
  }
}

extension CommandLineTable {
  /// Applies a setting of a configuration file.
  ///
  /// - Parameters:
  ///   - name: An option's name without its dashes.
  ///   - path: Returns the path that a text in the file stands for, for options whose values are files or folders.
  /// - Throws: `SettingError`; the options are then unchanged.
  package func set(
    _ name: String, to value: [UInt8], from origin: SettingOrigin, in layered: inout LayeredOptions<Options>,
    path: ([UInt8]) -> [UInt8] = { $0 }
  ) throws(SettingError) {
    let (name, text) = (String(name.prefix(64)), String(decoding: value.prefix(200), as: UTF8.self))
    guard let option = option(named: "--" + name) else {
      throw .unknown(name, nearest: NearestName.find(name, among: settingNames))
    }
    switch option.effect {
    case .flag(let flag):
      guard option.isSetting else { throw .commandLineOnly(name) }
      guard let isOn = Bool(setting: value) else {
        throw .invalid(name, value: text, expectation: Bool.settingExpectation)
      }
      flag.set(&layered.options, isOn)
    case .value(let effect):
      guard option.isSetting else { throw .commandLineOnly(name) }
      var changed = layered.options
      guard effect.store(&changed, option.describe().isPath ? path(value) : value), effect.isInRange(changed) else {
        throw .invalid(name, value: text, expectation: option.describe().value?.expectation ?? "a value")
      }
      layered.options = changed
    case .help, .version, .completionScript: throw .commandLineOnly(name)
    }
    layered.record(option, String(decoding: value, as: UTF8.self), from: origin)
  }

  /// The names of all settings.
  package var settingNames: [String] { description.options.compactMap(\.key) }
}

extension CommandLineOption {
  /// The option's name in a configuration file, if it may be there.
  fileprivate var settingName: String { String(name.drop { $0 == "-" }) }

  /// Whether it may be in a configuration file.
  var isSetting: Bool { describe().key != nil }

  fileprivate var isList: Bool { describe().isRepeatable }
}

extension Bool {
  /// What is accepted as a flag's value.
  static let settingExpectation = "yes or no"

  /// A flag's value: `yes`, `true`, `on` or `1`, or their opposites.
  init?(setting bytes: [UInt8]) {
    switch String(decoding: bytes, as: UTF8.self).lowercased() {
    case "yes", "true", "on", "1": self = true
    case "no", "false", "off", "0": self = false
    default: return nil
    }
  }
}
