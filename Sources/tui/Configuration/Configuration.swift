import CommandLineOptions
import System
import Terminal

/// The settings of all layers: the configuration file, `TUI_OPTIONS`, and the command line, which has precedence.
///
/// A setting of the file or the variable that is wrong is reported and ignored; the others hold.
struct Configuration {
  private(set) var layered: LayeredOptions<Tui>
  /// What is wrong with the file and the variable, one line each, and safe to show.
  private(set) var problems: [String] = []
  /// The key bindings and user-defined commands.
  private(set) var keys: ConfiguredKeys
  /// The header fields for servers.
  private(set) var hosts = ConfiguredHosts([])
  /// The file; nil if it has no path.
  let location: ConfigurationPath?

  private let arguments: [[UInt8]]
  private let environment: [String: String]
  /// The file's settings.
  private var file: ConfigurationFile?
  /// The lines of the file that cannot be combined with other settings.
  private var ignoredLines: Set<Int> = []

  /// Reads the layers below the command line.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, which ask for a run.
  ///   - parsed: The options of the arguments alone.
  /// - Throws: `UsageError` if the arguments are wrong, or name a file that cannot be read.
  init(
    _ arguments: [[UInt8]], parsed: LayeredOptions<Tui>, environment: [String: String]
  ) throws(UsageError) {
    (self.arguments, self.environment) = (arguments, environment)
    let options = parsed.options.configuration
    location = ConfigurationPath(options, environment: environment)
    layered = parsed
    keys = ConfiguredKeys(Tui(), [])
    // A file that is to be written need not exist.
    if !options.noConfig, !options.writeConfig {
      file = try readFile()
      if file != nil || environment["TUI_OPTIONS"]?.isEmpty == false { layered = try combined(isReporting: true) }
    }
    do throws(UsageError) { try layered.options.validate() } catch { try resolve(error, parsed) }
    keys = ConfiguredKeys(layered.options, file?.settings ?? [])
    hosts = ConfiguredHosts(file?.settings ?? [])
    problems += (keys.problems + hosts.problems).map {
      SafeText.visible("\(describe(.file(line: $0.line))): \($0.reason)")
    }
  }

  /// The origin of a setting, as users know it.
  func describe(_ origin: SettingOrigin) -> String {
    switch origin {
    case .file(let line): "\(location?.shown ?? ""):\(line)"
    case .environment: "TUI_OPTIONS"
    case .commandLine: "command line"
    }
  }

  private mutating func readFile() throws(UsageError) -> ConfigurationFile? {
    guard let location else { return nil }
    do throws(FileError) {
      return ConfigurationFile(try FileBytes.read(location.path, limit: ConfigurationFile.maximumBytes))
    } catch {
      if location.isNamed { throw .rejected("--config \(location.shown): \(error.description)") }
      if error != .noSuchFile { problems.append("\(location.shown): \(error.description)") }
      return nil
    }
  }

  /// The layers, one over the other.
  ///
  /// - Parameter isReporting: Whether to note the problems of single settings.
  private mutating func combined(isReporting: Bool) throws(UsageError) -> LayeredOptions<Tui> {
    var layered = LayeredOptions(Tui())
    let table = Tui.commandLine
    var found = (file?.problems ?? []).map { (line: $0.line, reason: $0.reason) }
    for setting in file?.settings ?? [] where !ignoredLines.contains(setting.line) {
      let isOption = setting.section == .options
      guard isOption || setting.isPreset else { continue }
      do throws(SettingError) {
        try table.set(
          isOption ? setting.name : "keys", to: setting.value, from: .file(line: setting.line), in: &layered
        ) { path in
          location?.resolve(path, home: environment["HOME"]) ?? path
        }
      } catch {
        found.append((setting.line, error.description))
      }
    }
    var reports = found.sorted { $0.line < $1.line }.prefix(ConfigurationFile.maximumProblems).map {
      SafeText.visible("\(location?.shown ?? ""):\($0.line): \($0.reason)")
    }
    if let text = environment["TUI_OPTIONS"], !text.isEmpty {
      do throws(ShellWords.Failure) {
        reports += table.apply(words: try ShellWords.split(text.utf8), to: &layered).map {
          SafeText.visible("TUI_OPTIONS: \($0.description)")
        }
      } catch {
        reports.append("TUI_OPTIONS: \(error.rawValue); the variable is ignored")
      }
    }
    // A list's values of the lower layers do not conflict with those of the command line, which replace them by key.
    layered.options.click.inheritedActions = layered.options.click.actions.count
    let request = try table.parse(arguments, over: &layered)
    if case .run(_, let operands) = request { layered.options.sources = operands }
    if isReporting { problems += reports }
    return layered
  }

  /// Ignores the setting of the file without which the options go together. If there is none, only the command line
  /// counts.
  private mutating func resolve(_ error: UsageError, _ parsed: LayeredOptions<Tui>) throws(UsageError) {
    // What is wrong with the command line alone is the user's to correct.
    try parsed.options.validate()
    for setting in (file?.settings ?? []).reversed() where setting.section == .options {
      ignoredLines.insert(setting.line)
      let attempt = try combined(isReporting: false)
      if (try? attempt.options.validate()) != nil {
        layered = attempt
        problems.append(SafeText.visible("\(describe(.file(line: setting.line))): \(error.description)"))
        return
      }
      ignoredLines.remove(setting.line)
    }
    layered = parsed
    problems.append(SafeText.visible("the configuration is ignored: \(error.description)"))
  }
}
