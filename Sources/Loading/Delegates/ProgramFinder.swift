import Glibc
import Synchronization

/// Finds programs on the search path, each once.
///
/// Only in absolute folders: a folder of pictures that is the current one must not bring its own "ffmpeg".
package final class ProgramFinder: Sendable {
  /// The programs of our own environment's PATH.
  package static let standard = ProgramFinder(
    searchPath: unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "")

  private let folders: [Path]
  private let found = Mutex<[String: Path?]>([:])

  /// A finder in the folders of a search path, separated by colons.
  package init(searchPath: String) {
    folders = searchPath.utf8.split(separator: UInt8(ascii: ":")).filter { $0.first == Path.slash }.map { Path($0) }
  }

  /// Where a program is: the first executable file of that name; nil where there is none.
  package func path(of name: String) -> Path? {
    found.withLock { found in
      if let known = found[name] { return known }
      let path = folders.map { $0.appending(name.utf8) }.first(where: ProgramFinder.isProgram)
      found[name] = .some(path)
      return path
    }
  }

  /// Where a program is, under any of its names.
  package func path(of program: DelegateProgram) -> Path? { program.executables.lazy.compactMap(path(of:)).first }

  private static func isProgram(_ path: Path) -> Bool {
    guard PathKind(of: path) == .file else { return false }
    return unsafe path.withCString { unsafe access($0, X_OK) } == 0
  }
}
