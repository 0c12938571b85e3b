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
    return scan.listing.names
  }
}

/// The state of a scan.
private struct Scan {
  private let root: Path
  private let isRecursive: Bool
  private let sniffer: Sniffer
  /// What has been found so far.
  private(set) var listing = FolderListing()
  /// Visited folders by device and inode, so that a link to a parent folder is not followed twice.
  private var visited: Set<FolderIdentity> = []

  init(root: Path, isRecursive: Bool, sniffer: Sniffer) {
    self.root = root
    self.isRecursive = isRecursive
    self.sniffer = sniffer
  }

  /// The folder to be listed next; nil if there is none, or no room for its names. Links come last, so that a folder is
  /// found by its own path rather than through one.
  mutating func nextFolder() -> Subfolder? {
    listing.isFull ? nil : listing.folders.popLast() ?? listing.linkedFolders.popLast()
  }

  /// Lists one folder; false if it cannot be opened, with the reason in `errno`.
  mutating func list(_ folder: Subfolder) -> Bool {
    let path = folder.relative.isEmpty ? root : root.appending(folder.relative)
    guard let stream = FolderStream(path) else { return false }
    if isRecursive {
      guard let identity = FolderIdentity(stream.descriptor), visited.insert(identity).inserted else { return true }
    }
    let visitor = EntryVisitor(folder: folder, isRecursive: isRecursive, sniffer: sniffer)
    while !listing.isFull, let entry = unsafe stream.next() {
      unsafe visitor.visit(entry, in: stream.descriptor, &listing)
    }
    return true
  }
}

/// A folder's identity, independent of its name: its device and inode.
private struct FolderIdentity: Hashable {
  let device: UInt
  let inode: UInt

  init?(_ descriptor: Int32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
  }
}
