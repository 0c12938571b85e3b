import Downloads
import Glibc
package import System

/// The folders to watch for a request's sources and for the files that were found in them, as they are on disk now.
///
/// A file is watched where it is, and so is each link on the way to it: whatever changes, the path that the slide has
/// leads to something else.
package struct WatchPlan: Equatable, Sendable {
  /// The entries of a folder whose changes matter.
  package struct Interest: Equatable, Sendable {
    /// Whether all pictures matter.
    package var pictures = false
    /// Whether all subfolders matter.
    package var folders = false
    /// Single entries that matter, by name, and the paths that change with each: its own, or those of links to it.
    package var names: [[UInt8]: Set<Path>] = [:]

    /// The paths that change with an entry of a folder; none if it does not matter.
    func paths(changedBy name: [UInt8], isFolder: Bool, in folder: Path) -> Set<Path> {
      var paths = names[name] ?? []
      let isPicture = !isFolder && pictures && (PictureNames.isPicture(name) || PictureNames.hasNoExtension(name))
      if isPicture || folders && (isFolder || ArchiveNames.isArchive(name)) { paths.insert(folder.appending(name)) }
      return paths
    }
  }

  /// The maximum number of folders; the rest of a deep tree is not watched.
  package static let maxFolders = 8_192
  /// The maximum number of links on the way to a file, as on Linux.
  private static let maxLinks = 40

  /// The folders, by path.
  package private(set) var interests: [Path: Interest] = [:]
  /// Whether the limit has left folders out.
  package private(set) var isLimited = false
  /// The folders to which those of paths lead; nil if there is none.
  private var resolved: [[UInt8]: Path?] = [:]

  /// The plan for a request.
  ///
  /// - Parameter deck: what was found. A picture in a folder that is watched as a whole needs no watch of its own.
  package init(_ request: DeckRequest, finding deck: Deck = Deck()) {
    let arguments = request.arguments.isEmpty ? [[UInt8(ascii: ".")]] : request.arguments
    for argument in arguments where argument != [UInt8(ascii: "-")] && !WebAddress.isURL(argument) {
      let path = Path(argument)
      // Creation and deletion of the source itself are events of its parent.
      watchEntry(path)
      if PathKind(of: path) == .folder { watchFolder(path, isRecursive: request.recursive) }
    }
    let whole = Set(interests.filter(\.value.pictures).keys)
    for path in deck.files(notIn: whole) { watchEntry(path) }
    resolved = [:]
  }

  /// Watches for a file or a folder that may be replaced, or deleted and created again.
  private mutating func watchEntry(_ path: Path) {
    // "x/" has the name of "x"; "." and "/" have no name to watch.
    guard let folder = resolve(path.bytes[..<path.name.startIndex]), !path.name.isEmpty else { return }
    _ = step(to: path.name, in: folder, as: path, isLast: true)
  }

  /// The folder to which the beginning of a path leads. Watches the links on the way, and for a folder that is missing.
  private mutating func resolve(_ beginning: ArraySlice<UInt8>) -> Path? {
    if let known = resolved[Array(beginning)] { return known }
    var folder: Path? = Path(beginning.first == Path.slash ? "/" : ".")
    for part in beginning.split(separator: Path.slash) {
      folder = folder.flatMap {
        step(to: part, in: $0, as: Path(beginning[..<part.endIndex]), isLast: false)
      }
    }
    resolved[Array(beginning)] = .some(folder)
    return folder
  }

  /// Goes to an entry of a folder, and on through links. Watches links, what is missing, and the last entry.
  ///
  /// - Parameter path: the path that changes with the entry.
  /// - Returns: the folder that has been reached; nil if it is none.
  private mutating func step(
    to name: ArraySlice<UInt8>, in folder: Path, as path: Path, isLast: Bool, links: Int = 0
  ) -> Path? {
    let entry = folder.appending(name)
    if name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) { return entry }
    let kind = entry.linkStatus.map { $0.st_mode & S_IFMT }
    if kind == S_IFDIR, !isLast { return entry }
    add(folder) { $0.names[Array(name), default: []].insert(path) }
    guard kind == S_IFLNK, links < WatchPlan.maxLinks, let target = entry.linkTarget else {
      return kind == S_IFDIR ? entry : nil
    }
    var reached = target.bytes.first == Path.slash ? Path("/") : folder
    let parts = target.bytes.split(separator: Path.slash)
    for (index, part) in parts.enumerated() {
      let isEnd = isLast && index == parts.count - 1
      guard let next = step(to: part, in: reached, as: path, isLast: isEnd, links: links + 1) else { return nil }
      reached = next
    }
    return reached
  }

  private mutating func watchFolder(_ root: Path, isRecursive: Bool) {
    var waiting = [(path: root, depth: 0)]
    var visited: Set<[UInt8]> = []
    while let (folder, depth) = waiting.popLast() {
      guard !isLimited else { return }
      // A link to a parent folder is not followed twice.
      guard let real = folder.resolved, visited.insert(real.bytes).inserted else { continue }
      add(folder) { interest in
        interest.pictures = true
        interest.folders = interest.folders || isRecursive
      }
      for (name, kind) in WatchPlan.linksAndFolders(in: folder) {
        if kind != DT_DIR { _ = step(to: name[...], in: folder, as: folder.appending(name), isLast: true) }
        guard isRecursive, depth < FolderScan.maximumDepth, waiting.count < WatchPlan.maxFolders else { continue }
        let path = folder.appending(name)
        if kind == DT_DIR || PathKind(of: path) == .folder { waiting.append((path, depth + 1)) }
      }
    }
  }

  private mutating func add(_ folder: Path, _ change: (inout Interest) -> Void) {
    guard interests[folder] != nil || interests.count < WatchPlan.maxFolders else {
      isLimited = true
      return
    }
    change(&interests[folder, default: Interest()])
  }

  /// The names of a folder's links and subfolders, without hidden ones, and their types as far as the file system
  /// reports them.
  private static func linksAndFolders(in folder: Path) -> [(name: [UInt8], type: Int)] {
    guard let stream = FolderStream(folder) else { return [] }
    var entries: [(name: [UInt8], type: Int)] = []
    while let entry = unsafe stream.next() {
      guard unsafe entry.name.first != UInt8(ascii: "."), unsafe [DT_DIR, DT_LNK, DT_UNKNOWN].contains(entry.type)
      else { continue }
      unsafe entries.append((Array(entry.name), entry.type))
    }
    return entries
  }
}

