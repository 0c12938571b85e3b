/// Makes a line of a program's standard error displayable.
package enum DiagnosticLine {
  /// The most bytes shown.
  private static let limit = 120

  /// The line with control, format and unassigned characters replaced, cut at the limit.
  package static func printable(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes.prefix(limit), as: UTF8.self)
    let safe = text.unicodeScalars.map { isShown($0) ? Character($0) : "\u{FFFD}" }
    return String(safe) + (bytes.count > limit ? "…" : "")
  }

  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
