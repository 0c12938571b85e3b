import ArgumentParser

/// One option of a group: its name, its default, and how its value is read.
///
/// `QuickCommand` works with these rows alone. `ArgumentParser` finds the same options in the group's property wrappers, with
/// the same defaults and types; a test compares the rows with what it finds.
struct OptionRow<Group>: Sendable {
  /// As on the command line: `--interval`.
  let name: String
  /// Whether it stands alone; otherwise a value follows.
  let isFlag: Bool
  /// Sets the default.
  let reset: @Sendable (inout Group) -> Void
  /// Sets the value that a text names, or switches the flag on. Returns whether it is a good one.
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

  /// An option that may be repeated, none by default; `QuickCommand` leaves repeated ones to the library.
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

/// A group of options that `QuickCommand` reads, too.
protocol QuickOptions: ParsableArguments {
  /// A row for each of its options.
  static var rows: [OptionRow<Self>] { get }
}

extension QuickOptions {
  /// The options as they are when none is given.
  static var plain: Self {
    var options = Self()
    for row in rows { row.reset(&options) }
    return options
  }

  /// The row of an option; nil: it is none of these.
  static func row(_ name: String) -> OptionRow<Self>? { rows.first { $0.name == name } }

  /// Reads an option and its value: the one behind `=`, or the next argument.
  ///
  /// - Returns: whether the value is a good one.
  mutating func read(
    _ row: OptionRow<Self>, _ value: String?, before rest: inout ArraySlice<String>
  ) -> Bool {
    if row.isFlag { return value == nil && row.read(&self, "") }
    guard let value = value ?? rest.popFirst(), !value.isEmpty, !value.hasPrefix("-") else { return false }
    return row.read(&self, value)
  }
}
