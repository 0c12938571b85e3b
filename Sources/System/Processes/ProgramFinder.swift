import Glibc
import Synchronization

/// Finds programs on the search path and caches the results.
///
/// Only absolute folders are searched: if the current folder contains an "ffmpeg", it must not be run.
package final class ProgramFinder: Sendable {
  /// Finds programs in our environment's PATH.
  package static let standard = ProgramFinder(
    searchPath: unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "")

  private let folders: [Path]
  private let found = Mutex<[String: Path?]>([:])

  /// Creates a finder for a search path, whose folders are separated by colons.
  package init(searchPath: String) {
    folders = searchPath.utf8.split(separator: UInt8(ascii: ":")).filter { $0.first == Path.slash }.map { Path($0) }
  }

  /// The path of a program: the first executable file with that name, or nil if there is none.
  package func path(of name: String) -> Path? {
    found.withLock { found in
      if let known = found[name] { return known }
      let path = ProgramFinder.path(of: name, in: folders)
      found[name] = .some(path)
      return path
    }
  }

  /// The path of a program installed with tui, beside the running one or in libexec/tui under its
  /// prefix; nil if it is missing.
  package static func companion(_ name: String) -> Path? { path(of: name, in: companionFolders) }

  private static let companionFolders =
    folderOfProgram.map { [$0, $0.folder.appending("libexec/tui".utf8)] } ?? []

  /// The folder of the running program; nil if it is unknown.
  package static var folderOfProgram: Path? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
    return length > 0 ? Path(buffer.prefix(length).map { UInt8(bitPattern: $0) }).folder : nil
  }

  private static func path(of name: String, in folders: [Path]) -> Path? {
    folders.map { $0.appending(name.utf8) }.first(where: isProgram)
  }

  private static func isProgram(_ path: Path) -> Bool {
    guard PathKind(of: path) == .file else { return false }
    return unsafe path.withCString { unsafe access($0, X_OK) } == 0
  }
}
