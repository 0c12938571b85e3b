import Glibc
import Terminal

/// Writes text for users to standard error, and prepares text for a standard output that is a terminal.
///
/// Names may come from anyone: control characters are made visible, and in an ASCII locale only ASCII is written.
enum StandardError {
  /// Writes a line to standard error, prefixed with the program's name.
  static func report(_ message: String) { write(line("tui: " + message) + [0x0A], to: STDERR_FILENO) }

  static func writeLines(_ lines: String) { write(bytes(of: lines), to: STDERR_FILENO) }

  /// Writes bytes that are already safe for the terminal, without a newline.
  static func writeRaw(_ bytes: [UInt8]) { if !bytes.isEmpty { write(bytes, to: STDERR_FILENO) } }

  /// Lines made safe for a terminal, each with a newline at its end.
  static func bytes(of lines: String) -> [UInt8] {
    // Split by scalars: as a character, CR LF would not match.
    lines.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { line(String($0)) + [0x0A] }
  }

  /// A text made safe for a terminal, on one line.
  static func line(_ text: String) -> [UInt8] {
    let visible = SafeText.visible(text)
    return Array((isUTF8 ? visible : SafeText.ascii(visible)).utf8)
  }

  /// Whether the locale supports more than ASCII.
  static let isUTF8 = ProcessEnvironment().isUTF8

  private static func write(_ bytes: [UInt8], to descriptor: Int32) {
    _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
  }
}
