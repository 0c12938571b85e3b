import Glibc

/// A folder that only this user can enter, for programs that need files. It is removed with its files when released,
/// and when the process ends, however it ends.
///
/// A name in it may link to the program's standard output, for programs that only write files: their bytes then arrive
/// through the pipe, and nothing is written to disk.
package final class PrivateFolder {
  private let folder: Path

  /// Creates a folder in which `names` link to the standard output of the program that opens them.
  ///
  /// - Throws: `ProgramFailure.notStarted` if it cannot be made, `.cancelled` while the process is ending.
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

  /// Makes a folder with an unguessable name, for this user only. It is registered for removal before it exists, so
  /// that it cannot be left behind.
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

  /// The folder for temporary files: `$TMPDIR` if it is absolute and short enough for the reaper, otherwise `/tmp`.
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

  /// The path of a name in the folder, or of the folder itself if the name is empty.
  package func path(_ name: String = "") -> [UInt8] { name.isEmpty ? folder.bytes : folder.appending(name.utf8).bytes }
}
