extension Collection where Element: Equatable {
  /// Whether some elements occur in these, one after the other.
  ///
  /// The standard library's `contains` of a collection comes with its regular expressions, which add a megabyte to a
  /// program.
  package func includes(_ sought: some Collection<Element>) -> Bool {
    guard let first = sought.first else { return true }
    var rest = self[...]
    while let start = rest.firstIndex(of: first) {
      if rest[start...].starts(with: sought) { return true }
      rest = rest[rest.index(after: start)...]
    }
    return false
  }
}

extension StringProtocol {
  /// Whether a text occurs in this one, byte for byte.
  package func includes(_ text: String) -> Bool { utf8.includes(text.utf8) }
}
