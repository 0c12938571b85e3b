import Glibc

/// A folder that only we can enter, for a program that cannot do without files; removed, with its files, with this, and
/// at our end, however that comes about.
///
/// A name in it may lead to standard output, for a program that writes nothing but files: its bytes come to us by the
/// pipe, and nothing is written anywhere.
package final class PrivateFolder {
  private let folder: Path

  /// A folder with names in it that lead to the standard output of whoever writes to them.
  ///
  /// - Throws: `ProgramFailure.notStarted` where there can be none, `.cancelled` at our end.
  package init(outputs names: [String] = []) throws(ProgramFailure) {
    folder = try PrivateFolder.make()
    for name in names {
      let result = unsafe folder.appending(name.utf8).withCString { unsafe symlink("/proc/self/fd/1", $0) }
      guard result == 0 else { throw .notStarted(errno) }
    }
  }

  deinit {
    PrivateFolder.remove(folder)
    RunningPrograms.forget(folder: folder)
  }

  /// Makes a folder of a name that nobody can guess, for nobody but us. The name is known to those who remove it before the
  /// folder is there: there is no moment in which it could be left.
  private static func make() throws(ProgramFailure) -> Path {
    while true {
      let folder = Path(Array("\(base)/tui-\(String(UInt64.random(in: 0...(.max)), radix: 36))".utf8))
      try RunningPrograms.add(folder: folder)
      if unsafe folder.withCString({ unsafe mkdir($0, 0o700) }) == 0 { return folder }
      let number = errno
      RunningPrograms.forget(folder: folder)
      guard number == EEXIST else { throw .notStarted(number) }
    }
  }

  /// Where temporary files belong: `$TMPDIR` if it is absolute and short enough for the reaper, else `/tmp`.
  private static let base: String = {
    guard let value = unsafe getenv("TMPDIR"), let folder = unsafe String(validatingCString: value) else {
      return "/tmp"
    }
    return folder.hasPrefix("/") && folder.utf8.count <= 150 ? folder : "/tmp"
  }()

  /// Removes a folder with its files.
  static func remove(_ folder: Path) {
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
  package func path(_ name: String = "") -> [UInt8] { name.isEmpty ? folder.bytes : folder.appending(name.utf8).bytes }
}
