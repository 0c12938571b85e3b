package import Glibc

/// The kind of file that a path leads to, after following links.
package enum PathKind: Equatable, Sendable {
  case file, folder, other
  /// Missing or inaccessible, with the system's error number.
  case unreachable(Int32)

  /// Examines a path.
  package init(of path: Path) {
    guard let status = path.status else {
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

extension Path {
  /// The status of what the path leads to; nil if it cannot be examined, with the reason in `errno`.
  package var status: stat? {
    var status = stat()
    return unsafe withCString({ unsafe stat($0, &status) }) == 0 ? status : nil
  }

  /// The same of a link itself.
  package var linkStatus: stat? {
    var status = stat()
    return unsafe withCString({ unsafe lstat($0, &status) }) == 0 ? status : nil
  }

  /// Makes the folders of a path that are missing, with mode 0700.
  ///
  /// - Returns: The system's error number, or nil if there was none.
  package func makeFolders() -> Int32? {
    var made = Path(bytes.first == Path.slash ? "" : ".")
    for part in bytes.split(separator: Path.slash) {
      made = Path(made.bytes + [Path.slash] + part)
      guard unsafe made.withCString({ unsafe mkdir($0, 0o700) }) < 0 else { continue }
      let number = errno
      // It is no problem if an existing parent folder is not writable.
      if number != EEXIST, made.status == nil { return number }
    }
    return nil
  }
}
