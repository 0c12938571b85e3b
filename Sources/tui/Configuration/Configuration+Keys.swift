import CarouselApp
import CommandLineOptions

/// The key bindings and user-defined commands of a configuration.
struct ConfiguredKeys {
  /// A binding of the file or of a preset, as it was applied.
  struct Applied {
    let context: KeyContext
    let strokes: [KeyStroke]
    /// The line of the file; nil for a preset.
    let line: Int?
  }

  private(set) var bindings: KeyBindings
  /// The commands of the file, and then those of `--action`, which replace those with the same key.
  private(set) var actions: [UserAction] = []
  private(set) var problems: [ConfigurationFile.Problem] = []
  private(set) var applied: [Applied] = []

  /// Reads the file's sections `[action "NAME"]`, and binds the keys of the preset and of its sections `[keys]`.
  init(_ command: Tui, _ settings: [ConfigurationFile.Setting]) {
    bindings = .directed(command.layout.direction)
    readActions(settings)
    // The arguments have been checked.
    for action in (try? command.click.userActions()) ?? [] {
      actions.removeAll { $0.key == action.key }
      actions.append(action)
    }
    let preset = command.configuration.keys
    if preset != .standard { bind(ConfigurationFile(Array(preset.text.utf8)).settings, isPreset: true) }
    bind(settings, isPreset: false)
  }

  private mutating func bind(_ settings: [ConfigurationFile.Setting], isPreset: Bool) {
    for setting in settings {
      guard case .keys(let mode) = setting.section, !setting.isPreset else { continue }
      do throws(KeySettingError) {
        let strokes = (try? KeyStroke.sequence(setting.name)) ?? []
        let contexts = try bindings.apply(
          KeySetting(mode: mode, keys: setting.name, action: setting.text), commands: actions)
        applied += contexts.map { Applied(context: $0, strokes: strokes, line: isPreset ? nil : setting.line) }
      } catch {
        problems.append(.init(line: setting.line, reason: reason(for: error)))
      }
    }
  }

  /// Why a setting cannot be in the section where it is, such as one that was appended to the file; nil if it is none.
  private func misplaced(_ name: String) -> String? {
    Tui.commandLine.settingNames.contains(name)
      ? "\(name) is a setting: it belongs above the sections, or below a line [options]" : nil
  }

  /// The reason, with the action that was probably meant.
  private func reason(for error: KeySettingError) -> String {
    if case .key(.unknown(let name)) = error, let reason = misplaced(name) { return reason }
    let names = Action.allCases.map(\.rawValue) + actions.map(\.name)
    guard case .action(let name) = error, let nearest = NearestName.find(name, among: names) else {
      return error.description
    }
    return "unknown action '\(name)'; did you mean \(nearest)?"
  }

  private mutating func readActions(_ settings: [ConfigurationFile.Setting]) {
    var names: [String] = []
    var parts: [String: (line: Int, key: String?, command: String?)] = [:]
    for setting in settings {
      guard case .action(let name) = setting.section else { continue }
      if parts[name] == nil { names.append(name) }
      var part = parts[name] ?? (setting.line, nil, nil)
      switch setting.name {
      case "key": part.key = setting.text
      case "command": part.command = setting.text
      default:
        let reason =
          misplaced(setting.name) ?? "unknown setting \(setting.name) of an action; expected key or command"
        problems.append(.init(line: setting.line, reason: reason))
      }
      parts[name] = part
    }
    for name in names {
      guard let part = parts[name] else { continue }
      func refuse(_ reason: String) { problems.append(.init(line: part.line, reason: reason)) }
      guard name != "none", Action(rawValue: name) == nil else {
        refuse("[action \"\(name)\"]: tui has an action of this name")
        continue
      }
      guard let action = UserAction(name: name, key: part.key, command: part.command ?? "") else {
        refuse("[action \"\(name)\"]: expected a command, and as its key none or one character other than a digit")
        continue
      }
      if let key = action.key, actions.contains(where: { $0.key == key }) {
        refuse("[action \"\(name)\"]: the key \(key) is given twice")
      } else {
        actions.append(action)
      }
    }
  }
}

extension ConfigurationFile.Setting {
  /// Whether it chooses a preset, as the option `keys` does.
  var isPreset: Bool { section == .keys(mode: nil) && name == "preset" }
}

extension Configuration {
  /// The commands of the file in force, as it has them.
  var commandsInForce: [String] {
    let others = (try? layered.options.click.userActions().count) ?? 0
    return keys.actions.dropLast(others).flatMap { action in
      let key = action.key.map { ["key = \($0)"] } ?? []
      let command = action.command.text + (action.command.isInBackground ? "&" : "")
      return ["", "[action \"\(action.name)\"]"] + key + [CommandDescription.line("command", command)]
    }
  }

  /// All bindings in force, by mode: those of the file, and as comments those of the preset and the standard ones.
  var keysInForce: [String] {
    KeyContext.allCases.flatMap { context -> [String] in
      var (own, preset, standard): ([(number: Int, line: String)], [String], [String]) = ([], [], [])
      for binding in keys.bindings.table(for: context).bindings {
        let name = binding.keys.map(\.configurationName).joined(separator: " ")
        let line = CommandDescription.line(name, binding.bound.configurationName)
        let origin = keys.applied.last { $0.context == context && $0.strokes == binding.keys }
        if let number = origin?.line {
          own.append((number, line))
        } else if origin != nil {
          preset.append("#" + line)
        } else {
          standard.append("#" + line)
        }
      }
      let presetName = layered.options.configuration.keys.rawValue
      let lines = CommandDescription.lines(
        own.sorted { $0.number < $1.number }.map { ($0.line, describe(.file(line: $0.number))) }
          + preset.sorted().map { ($0, "preset \(presetName)") } + standard.sorted().map { ($0, "default") })
      return lines.isEmpty ? [] : ["", "[keys.\(context.rawValue)]"] + lines
    }
  }
}

extension BoundAction {
  var configurationName: String {
    switch self {
    case .action(let action): action.rawValue
    case .command(let command): command.name
    case .nothing: "none"
    }
  }
}
