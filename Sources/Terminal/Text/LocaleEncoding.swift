/// The character encoding that the environment selects (POSIX, "Internationalization Variables").
package enum LocaleEncoding {
  /// Whether the selected locale uses UTF-8, even if the system does not have that locale.
  package static func isUTF8(environment: [String: String]) -> Bool {
    let value = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    guard let name = value?.lowercased() else { return false }
    return name.split { $0 == "." || $0 == "@" }.contains { $0 == "utf-8" || $0 == "utf8" }
  }
}
