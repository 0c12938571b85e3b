import CNcurses
import Glibc
import Terminal

/// The character encoding between us and the terminal.
package enum TerminalEncoding {
  /// Takes the environment's character encoding into use; says whether it is UTF-8. Once more, it says the same.
  ///
  /// Only the encoding: messages and numbers of the C library stay as they are. Where the environment names a UTF-8
  /// locale that the system lacks, as in small containers and over ssh, it still tells what the terminal shows: the one
  /// that glibc always has takes its place.
  package static func adopt(environment: [String: String]) -> Bool {
    // The names are copied; the answers belong to the C library, and are read at once.
    if unsafe setlocale(LC_CTYPE, "") != nil {
      if unsafe String(cString: nl_langinfo(nl_item(CODESET))) == "UTF-8" { return true }
    }
    guard LocaleEncoding.isUTF8(environment: environment) else { return false }
    return unsafe setlocale(LC_CTYPE, "C.UTF-8") != nil
  }
}
