import Decks
package import Pictures
package import System
import Synchronization

/// Does things with files, which may take long.
package struct FileWork: Sendable {
  private let organizer: FileOrganizer
  private let home: Path?
  private let loader: PictureLoader?

  /// The maximum number of folders that a completion lists.
  private static let maximumFolders = 1000

  /// - Parameters:
  ///   - trash: the user's trash; nil if there is none.
  ///   - home: the user's home folder, which `~` stands for.
  ///   - loader: reads the entries of archives; nil if there are none.
  package init(trash: Trash?, home: Path?, loader: PictureLoader? = nil) {
    (organizer, self.home, self.loader) = (FileOrganizer(trash: trash), home, loader)
  }

  func perform(_ task: FileTask) -> FileResult {
    switch task {
    case .perform(let operation, let paths): organizer.perform(operation, on: paths)
    case .extract(let pictures, let folder): extract(pictures, to: folder)
    case .undo(let change): organizer.undo(change)
    }
  }

  /// Writes archives' entries into a folder, under names without harmful characters.
  private func extract(_ pictures: [ArchivedPicture], to folder: Path) -> FileResult {
    organizer.perform(.copy(to: folder), on: pictures, named: { Path($0.name) }) { picture throws(FileError) in
      guard let loader else { throw .noSuchFile }
      return try loader.extract(picture, to: folder, as: SavedName(of: picture).numbered(1), organizer)
    }
  }

  /// Finds the sources that a pasted text names, or stores a pasted picture.
  func find(_ pasted: Pasted) -> SessionEvent {
    switch pasted {
    case .lines(let lines):
      let found = lines.map { PastedText.sources(in: $0, home: home) }
      return .pasted(found.flatMap(\.self), missing: zip(lines, found).first { $1.isEmpty }?.0)
    case .picture(let bytes, let type):
      let path = FileWork.store(bytes, named: "pasted.\(type.prefix { $0.isLetter })")
      return path.map { .pasted([$0], missing: nil) } ?? .message("the pasted picture cannot be stored")
    }
  }

  /// The folders of pasted pictures, which are removed when this process ends, however it ends.
  private static let pasted = Mutex<[PrivateFolder]>([])

  private static func store(_ picture: [UInt8], named name: String) -> [UInt8]? {
    guard let folder = try? PrivateFolder() else { return nil }
    let path = folder.path(name)
    guard FileBytes.create(Path(path), picture) == nil else { return nil }
    pasted.withLock { $0.append(folder) }
    return path
  }

  /// The folders whose paths begin with a text, in order, each with a slash at its end. Hidden ones only if the text
  /// asks for them.
  func folders(beginningWith text: String) -> [String] {
    let cut = text.lastIndex(of: "/").map { text.index(after: $0) } ?? text.startIndex
    let (beginning, name) = (String(text[..<cut]), text[cut...])
    let folder = beginning.isEmpty ? Path(".") : Path.expandingHome(beginning, home: home)
    var names: [String] = []
    FolderStream.forEachName(in: folder) { bytes in
      guard names.count < FileWork.maximumFolders, let own = String(validating: bytes, as: UTF8.self),
        own.hasPrefix(name),
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
