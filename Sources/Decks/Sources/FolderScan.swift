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
    var scan = Scan(root: folder, isRecursive: recursive)
    guard scan.list(Subfolder(relative: [], depth: 0)) else { throw FileError(system: errno) }
    while !scan.isFull, let next = scan.folders.popLast() ?? scan.linkedFolders.popLast() { _ = scan.list(next) }
    return scan.names
  }
}

/// A folder still to be listed: its path relative to the root, either empty or with a trailing slash.
private struct Subfolder {
  let relative: [UInt8]
  let depth: Int
}

/// The state of a scan.
private struct Scan {
  let root: Path
  let isRecursive: Bool
  var names = NameList()
  var isFull = false
  var folders: [Subfolder] = []
  /// Listed last, so that a folder is found by its own path rather than through a link.
  var linkedFolders: [Subfolder] = []
  private var sniffer = Sniffer()
  /// Visited folders by device and inode, so that a link to a parent folder is not followed twice.
  private var visited: Set<FolderIdentity> = []

  init(root: Path, isRecursive: Bool) {
    self.root = root
    self.isRecursive = isRecursive
  }

  /// Lists one folder; false if it cannot be opened, with the reason in `errno`.
  mutating func list(_ folder: Subfolder) -> Bool {
    let path = folder.relative.isEmpty ? root : root.appending(folder.relative)
    guard let stream = unsafe path.withCString({ unsafe opendir($0) }) else { return false }
    defer { unsafe closedir(stream) }
    let descriptor = unsafe dirfd(stream)
    if isRecursive {
      guard let identity = FolderIdentity(descriptor), visited.insert(identity).inserted else { return true }
    }
    while !isFull, let entry = unsafe readdir(stream) { unsafe visit(entry, of: folder, descriptor) }
    return true
  }

  private mutating func visit(_ entry: UnsafeMutablePointer<dirent>, of folder: Subfolder, _ descriptor: Int32) {
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return }
    let start = unsafe UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: UInt8.self)
    // The name ends with a NUL within the record, whose length is `d_reclen`.
    let name = unsafe UnsafeBufferPointer(
      start: start, count: strnlen(start, Int(entry.pointee.d_reclen) - offset))
    // Skips hidden entries, `.` and `..`.
    guard unsafe name.first != UInt8(ascii: ".") else { return }
    let isNamedPicture = unsafe PictureNames.isPicture(name) || isRecursive && ArchiveNames.isArchive(name)
    let mayBePicture = unsafe !isNamedPicture && !sniffer.hasReachedLimit && PictureNames.hasNoExtension(name)
    guard isNamedPicture || isRecursive || mayBePicture else { return }
    switch unsafe kind(of: entry, start, descriptor, isNamedPicture: isNamedPicture) {
    case DT_REG where unsafe isNamedPicture || mayBePicture && sniffer.isPicture(start, in: descriptor):
      let hasRoom = names.hasRoom(for: folder.relative.count + name.count)
      isFull = names.count >= FolderScan.maximumCount || !hasRoom
      guard !isFull else { return }
      unsafe names.append(folder.relative, name)
    case DT_DIR where isRecursive && folder.depth < FolderScan.maximumDepth:
      let below = unsafe Subfolder(relative: folder.relative + name + [Path.slash], depth: folder.depth + 1)
      if unsafe Int(entry.pointee.d_type) == DT_LNK { linkedFolders.append(below) } else { folders.append(below) }
    default: break
    }
  }

  /// The type of an entry, links followed. It takes a `stat` only if the file system does not report types, and for
  /// links that are not named like pictures. Links named like pictures count as files even if broken: their slide will
  /// show the error.
  private func kind(
    of entry: UnsafeMutablePointer<dirent>, _ name: UnsafePointer<UInt8>, _ descriptor: Int32, isNamedPicture: Bool
  ) -> Int {
    let type = unsafe Int(entry.pointee.d_type)
    if type == DT_LNK, isNamedPicture { return DT_REG }
    guard type == DT_LNK || type == DT_UNKNOWN else { return type }
    var status = stat()
    return unsafe name.withMemoryRebound(to: CChar.self, capacity: 1) { name in
      guard unsafe fstatat(descriptor, name, &status, 0) == 0 else { return isNamedPicture ? DT_REG : DT_UNKNOWN }
      // The types of `d_type` are those of `st_mode`, shifted.
      return Int((status.st_mode & S_IFMT) >> 12)
    }
  }
}

/// Reads the first bytes of files whose names have no extension, within limits on their number and on time.
private struct Sniffer {
  /// The maximum number of files.
  private static let limit = 4096
  /// The time limit for all files together, once more than `few` have been read.
  private static let timeout = Duration.milliseconds(40)
  private static let few = 8

  private var count = 0
  private var spent = Duration.zero

  /// Whether a limit has been reached.
  var hasReachedLimit: Bool { count >= Sniffer.limit || count >= Sniffer.few && spent > Sniffer.timeout }

  /// Whether a file in a folder begins with a picture's signature.
  mutating func isPicture(_ name: UnsafePointer<UInt8>, in folder: Int32) -> Bool {
    let start = MonotonicClock.now
    defer {
      count += 1
      spent += MonotonicClock.now - start
    }
    let descriptor = unsafe name.withMemoryRebound(to: CChar.self, capacity: 1) { name in
      unsafe openat(folder, name, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    }
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    let head = unsafe [UInt8](unsafeUninitializedCapacity: PictureSignature.headBytes) { buffer, filled in
      filled = unsafe max(0, read(descriptor, buffer.baseAddress, buffer.count))
    }
    return PictureSignature.matches(head)
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
