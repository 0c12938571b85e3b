package import Terminal

/// A key press or an action of the mouse, with its modifiers: what can be bound.
package struct KeyStroke: Hashable, Sendable {
  /// What is pressed or turned.
  package enum Source: Hashable, Sendable {
    case key(Key)
    case click(MouseButton)
    case wheelUp, wheelDown, wheelLeft, wheelRight
  }

  package let source: Source
  package let modifiers: KeyModifiers

  /// A stroke; modifiers that a terminal does not report with a key are dropped.
  package init(_ source: Source, _ modifiers: KeyModifiers = []) {
    self.source = source
    self.modifiers = if case .key(let key) = source { modifiers.reportable(with: key) } else { modifiers }
  }

  /// A key press.
  package init(_ key: Key, _ modifiers: KeyModifiers = []) { self.init(.key(key), modifiers) }

  /// The wheel's turn, or the press of a button; nil for motion and releases.
  init?(_ mouse: MouseEvent) {
    switch mouse.kind {
    case .pressed(let button): self.init(.click(button), mouse.modifiers)
    case .wheelUp: self.init(.wheelUp, mouse.modifiers)
    case .wheelDown: self.init(.wheelDown, mouse.modifiers)
    case .wheelLeft: self.init(.wheelLeft, mouse.modifiers)
    case .wheelRight: self.init(.wheelRight, mouse.modifiers)
    case .released, .dragged, .moved: return nil
    }
  }

  /// The key; nil for the mouse.
  var key: Key? { if case .key(let key) = source { key } else { nil } }

  /// Whether it is a character without modifiers, which can be typed.
  var isCharacter: Bool {
    switch source {
    case .key(.character): modifiers.isEmpty
    case .key, .click, .wheelUp, .wheelDown, .wheelLeft, .wheelRight: false
    }
  }

  /// The conventional name: `←`, `Shift-Tab`, `Ctrl-L`, `q`.
  package var name: String {
    let name =
      switch source {
      case .key(.control(" ")): "Ctrl-Space"
      case .key(.control(let character)): "Ctrl-\(character.uppercased())"
      case .key(.function(let number)): "F\(number)"
      case .key(.character(let character)) where character != " ": String(character)
      default: KeyStroke.names.first { $0.source == source }?.name ?? ""
      }
    let prefixes = KeyStroke.prefixes.filter { modifiers.contains($0.modifier) }.map { "\($0.name)-" }.joined()
    // Control comes first, also where it is part of the key.
    if case .key(.control) = source { return "Ctrl-" + prefixes + name.dropFirst("Ctrl-".count) }
    return prefixes + name
  }

  private static let prefixes: [(modifier: KeyModifiers, name: String)] = [
    (.control, "Ctrl"), (.alt, "Alt"), (.shift, "Shift"),
  ]
}

extension [KeyStroke] {
  /// The conventional name of a sequence: `gg`, `Ctrl-X Ctrl-S`.
  package var name: String {
    let names = map(\.name)
    return names.joined(separator: names.allSatisfy { $0.count == 1 } ? "" : " ")
  }
}
