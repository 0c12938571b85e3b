/// What the environment says of the character encoding (POSIX, "Internationalization Variables").
package enum LocaleEncoding {
  /// Whether the locale in use is a UTF-8 one, also where the system lacks that locale itself.
  package static func isUTF8(environment: [String: String]) -> Bool {
    let said = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    guard let name = said?.lowercased() else { return false }
    return name.contains("utf-8") || name.contains("utf8")
  }
}
