import Glibc
import Synchronization

/// Finds programs on the search path, each once.
///
/// Only in absolute folders: a folder of pictures that is the current one must not bring its own "ffmpeg".
package final class ProgramFinder: Sendable {
  /// The programs of our own environment's PATH, and those that come with us.
  package static let standard = ProgramFinder(
    searchPath: unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "", ownFolders: companionFolders)

  private let folders: [Path]
  private let ownFolders: [Path]
  private let found = Mutex<[String: Path?]>([:])

  /// A finder in the folders of a search path, separated by colons.
  ///
  /// - Parameter ownFolders: Where our own programs are.
  package init(searchPath: String, ownFolders: [Path] = []) {
    self.ownFolders = ownFolders
    folders = searchPath.utf8.split(separator: UInt8(ascii: ":")).filter { $0.first == Path.slash }.map { Path($0) }
  }

  /// Where a program is: the first executable file of that name; nil where there is none.
  package func path(of name: String) -> Path? {
    found.withLock { found in
      if let known = found[name] { return known }
      let path = ProgramFinder.path(of: name, in: folders)
      found[name] = .some(path)
      return path
    }
  }

  /// Where one of our own programs is; nil where it is nowhere.
  package func ownPath(of name: String) -> Path? { ProgramFinder.path(of: name, in: ownFolders) }

  /// Where a program that comes with tui is: beside the one that runs, or under its prefix's libexec; nil: nowhere.
  package static func companion(_ name: String) -> Path? { path(of: name, in: companionFolders) }

  private static let companionFolders: [Path] = {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
    guard length > 0 else { return [] }
    let bin = Path(buffer.prefix(length).map { UInt8(bitPattern: $0) }).folder
    return [bin, bin.folder.appending("libexec/tui".utf8)]
  }()

  private static func path(of name: String, in folders: [Path]) -> Path? {
    folders.map { $0.appending(name.utf8) }.first(where: isProgram)
  }

  private static func isProgram(_ path: Path) -> Bool {
    guard PathKind(of: path) == .file else { return false }
    return unsafe path.withCString { unsafe access($0, X_OK) } == 0
  }
}
