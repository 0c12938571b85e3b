import Glibc
package import System

/// Finds a folder's pictures by name, without a `stat` per file if the file system reports file types. For names
/// without an extension, it reads a file's first bytes, within limits. With subfolders, archives are listed, too.
package enum FolderScan {
  /// The maximum number of pictures in one scan; the rest of the folder is left out.
  package static let maximumCount = 4_000_000
  /// The maximum depth of subfolders, against loops that are not symbolic links.
  package static let maximumDepth = 64

  /// The pictures' names, relative to the folder, in the system's order.
  ///
  /// A link to a picture is a picture, and a link to a folder is a folder. A folder that can be reached without a link
  /// is not listed through one. Subfolders that cannot be read are left out.
  ///
  /// - Throws: `FileError` if the folder itself cannot be read.
  package static func pictures(in folder: Path, recursive: Bool) throws(FileError) -> NameList {
    try pictures(in: folder, recursive: recursive, sniffer: Sniffer())
  }

  /// The pictures' names, where files' first bytes are read within a sniffer's limits.
  static func pictures(in folder: Path, recursive: Bool, sniffer: Sniffer) throws(FileError) -> NameList {
    var scan = Scan(root: folder, isRecursive: recursive, sniffer: sniffer)
    guard scan.list(Subfolder(relative: [], depth: 0)) else { throw FileError(system: errno) }
    while let next = scan.nextFolder() { _ = scan.list(next) }
    return scan.names
  }
}

private struct Scan {
  private let root: Path
  private let isRecursive: Bool
  private let sniffer: Sniffer
  /// The pictures so far, relative to the root.
  private(set) var names = NameList()
  /// Whether a picture was left out because there was no room for it.
  private var isFull = false
  /// The folders still to be listed, and those found through links.
  private var folders: [Subfolder] = []
  private var linkedFolders: [Subfolder] = []
  /// Visited folders by device and inode, so that a link to a parent folder is not followed twice.
  private var visited: Set<[UInt]> = []

  init(root: Path, isRecursive: Bool, sniffer: Sniffer) {
    self.root = root
    self.isRecursive = isRecursive
    self.sniffer = sniffer
  }

  /// The folder to be listed next; nil if there is none, or no room for its names. Links come last, so that a folder is
  /// found by its own path rather than through one.
  mutating func nextFolder() -> Subfolder? {
    isFull ? nil : folders.popLast() ?? linkedFolders.popLast()
  }

  /// Lists one folder; false if it cannot be opened, with the reason in `errno`.
  mutating func list(_ folder: Subfolder) -> Bool {
    let path = folder.relative.isEmpty ? root : root.appending(folder.relative)
    guard let stream = FolderStream(path) else { return false }
    if isRecursive {
      var status = stat()
      guard unsafe fstat(stream.descriptor, &status) == 0,
        visited.insert([UInt(status.st_dev), UInt(status.st_ino)]).inserted
      else { return true }
    }
    while !isFull, let entry = unsafe stream.next() { unsafe visit(entry, of: folder, in: stream.descriptor) }
    return true
  }

  /// Adds an entry of a folder, if it is a picture or a folder to be listed.
  ///
  /// - Parameter descriptor: The open folder.
  private mutating func visit(_ entry: FolderEntry, of folder: Subfolder, in descriptor: Int32) {
    let name = unsafe entry.name
    // Skips hidden entries, `.` and `..`.
    guard unsafe name.first != UInt8(ascii: ".") else { return }
    let isNamedPicture = unsafe PictureNames.isPicture(name) || isRecursive && ArchiveNames.isArchive(name)
    let mayBePicture = unsafe !isNamedPicture && PictureNames.hasNoExtension(name) && !sniffer.hasReachedLimit
    guard isNamedPicture || isRecursive || mayBePicture else { return }
    switch unsafe kind(of: entry, descriptor, isNamedPicture: isNamedPicture) {
    case DT_REG where unsafe isNamedPicture || mayBePicture && sniffer.isPicture(entry, in: descriptor):
      unsafe add(folder.relative, name)
    case DT_DIR where isRecursive && folder.depth < FolderScan.maximumDepth:
      let below = unsafe Subfolder(relative: folder.relative + name + [Path.slash], depth: folder.depth + 1)
      if unsafe entry.type == DT_LNK { linkedFolders.append(below) } else { folders.append(below) }
    default: break
    }
  }

  /// The type of an entry, links followed. It takes a `stat` only if the file system does not report types, and for
  /// links that are not named like pictures. Links named like pictures count as files even if broken: their slide will
  /// show the error.
  private func kind(of entry: FolderEntry, _ descriptor: Int32, isNamedPicture: Bool) -> Int {
    let type = unsafe entry.type
    if type == DT_LNK, isNamedPicture { return DT_REG }
    guard type == DT_LNK || type == DT_UNKNOWN else { return type }
    var status = stat()
    guard unsafe fstatat(descriptor, entry.cName, &status, 0) == 0 else {
      return isNamedPicture ? DT_REG : DT_UNKNOWN
    }
    // The types of `d_type` are those of `st_mode`, shifted.
    return Int((status.st_mode & S_IFMT) >> 12)
  }

  /// Adds a picture, if there is room for it.
  private mutating func add(_ folder: [UInt8], _ name: UnsafeBufferPointer<UInt8>) {
    isFull = names.count >= FolderScan.maximumCount || !names.hasRoom(for: folder.count + name.count)
    guard !isFull else { return }
    unsafe names.append(folder, name)
  }
}

/// A folder still to be listed: its path relative to the root, either empty or with a trailing slash.
private struct Subfolder {
  let relative: [UInt8]
  let depth: Int
}
