package import Terminal

/// What a key does.
package enum BoundAction: Hashable, Sendable {
  case action(Action)
  /// Runs a user-defined command on the slide.
  case command(UserAction)
  /// Nothing: the key has been unbound.
  case nothing

  /// The program's own action; nil for a command and for nothing.
  package var action: Action? { if case .action(let action) = self { action } else { nil } }
}

/// The key bindings of one mode.
package struct KeyTable: Hashable, Sendable {
  /// Keys in a row, usually one, and their action.
  package struct Binding: Hashable, Sendable {
    package var keys: [KeyStroke]
    package var bound: BoundAction
    /// Whether the help panel lists the keys; aliases and conventional keys are not listed.
    package var isListed: Bool
  }

  /// What some keys in a row mean.
  enum Match: Hashable {
    case bound(BoundAction)
    /// They begin a longer binding, and have a meaning of their own if one is given.
    case prefix(BoundAction?)
    case unbound
  }

  /// The bindings, in the order in which help lists the keys of an action.
  ///
  /// They are few: to search them takes no longer than a dictionary, which would take most of the time to make the tables.
  package private(set) var bindings: [Binding] = []

  /// A table of bindings; a later binding of the same keys replaces an earlier one.
  init(_ bindings: [Binding]) {
    self.bindings.reserveCapacity(bindings.count)
    for binding in bindings { bind(binding) }
  }

  private mutating func bind(_ binding: Binding) {
    remove(binding.keys)
    bindings.append(binding)
  }

  /// Binds keys, before the other keys of the action in help's lists.
  mutating func bind(_ keys: [KeyStroke], to bound: BoundAction) {
    bind(Binding(keys: keys, bound: bound, isListed: bound != .nothing))
    bindings.insert(bindings.removeLast(), at: 0)
  }

  mutating func remove(_ keys: [KeyStroke]) {
    // No two bindings have the same keys.
    if let index = bindings.firstIndex(where: { $0.keys == keys }) { bindings.remove(at: index) }
  }

  /// What keys in a row mean.
  func match(_ keys: [KeyStroke]) -> Match {
    let bound = bound(keys)
    let isPrefix = !keys.isEmpty && bindings.contains { $0.keys.count > keys.count && $0.keys.starts(with: keys) }
    return isPrefix ? .prefix(bound) : bound.map { .bound($0) } ?? .unbound
  }

  /// The action of a key; nil if it is not bound.
  package func action(for key: Key) -> Action? { bound([KeyStroke(key)])?.action }

  /// What keys in a row do; nil if they are not bound.
  package func bound(_ keys: [KeyStroke]) -> BoundAction? { bindings.first { $0.keys == keys }?.bound }

  /// The keys of an action that help lists.
  package func listedKeys(for action: Action) -> [[KeyStroke]] {
    bindings.filter { $0.bound == .action(action) && $0.isListed }.map(\.keys)
  }

  func binds(_ action: Action) -> Bool { bindings.contains { $0.bound == .action(action) } }
}

/// The key table in effect: an input mode without its payload. The raw value is its name in a configuration.
package enum KeyContext: String, CaseIterable, Hashable, Sendable {
  case carousel, viewer
  /// The viewer while its picture exceeds the window.
  case zoomed
  case grid
  /// A name is being typed.
  case search
  case digits, help, menu

  /// The context that handles keys that this one does not bind; nil if there is none.
  var outer: KeyContext? {
    switch self {
    case .zoomed: .viewer
    case .carousel, .viewer, .grid, .search, .digits, .help, .menu: nil
    }
  }

  /// Whether it shows slides, and keys in a row and the mouse can be bound in it.
  var showsSlides: Bool {
    switch self {
    case .carousel, .viewer, .zoomed, .grid: true
    case .search, .digits, .help, .menu: false
    }
  }
}
