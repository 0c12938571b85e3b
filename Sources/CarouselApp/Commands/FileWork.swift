import Decks
import Dispatch
import Glibc
package import Pictures
package import System

/// Does things with files off the main queue, one after the other.
package struct FileWork: Sendable {
  private let organizer: FileOrganizer
  private let home: Path?
  private let loader: PictureLoader?
  private let queue = DispatchQueue(label: "tui.files")

  /// The maximum number of folders that a completion lists.
  private static let maximumFolders = 1000

  /// - Parameters:
  ///   - trash: the user's trash; nil if there is none.
  ///   - home: the user's home folder, which `~` stands for.
  ///   - loader: reads the entries of archives; nil if there are none.
  package init(trash: Trash?, home: Path?, loader: PictureLoader? = nil) {
    (organizer, self.home, self.loader) = (FileOrganizer(trash: trash), home, loader)
  }

  /// Performs a task, and reports its result on the main queue.
  func perform(_ task: FileTask, _ report: @escaping @MainActor (FileResult) -> Void) {
    let (organizer, loader) = (organizer, loader)
    queue.async {
      let result =
        switch task {
        case .perform(let operation, let paths): organizer.perform(operation, on: paths)
        case .extract(let pictures, let folder):
          FileWork.extract(pictures, to: folder, organizer: organizer, loader: loader)
        case .undo(let change): organizer.undo(change)
        }
      MainQueue.async { report(result) }
    }
  }

  /// Writes archives' entries into a folder, under names without harmful characters.
  private static func extract(
    _ pictures: [ArchivedPicture], to folder: Path, organizer: FileOrganizer, loader: PictureLoader?
  ) -> FileResult {
    var result = FileResult(change: FileChange(operation: .copy(to: folder), items: []), failures: [])
    for picture in pictures {
      do throws(FileError) {
        guard let loader else { throw .noSuchFile }
        let item = try loader.extract(picture, to: folder, as: SavedName(of: picture).numbered(1), organizer)
        result.change.add(item)
      } catch {
        result.failures.append(FileResult.Failure(path: Path(picture.name), reason: error.description))
      }
    }
    return result
  }

  /// Lists the folders whose paths begin with a text, and reports them on the main queue.
  func listFolders(beginningWith text: String, _ report: @escaping @MainActor ([String]) -> Void) {
    let home = home
    queue.async {
      let folders = FileWork.folders(beginningWith: text, home: home)
      MainQueue.async { report(folders) }
    }
  }

  /// Finds the sources that lines of a pasted text name, and reports them on the main queue, with the first line that names none.
  func find(pasted lines: [[UInt8]], _ report: @escaping @MainActor ([[UInt8]], _ missing: [UInt8]?) -> Void) {
    let home = home
    queue.async {
      let found = lines.map { PastedText.sources(in: $0, home: home) }
      let missing = zip(lines, found).first { $1.isEmpty }?.0
      MainQueue.async { report(found.flatMap(\.self), missing) }
    }
  }

  /// The folders whose paths begin with a text, in order, each with a slash at its end. Hidden ones only if the text
  /// asks for them.
  static func folders(beginningWith text: String, home: Path?) -> [String] {
    let cut = text.lastIndex(of: "/").map { text.index(after: $0) } ?? text.startIndex
    let (beginning, name) = (String(text[..<cut]), text[cut...])
    let folder = beginning.isEmpty ? Path(".") : Path.expandingHome(beginning, home: home)
    guard let stream = unsafe folder.withCString({ unsafe opendir($0) }) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while names.count < maximumFolders, let entry = unsafe readdir(stream) {
      // d_name is a C array that the system terminates.
      let bytes = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
      guard let own = String(validating: bytes, as: UTF8.self), own.hasPrefix(name), own != ".", own != "..",
        !own.hasPrefix(".") || name.hasPrefix("."), PathKind(of: folder.appending(bytes)) == .folder
      else { continue }
      names.append("\(beginning)\(own)/")
    }
    return names.sorted()
  }

  /// The slides whose files are missing.
  static func missing(_ locations: Set<Location>) -> Set<Location> {
    locations.filter { location in
      guard let path = location.path, case .unreachable = PathKind(of: path) else { return false }
      return true
    }
  }
}
