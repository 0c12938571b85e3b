import ArgumentParser

/// One option of a group: its name, its default, and how to read its value.
///
/// `QuickCommand` uses only these rows. `ArgumentParser` finds the same options through the group's property wrappers;
/// a test checks that both agree on names, defaults and types.
struct OptionRow<Group>: Sendable {
  /// The name on the command line, for example `--interval`.
  let name: String
  /// Whether it takes no value.
  let isFlag: Bool
  /// Sets the default.
  let reset: @Sendable (inout Group) -> Void
  /// Parses and sets the value, or switches the flag on. Returns whether the value is valid.
  let read: @Sendable (inout Group, String) -> Bool

  /// A flag, off by default.
  static func flag(_ name: String, set: @escaping @Sendable (inout Group, Bool) -> Void) -> OptionRow {
    OptionRow(name: name, isFlag: true, reset: { set(&$0, false) }) { group, _ in
      set(&group, true)
      return true
    }
  }

  /// An option with a default.
  static func option<Value: ExpressibleByArgument & Sendable>(
    _ name: String, _ usual: Value, set: @escaping @Sendable (inout Group, Value) -> Void
  ) -> OptionRow {
    OptionRow(name: name, isFlag: false, reset: { set(&$0, usual) }) { group, text in
      guard let value = Value(argument: text) else { return false }
      set(&group, value)
      return true
    }
  }

  /// An option that may be repeated, empty by default; `QuickCommand` leaves repeated options to `ArgumentParser`.
  static func list<Value: ExpressibleByArgument & Sendable>(
    _ name: String, set: @escaping @Sendable (inout Group, [Value]) -> Void
  ) -> OptionRow {
    OptionRow(name: name, isFlag: false, reset: { set(&$0, []) }) { group, text in
      guard let value = Value(argument: text) else { return false }
      set(&group, [value])
      return true
    }
  }

  /// An option without a default.
  static func optional<Value: ExpressibleByArgument>(
    _ name: String, set: @escaping @Sendable (inout Group, Value?) -> Void
  ) -> OptionRow {
    OptionRow(name: name, isFlag: false, reset: { set(&$0, nil) }) { group, text in
      guard let value = Value(argument: text) else { return false }
      set(&group, value)
      return true
    }
  }
}

/// A group of options that `QuickCommand` can read.
protocol QuickOptions: ParsableArguments {
  /// A row for each of its options.
  static var rows: [OptionRow<Self>] { get }
}

extension QuickOptions {
  /// The options with their defaults.
  static var plain: Self {
    var options = Self()
    for row in rows { row.reset(&options) }
    return options
  }

  /// The row of an option, or nil if the group has none with this name.
  static func row(_ name: String) -> OptionRow<Self>? { rows.first { $0.name == name } }

  /// Reads an option and its value, which follows `=` or is the next argument.
  ///
  /// - Returns: Whether the value is valid.
  mutating func read(
    _ row: OptionRow<Self>, _ value: String?, before rest: inout ArraySlice<String>
  ) -> Bool {
    if row.isFlag { return value == nil && row.read(&self, "") }
    guard let value = value ?? rest.popFirst(), !value.isEmpty, !value.hasPrefix("-") else { return false }
    return row.read(&self, value)
  }
}
