import Glibc

/// Standard error.
enum Complaint {
  /// Says one line.
  static func say(_ words: String) {
    let line = Array("tui-fetch: \(words)\n".utf8)
    _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
