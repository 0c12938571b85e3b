import CommandLineOptions
import System
import Terminal

/// The settings of all layers: the configuration file, `TUI_OPTIONS`, and the command line, which has precedence.
///
/// A setting of the file or the variable that is wrong is reported and ignored; the others hold.
struct Configuration {
  private(set) var layered: LayeredOptions<Tui>
  /// What is wrong with the file and the variable, or has been adjusted, one line each, and safe to show.
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
  /// Whether the variable can be combined with the command line.
  private var usesVariable = true

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
    if (try? layered.options.validateWithFiles()) == nil { try resolve(parsed) }
    if let remark = layered.options.carousel.settings.remark { problems.append(located(remark)) }
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

  /// A message, with the origin of the option that it begins with, if that is not the command line.
  func located(_ message: String) -> String {
    let name = message.dropFirst(2).prefix { $0 != " " && $0 != ":" }
    guard message.hasPrefix("--"), let origin = layered.given[String(name)]?.last?.origin, origin != .commandLine
    else { return message }
    return SafeText.visible("\(describe(origin)): \(message)")
  }

  /// The path that the value of an option stands for.
  func path(of value: [UInt8], option: String, from origin: SettingOrigin) -> [UInt8] {
    // The name of a socket is no path, and a folder on the command line may begin at the home folder, too.
    if option == "listen" && !value.contains(Path.slash) || value.isEmpty { return value }
    switch origin {
    case .file: return location?.resolve(value, home: environment["HOME"]) ?? value
    case .environment, .commandLine: return value.first == UInt8(ascii: "~") ? value : Path(value).absolute.bytes
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
        ) { path(of: $0, option: setting.name, from: .file(line: setting.line)) }
      } catch {
        found.append((setting.line, error.description))
      }
    }
    var reports = found.sorted { $0.line < $1.line }.prefix(ConfigurationFile.maximumProblems).map {
      SafeText.visible("\(location?.shown ?? ""):\($0.line): \($0.reason)")
    }
    if usesVariable, let text = environment["TUI_OPTIONS"], !text.isEmpty {
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

  /// Ignores the settings of the file that do not go together with those before them, or with the upper layers. If the
  /// variable and the command line do not go together, the variable is ignored.
  private mutating func resolve(_ parsed: LayeredOptions<Tui>) throws(UsageError) {
    // What is wrong with the command line alone is the user's to correct.
    try parsed.options.validateWithFiles()
    let lines = Set((file?.settings ?? []).map(\.line))
    ignoredLines = lines
    do throws(UsageError) { try combined(isReporting: false).options.validateWithFiles() } catch {
      usesVariable = false
      problems.append(SafeText.visible("TUI_OPTIONS: \(error.description); the variable is ignored"))
    }
    ignoredLines = []
    // Only the lines that count, of which there are few: most options have one value.
    var rest = try combined(isReporting: false).given.values.joined().compactMap(\.origin.line).sorted()
    ignoredLines = lines
    var refused: [(line: Int, reason: String)] = []
    var count: Int
    // Again, because a setting may need a later one, as --follow needs --watch.
    repeat {
      count = rest.count
      refused = []
      for line in rest {
        ignoredLines.remove(line)
        do throws(UsageError) { try combined(isReporting: false).options.validateWithFiles() } catch {
          ignoredLines.insert(line)
          refused.append((line, error.description))
        }
      }
      rest = refused.map(\.line)
    } while !rest.isEmpty && rest.count < count
    problems += refused.prefix(ConfigurationFile.maximumProblems).map {
      SafeText.visible("\(describe(.file(line: $0.line))): \($0.reason)")
    }
    layered = try combined(isReporting: false)
  }
}
