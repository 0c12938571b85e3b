/// A line that a program wrote to its standard error, fit to be shown.
package enum DiagnosticLine {
  /// The most bytes that are shown.
  private static let limit = 120

  /// The line without control characters, cut at the limit.
  package static func printable(_ words: ArraySlice<UInt8>) -> String {
    let text = String(decoding: words.prefix(limit), as: UTF8.self)
    let safe = text.unicodeScalars.map { isShown($0) ? Character($0) : "\u{FFFD}" }
    return String(safe) + (words.count > limit ? "…" : "")
  }

  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
