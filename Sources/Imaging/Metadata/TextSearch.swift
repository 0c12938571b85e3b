extension StringProtocol {
  /// Whether a text occurs in this one, byte for byte.
  ///
  /// The standard library's `contains` of a string comes with its regular expressions, which add a megabyte to a program.
  package func includes(_ text: String) -> Bool {
    guard let first = text.utf8.first else { return true }
    var rest = utf8[...]
    while let start = rest.firstIndex(of: first) {
      if rest[start...].starts(with: text.utf8) { return true }
      rest = rest[rest.index(after: start)...]
    }
    return false
  }
}
