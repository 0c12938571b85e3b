import Downloads
import Glibc
package import System

/// The folders to watch for a request's sources, as they are on disk now.
package struct WatchPlan: Equatable, Sendable {
  /// The entries of a folder whose changes matter.
  package struct Interest: Equatable, Sendable {
    /// Whether all pictures matter.
    package var pictures = false
    /// Whether all subfolders matter.
    package var folders = false
    /// Names of single entries that matter.
    package var names: Set<[UInt8]> = []

    /// Whether a change of an entry matters.
    package func includes(_ name: [UInt8], isFolder: Bool) -> Bool {
      names.contains(name)
        || (isFolder ? folders : pictures && (PictureNames.isPicture(name) || PictureNames.hasNoExtension(name)))
        || (!isFolder && folders && ArchiveNames.isArchive(name))
    }
  }

  /// The maximum number of folders; the rest of a deep tree is not watched.
  package static let maxFolders = 8_192

  /// The folders, by path.
  package private(set) var interests: [Path: Interest] = [:]
  /// Whether the limit has left folders out.
  package private(set) var isLimited = false

  /// The plan for a request.
  package init(_ request: DeckRequest) {
    let arguments = request.arguments.isEmpty ? [[UInt8(ascii: ".")]] : request.arguments
    for argument in arguments where argument != [UInt8(ascii: "-")] && !WebAddress.isURL(argument) {
      let path = Path(argument)
      // Creation and deletion of the source itself are events of its parent.
      watchName(of: path)
      guard PathKind(of: path) == .folder else { continue }
      watchFolder(path, isRecursive: request.recursive)
    }
  }

  /// Watches for a file or a folder that may be deleted and created again, in the nearest ancestor that exists.
  private mutating func watchName(of path: Path) {
    var path = path
    // "x/" has the name of "x"; "." and "/" have no name to watch.
    while !path.name.isEmpty, !path.name.elementsEqual(".".utf8), !path.name.elementsEqual("..".utf8) {
      let folder = path.folder
      if PathKind(of: folder) == .folder { return add(folder) { $0.names.insert(Array(path.name)) } }
      path = folder
    }
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
      guard isRecursive, depth < FolderScan.maximumDepth else { continue }
      for name in WatchPlan.folders(in: folder) { waiting.append((folder.appending(name), depth + 1)) }
    }
  }

  private mutating func add(_ folder: Path, _ change: (inout Interest) -> Void) {
    guard interests[folder] != nil || interests.count < WatchPlan.maxFolders else {
      isLimited = true
      return
    }
    change(&interests[folder, default: Interest()])
  }

  /// The names of a folder's subfolders, including links to folders but not hidden ones.
  private static func folders(in folder: Path) -> [[UInt8]] {
    guard let stream = unsafe folder.withCString({ unsafe opendir($0) }) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = unsafe readdir(stream) {
      // The name ends with a NUL within its array.
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
      guard name.first != UInt8(ascii: "."), names.count < maxFolders else { continue }
      let kind = unsafe Int(entry.pointee.d_type)
      let isFolder =
        kind == DT_DIR || ((kind == DT_LNK || kind == DT_UNKNOWN) && PathKind(of: folder.appending(name)) == .folder)
      if isFolder { names.append(name) }
    }
    return names
  }
}
