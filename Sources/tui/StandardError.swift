import Glibc
import NcursesScreen
import Terminal

/// The one place through which text for people goes to standard error, and to a standard output that is a terminal.
///
/// Names may be anybody's: whatever would command a terminal is made visible, and in a locale of ASCII nothing else is
/// written.
enum StandardError {
  /// Writes a line to standard error, after the program's name.
  static func say(_ words: String) { write(line("tui: " + words) + [0x0A], to: STDERR_FILENO) }

  /// Writes lines to standard error.
  static func tell(_ lines: String) { write(bytes(of: lines), to: STDERR_FILENO) }

  /// Lines as they may be sent to a terminal, each ended.
  static func bytes(of lines: String) -> [UInt8] {
    // By scalars: a carriage return with a line feed would be one character.
    lines.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { line(String($0)) + [0x0A] }
  }

  /// A text as it may be sent to a terminal, on one line.
  static func line(_ text: String) -> [UInt8] {
    let visible = SafeText.visible(text)
    return Array((isUTF8 ? visible : SafeText.ascii(visible)).utf8)
  }

  /// Whether the locale has more than ASCII.
  private static let isUTF8 = ProcessEnvironment().isUTF8

  private static func write(_ bytes: [UInt8], to descriptor: Int32) {
    _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
  }
}
