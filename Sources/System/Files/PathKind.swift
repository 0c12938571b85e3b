import Glibc

/// What kind of thing a path leads to, links followed.
package enum PathKind: Equatable, Sendable {
  case file, folder, other
  /// Nothing there, or not to be seen: the system's error number.
  case unreachable(Int32)

  /// Asks the system.
  package init(of path: Path) {
    var status = stat()
    guard unsafe path.withCString({ unsafe stat($0, &status) }) == 0 else {
      self = .unreachable(errno)
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    default: self = .other
    }
  }
}
