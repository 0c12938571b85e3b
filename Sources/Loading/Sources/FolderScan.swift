import Glibc

/// A folder's pictures, found without opening or examining a single file where the file system tells files' kinds.
package enum FolderScan {
  /// Pictures in one scan at most: beyond it, the rest of the folder is left out.
  package static let maximumCount = 4_000_000
  /// Folders below folders at most, against loops that are not links.
  package static let maximumDepth = 64

  /// The pictures' names, relative to the folder, in the order in which the system lists them.
  ///
  /// - Returns: nil where the folder cannot be read.
  package static func pictures(in folder: Path, recursive: Bool) -> NameList? {
    var names = NameList()
    // Folders are remembered by device and inode: a link that leads back up is not followed twice.
    var visited: Set<FolderIdentity> = []
    var waiting: [(relative: [UInt8], depth: Int)] = [([], 0)]
    var isFirst = true
    while let (relative, depth) = waiting.popLast() {
      let path = relative.isEmpty ? folder : folder.appending(relative)
      guard let stream = unsafe path.withCString({ unsafe opendir($0) }) else {
        if isFirst { return nil }
        continue
      }
      isFirst = false
      defer { unsafe closedir(stream) }
      if recursive {
        guard let identity = unsafe FolderIdentity(dirfd(stream)), visited.insert(identity).inserted else { continue }
      }
      while let entry = unsafe readdir(stream) {
        let name = unsafe entryName(entry)
        if name == [0x2E] || name == [0x2E, 0x2E] { continue }
        if PictureNames.isPicture(name), unsafe entry.pointee.d_type != UInt8(DT_DIR) {
          guard names.count < maximumCount, names.hasRoom(for: relative.count + name.count) else { return names }
          names.append(relative + name)
        } else if recursive, depth < maximumDepth, name.first != 0x2E,
          unsafe mayBeFolder(entry.pointee.d_type, path, name)
        {
          waiting.append((relative + name + [Path.slash], depth + 1))
        }
      }
    }
    return names
  }

  private static func entryName(_ entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
    // d_name is a C array that the system terminates; its length is counted within its 256 bytes.
    unsafe withUnsafeBytes(of: &entry.pointee.d_name) { raw in
      let length = unsafe raw.firstIndex(of: 0) ?? raw.count
      return unsafe Array(raw[..<length])
    }
  }

  private static func mayBeFolder(_ kind: UInt8, _ parent: Path, _ name: [UInt8]) -> Bool {
    if kind == UInt8(DT_DIR) { return true }
    guard kind == UInt8(DT_UNKNOWN) || kind == UInt8(DT_LNK) else { return false }
    return PathKind(of: parent.appending(name)) == .folder
  }
}

/// A folder whatever its name: its device and inode.
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
