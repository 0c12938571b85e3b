/// A binding in a configuration: keys, and the action that they get.
package struct KeySetting: Hashable, Sendable {
  /// The name of the mode; nil: all modes in which the action has a meaning.
  package var mode: String?
  /// The names of keys in a row, separated by blanks.
  package var keys: String
  /// An action's name, that of a user-defined command, or `none`.
  package var action: String

  /// A binding.
  package init(mode: String?, keys: String, action: String) {
    (self.mode, self.keys, self.action) = (mode, keys, action)
  }
}

/// Why a key cannot be bound as a configuration asks.
package enum KeySettingError: Error, Hashable, Sendable {
  case mode(String)
  case key(KeyNameError)
  case action(String)
  /// The action has no meaning in the mode, but in others.
  case meaningless(action: String, mode: KeyContext, others: [KeyContext])
  /// In this mode keys in a row and the mouse cannot be bound, or the key is a letter that is typed there.
  case unavailable(mode: KeyContext)

  /// The reason, on one line. It quotes the setting.
  package var description: String {
    switch self {
    case .mode(let name): "unknown mode \(name); expected \(KeyContext.allCases.map(\.rawValue).listed)"
    case .key(let error): error.description
    case .action(let name):
      "unknown action '\(name)'; expected none, the name of an [action], or one of those in tui-config(5)"
    case .meaningless(let action, let mode, let others):
      "\(action) has no meaning in [keys.\(mode.rawValue)], but in \(others.map { "[keys.\($0.rawValue)]" }.listed)"
    case .unavailable(.search): "only keys other than characters can be bound while a name is typed"
    case .unavailable(let mode): "only single keys can be bound in [keys.\(mode.rawValue)]"
    }
  }
}

extension KeyBindings {
  /// Applies a binding of a configuration.
  ///
  /// - Returns: The modes in which it applies.
  /// - Throws: `KeySettingError`; nothing is then changed.
  @discardableResult
  package mutating func apply(
    _ setting: KeySetting, commands: [UserAction] = []
  ) throws(KeySettingError) -> [KeyContext] {
    let named = try setting.mode.map { name throws(KeySettingError) in
      guard let context = KeyContext(rawValue: name) else { throw .mode(String(name.prefix(40))) }
      return context
    }
    let strokes: [KeyStroke]
    do throws(KeyNameError) { strokes = try KeyStroke.sequence(setting.keys) } catch { throw .key(error) }
    let bound: BoundAction
    if setting.action == "none" {
      bound = .nothing
    } else if let action = Action(rawValue: setting.action) {
      bound = .action(action)
    } else if let command = commands.first(where: { $0.name == setting.action }) {
      bound = .command(command)
    } else {
      throw .action(String(setting.action.prefix(40)))
    }
    let meaningful = KeyBindings.contexts(of: bound)
    // The viewer's actions have a meaning in it while it is zoomed, too.
    if let named, !meaningful.contains(named), named.outer.map(meaningful.contains) != true {
      throw .meaningless(action: setting.action, mode: named, others: meaningful)
    }
    let isCharacter = strokes.first?.isCharacter == true
    let available = (named.map { [$0] } ?? meaningful).filter { context in
      context.showsSlides || strokes.count == 1 && strokes[0].key != nil && !(context == .search && isCharacter)
    }
    // Without a mode, the other modes still get the binding.
    if let named, available.isEmpty { throw .unavailable(mode: named) }
    change { tables in
      for context in available { tables[context].bind(strokes, to: bound) }
      if named == nil { tables.always.remove(strokes) }
    }
    return named.map { [$0] } ?? meaningful
  }

  /// Actions that have a meaning wherever slides are shown, although the standard bindings have them in panels only.
  private static let unboundOutsidePanels: Set<Action> = [.goToSlide, .nextMatch, .previousMatch]

  /// The modes in which an action has a meaning: above all those in which the standard bindings have it.
  package static func contexts(of bound: BoundAction) -> [KeyContext] {
    switch bound {
    case .command: return [.carousel, .viewer, .grid]
    case .nothing: return KeyContext.allCases
    case .action(let action):
      let contexts = KeyContext.allCases.filter {
        standard.table(for: $0).binds(action)
          || unboundOutsidePanels.contains(action) && [.carousel, .viewer, .grid].contains($0)
      }
      return contexts.isEmpty && standard.always.binds(action) ? [.carousel, .viewer, .grid] : contexts
    }
  }
}

extension [String] {
  /// The texts as a list: "a, b or c".
  fileprivate var listed: String {
    guard count > 1, let last else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) or \(last)"
  }
}
