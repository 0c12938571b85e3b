import Glibc

/// A private folder in which the name of a file leads to standard output, for a program that only writes files: its bytes
/// come to us by the pipe, and nothing is written anywhere. Removed with this.
final class OutputFolder {
  private let folder: Path
  private let names: [String]

  /// A folder with these names in it.
  ///
  /// - Throws: `ProgramFailure.notStarted` where there can be none.
  init(_ names: [String]) throws(ProgramFailure) {
    var template = Array("/tmp/tui-XXXXXX".utf8CString)
    // Ends with a NUL, which mkdtemp keeps. The folder is ours alone (mode 0700).
    guard unsafe mkdtemp(&template) != nil else { throw .notStarted(errno) }
    folder = Path(template.map { UInt8(bitPattern: $0) })
    self.names = names
    for name in names {
      let result = unsafe folder.appending(name.utf8).withCString { unsafe symlink("/proc/self/fd/1", $0) }
      guard result == 0 else { throw .notStarted(errno) }
    }
  }

  deinit {
    for name in names { _ = unsafe folder.appending(name.utf8).withCString { unsafe unlink($0) } }
    _ = unsafe folder.withCString { unsafe rmdir($0) }
  }

  /// The path of a name in it.
  func path(_ name: String) -> [UInt8] { folder.appending(name.utf8).bytes }
}
