import Glibc
import System
import Terminal

/// Writes messages to standard error, and prepares text for a standard output that is a terminal.
///
/// URLs, paths and redirects may contain anything: control characters are made visible, and in a locale other than
/// UTF-8 only ASCII is written.
enum StandardError {
  /// Writes a line, prefixed with the program's name.
  static func report(_ message: String) { write(Array("\(shown("tui-fetch: \(message)"))\n".utf8)) }

  /// A text made safe for a terminal, on one line.
  static func shown(_ text: String) -> String {
    let visible = SafeText.visible(text)
    return isUTF8 ? visible : SafeText.ascii(visible)
  }

  /// Lines made safe for a terminal, each with a newline at its end.
  static func shown(lines: String) -> String {
    // Split by scalars: as a character, CR LF would not match.
    lines.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { shown(String($0)) + "\n" }.joined()
  }

  /// Whether the user's locale supports more than ASCII.
  static let isUTF8 = LocaleEncoding.isUTF8(environment: EnvironmentVariables.all())

  private static func write(_ bytes: [UInt8]) {
    _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
