import Glibc

/// The default locations of the cache.
extension DiskCache {
  /// `$XDG_CACHE_HOME/tui` if that is absolute, as the XDG Base Directory Specification requires, otherwise
  /// `~/.cache/tui`. Nil if neither variable has an absolute path.
  package static func standardFolder(environment: [String: String]) -> String? {
    if let base = environment["XDG_CACHE_HOME"], base.hasPrefix("/") { return base + "/tui" }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return home + "/.cache/tui"
  }

  /// Whether downloads can be stored in a folder, given by its absolute path: it is writable, or can be created.
  package static func canKeep(in folder: String) -> Bool {
    var path = folder
    while unsafe access(path, F_OK) != 0 {
      guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return unsafe access("/", W_OK) == 0 }
      path = String(path[..<slash])
    }
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return false }
    return unsafe access(path, W_OK | X_OK) == 0
  }

  /// A writable folder for bodies that the cache cannot store: in memory if possible (`$XDG_RUNTIME_DIR` of the XDG
  /// Base Directory Specification, or `/dev/shm`), otherwise the temporary folder (`$TMPDIR` or `/tmp`). Nil if there
  /// is none.
  package static func spareBase(environment: [String: String]) -> String? {
    let bases = [environment["XDG_RUNTIME_DIR"], "/dev/shm", environment["TMPDIR"], "/tmp"].compactMap(\.self)
    return bases.first { base in
      var status = stat()
      guard base.hasPrefix("/"), unsafe stat(base, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
        return false
      }
      return unsafe access(base, W_OK | X_OK) == 0
    }
  }
}
