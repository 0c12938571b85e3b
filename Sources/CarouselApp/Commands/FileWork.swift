import Decks
import Dispatch
import Glibc
package import Pictures
package import System
import Synchronization

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
    organizer.perform(.copy(to: folder), on: pictures, named: { Path($0.name) }) { picture throws(FileError) in
      guard let loader else { throw .noSuchFile }
      return try loader.extract(picture, to: folder, as: SavedName(of: picture).numbered(1), organizer)
    }
  }

  /// Lists the folders whose paths begin with a text, and reports them on the main queue.
  func listFolders(beginningWith text: String, _ report: @escaping @MainActor ([String]) -> Void) {
    let home = home
    queue.async {
      let folders = FileWork.folders(beginningWith: text, home: home)
      MainQueue.async { report(folders) }
    }
  }

  /// Finds the sources that a pasted text names, or stores a pasted picture, and reports them on the main queue.
  func find(_ pasted: Pasted, _ report: @escaping @MainActor (SessionEvent) -> Void) {
    let home = home
    queue.async {
      let event: SessionEvent
      switch pasted {
      case .lines(let lines):
        let found = lines.map { PastedText.sources(in: $0, home: home) }
        event = .pasted(found.flatMap(\.self), missing: zip(lines, found).first { $1.isEmpty }?.0)
      case .picture(let bytes, let type):
        let path = FileWork.store(bytes, named: "pasted.\(type.prefix { $0.isLetter })")
        event = path.map { .pasted([$0], missing: nil) } ?? .message("the pasted picture cannot be stored")
      }
      MainQueue.async { report(event) }
    }
  }

  /// The folders of pasted pictures, which are removed when this process ends, however it ends.
  private static let pasted = Mutex<[PrivateFolder]>([])

  private static func store(_ picture: [UInt8], named name: String) -> [UInt8]? {
    guard let folder = try? PrivateFolder() else { return nil }
    let path = folder.path(name)
    let file = unsafe Path(path).withCString { unsafe open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
    guard file >= 0 else { return nil }
    let failure = DescriptorBytes.write(picture, to: file)
    guard close(file) == 0, failure == nil else { return nil }
    pasted.withLock { $0.append(folder) }
    return path
  }

  /// The folders whose paths begin with a text, in order, each with a slash at its end. Hidden ones only if the text
  /// asks for them.
  static func folders(beginningWith text: String, home: Path?) -> [String] {
    let cut = text.lastIndex(of: "/").map { text.index(after: $0) } ?? text.startIndex
    let (beginning, name) = (String(text[..<cut]), text[cut...])
    let folder = beginning.isEmpty ? Path(".") : Path.expandingHome(beginning, home: home)
    var names: [String] = []
    FolderNames.forEach(in: folder) { bytes in
      guard names.count < maximumFolders, let own = String(validating: bytes, as: UTF8.self), own.hasPrefix(name),
        own != ".", own != "..", !own.hasPrefix(".") || name.hasPrefix("."),
        PathKind(of: folder.appending(bytes)) == .folder
      else { return }
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