extension Path {
  /// What a symbolic link contains; nil if it is none.
  fileprivate var linkTarget: Path? {
    let target = unsafe [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      guard let start = UnsafeMutableRawPointer(buffer.baseAddress) else { return }
      let text = unsafe start.assumingMemoryBound(to: CChar.self)
      count = max(0, unsafe withCString { unsafe readlink($0, text, buffer.count) })
    }
    return target.isEmpty ? nil : Path(target)
  }
}

extension Deck {
  /// The maximum number of files that are watched one by one.
  private static let maximumWatched = 200_000

  /// The files of the slides, but for those in some folders.
  fileprivate func files(notIn folders: Set<Path>) -> Set<Path> {
    var files: Set<Path> = []
    for segment in segments {
      guard files.count < Deck.maximumWatched else { break }
      switch segment {
      case .slides(let slides): files.formUnion(slides.compactMap(\.location.path))
      case .pages(let document): files.insert(document.path)
      case .listed: break
      case .names(let names, let root):
        /// The beginning of the last name, and whether its folder is watched as a whole.
        var last: (beginning: ArraySlice<UInt8>, isKnown: Bool)?
        for index in 0..<names.count where files.count < Deck.maximumWatched {
          let name = names[index]
          let beginning = name[..<Path.name(in: name).startIndex]
          if last.map({ !$0.beginning.elementsEqual(beginning) }) ?? true {
            let folder = beginning.isEmpty ? root : root.appending(beginning.dropLast(beginning.count > 1 ? 1 : 0))
            last = (beginning, folders.contains(folder.bytes.isEmpty ? Path(".") : folder))
          }
          if last?.isKnown == false, case .file(let path) = Location(argument: name, relativeTo: root) {
            files.insert(path)
          }
        }
      }
    }
    return files.filter { !$0.bytes.isEmpty }
  }
}
