import FoundationEssentials
import Glibc
import Terminal

/// Text for people: messages on standard error, and what goes to a standard output that is a terminal.
///
/// URLs, paths and redirects may contain anything. Controls are made visible, and where the locale is not UTF-8 only ASCII
/// is written.
enum StandardError {
  /// Writes one line, after the program's name.
  static func say(_ words: String) { write(Array("\(shown("tui-fetch: \(words)"))\n".utf8)) }

  /// Writes lines.
  static func write(lines: String) { write(Array(shown(lines: lines).utf8)) }

  /// A text on one line, as a terminal may get it.
  static func shown(_ text: String) -> String {
    let visible = SafeText.visible(text)
    return isUTF8 ? visible : SafeText.ascii(visible)
  }

  /// Lines as a terminal may get them, each ended.
  static func shown(lines: String) -> String {
    // By scalars: a carriage return with a line feed would be one character.
    lines.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { shown(String($0)) + "\n" }.joined()
  }

  /// Whether the user's locale has more than ASCII.
  static let isUTF8 = LocaleEncoding.isUTF8(environment: ProcessInfo.processInfo.environment)

  private static func write(_ bytes: [UInt8]) {
    _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
