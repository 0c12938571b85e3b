/// Where the cache is, unless told otherwise.
extension DiskCache {
  /// `$XDG_CACHE_HOME/tui`, if that is absolute, as the XDG Base Directory Specification wants it; else `~/.cache/tui`.
  /// nil: there is neither.
  package static func standardFolder(environment: [String: String]) -> String? {
    if let base = environment["XDG_CACHE_HOME"], base.hasPrefix("/") { return base + "/tui" }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return home + "/.cache/tui"
  }
}
