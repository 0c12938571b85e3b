import Glibc

/// The kind of file that a path leads to, after following links.
package enum PathKind: Equatable, Sendable {
  case file, folder, other
  /// Missing or inaccessible, with the system's error number.
  case unreachable(Int32)

  /// Examines a path.
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
