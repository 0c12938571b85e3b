import Glibc
import Terminal

/// The character encoding between us and the terminal.
package enum TerminalEncoding {
  /// Adopts the environment's character encoding and returns whether it is UTF-8. May be called repeatedly.
  ///
  /// Only the encoding changes, not the C library's messages and number formats. If the environment names a UTF-8
  /// locale that the system lacks, as in small containers and over ssh, the terminal still shows UTF-8: C.UTF-8, which
  /// glibc always has, is used instead.
  package static func apply(environment: [String: String]) -> Bool {
    // The C library copies the names and owns the results, which are read at once.
    if unsafe setlocale(LC_CTYPE, "") != nil {
      if unsafe String(cString: nl_langinfo(nl_item(CODESET))) == "UTF-8" { return true }
    }
    guard LocaleEncoding.isUTF8(environment: environment) else { return false }
    return unsafe setlocale(LC_CTYPE, "C.UTF-8") != nil
  }
}
