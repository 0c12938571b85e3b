import Glibc

/// A folder that only this user can enter, for programs that need files. It is removed with its files when released,
/// and when the process ends, however it ends.
///
/// A name in it may link to the program's standard output, for programs that only write files: their bytes then arrive
/// through the pipe, and nothing is written to disk.
package final class PrivateFolder: Sendable {
  private let folder: OwnedFolder

  /// Creates a folder in which `names` link to the standard output of the program that opens them.
  ///
  /// - Parameter base: The folder for temporary files.
  /// - Throws: `ProgramFailure.notStarted` if it cannot be made, `.unsafeFolder` if other users could replace it,
  ///   `.cancelled` while the process is ending.
  package init(outputs names: [String] = [], in base: Path = PrivateFolder.base) throws(ProgramFailure) {
    folder = try RunningPrograms.makeFolder(in: base)
    do throws(OwnedFolder.Failure) {
      for name in names { try folder.link(name, to: "/proc/self/fd/1") }
    } catch {
      folder.remove()
      RunningPrograms.forget(folder)
      throw ProgramFailure(error)
    }
  }

  deinit {
    folder.remove()
    RunningPrograms.forget(folder)
  }

  /// The folder for temporary files: `$TMPDIR` if it is absolute and short enough for the reaper, otherwise `/tmp`.
  package static let base: Path = {
    guard let value = unsafe getenv("TMPDIR"), let folder = unsafe String(validatingCString: value) else {
      return Path("/tmp")
    }
    return Path(folder.hasPrefix("/") && folder.utf8.count <= 150 ? folder : "/tmp")
  }()

  /// The path of a name in the folder, or of the folder itself if the name is empty.
  package func path(_ name: String = "") -> [UInt8] {
    name.isEmpty ? folder.path.bytes : folder.path.appending(name.utf8).bytes
  }
}
