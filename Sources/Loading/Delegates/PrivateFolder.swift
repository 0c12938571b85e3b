import Glibc

/// A folder that only we can enter, for a program that cannot do without files; removed, with what is in it, with this.
///
/// A name in it may lead to standard output, for a program that writes nothing but files: its bytes come to us by the
/// pipe, and nothing is written anywhere.
final class PrivateFolder {
  private let folder: Path

  /// A folder with names in it that lead to the standard output of whoever writes to them.
  ///
  /// - Throws: `ProgramFailure.notStarted` where there can be none.
  init(outputs names: [String] = []) throws(ProgramFailure) {
    var template = Array("/tmp/tui-XXXXXX".utf8CString)
    // Ends with a NUL, which mkdtemp keeps. The folder's mode is 0700.
    guard unsafe mkdtemp(&template) != nil else { throw .notStarted(errno) }
    folder = Path(template.map { UInt8(bitPattern: $0) })
    for name in names {
      let result = unsafe folder.appending(name.utf8).withCString { unsafe symlink("/proc/self/fd/1", $0) }
      guard result == 0 else { throw .notStarted(errno) }
    }
  }

  deinit {
    if let stream = unsafe folder.withCString({ unsafe opendir($0) }) {
      while let entry = unsafe readdir(stream) {
        // d_name is a C array that the system terminates.
        let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
        _ = unsafe folder.appending(name).withCString { unsafe unlink($0) }
      }
      unsafe closedir(stream)
    }
    _ = unsafe folder.withCString { unsafe rmdir($0) }
  }

  /// The path of a name in it; of the folder itself for none.
  func path(_ name: String = "") -> [UInt8] { name.isEmpty ? folder.bytes : folder.appending(name.utf8).bytes }
}
