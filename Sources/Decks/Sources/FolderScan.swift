import Glibc
package import System

/// A folder's pictures, found by their names, without opening or examining a file where the file system tells files' kinds.
/// Of files whose names have no extension the first bytes are looked at, within bounds.
package enum FolderScan {
  /// Pictures in one scan at most: beyond it, the rest of the folder is left out.
  package static let maximumCount = 4_000_000
  /// Folders below folders at most, against loops that are not links.
  package static let maximumDepth = 64

  /// The pictures' names, relative to the folder, in the order in which the system lists them.
  ///
  /// A link to a picture is one; a link to a folder is a folder, but what can be reached without it is not listed
  /// through it. Folders below that cannot be read are left out.
  ///
  /// - Throws: `FileError` where the folder itself cannot be read.
  package static func pictures(in folder: Path, recursive: Bool) throws(FileError) -> NameList {
    var scan = Scan(root: folder, isRecursive: recursive)
    guard scan.list(Subfolder(relative: [], depth: 0)) else { throw FileError(system: errno) }
    while !scan.isFull, let next = scan.folders.popLast() ?? scan.linkedFolders.popLast() { _ = scan.list(next) }
    return scan.names
  }
}

/// A folder still to be listed: its path below the first, empty or with a slash at its end.
private struct Subfolder {
  let relative: [UInt8]
  let depth: Int
}

/// A scan under way.
private struct Scan {
  let root: Path
  let isRecursive: Bool
  var names = NameList()
  var isFull = false
  var folders: [Subfolder] = []
  /// Listed last, so that a folder is found by its own name rather than through a link.
  var linkedFolders: [Subfolder] = []
  private var sniffer = Sniffer()
  /// By device and inode: a link that leads back up is not followed twice.
  private var visited: Set<FolderIdentity> = []

  init(root: Path, isRecursive: Bool) {
    self.root = root
    self.isRecursive = isRecursive
  }

  /// Lists one folder; false where it cannot be opened, with the reason in `errno`.
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
    // The name ends with a NUL within the record, whose length the system tells.
    let name = unsafe UnsafeBufferPointer(
      start: start, count: strnlen(start, Int(entry.pointee.d_reclen) - offset))
    // Hidden, or the folder itself, or the one above.
    guard unsafe name.first != UInt8(ascii: ".") else { return }
    let isNamedPicture = unsafe PictureNames.isPicture(name)
    let mayBePicture = unsafe !isNamedPicture && !sniffer.isTired && PictureNames.saysNothing(name)
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

  /// What an entry is, links followed: examined only where the file system does not tell, and for links that are not
  /// named like pictures. Links that are count as files, wherever they lead: what they lack will be seen on their slide.
  private func kind(
    of entry: UnsafeMutablePointer<dirent>, _ name: UnsafePointer<UInt8>, _ descriptor: Int32, isNamedPicture: Bool
  ) -> Int {
    let told = unsafe Int(entry.pointee.d_type)
    if told == DT_LNK, isNamedPicture { return DT_REG }
    guard told == DT_LNK || told == DT_UNKNOWN else { return told }
    var status = stat()
    return unsafe name.withMemoryRebound(to: CChar.self, capacity: 1) { name in
      guard unsafe fstatat(descriptor, name, &status, 0) == 0 else { return isNamedPicture ? DT_REG : DT_UNKNOWN }
      // The kinds of `d_type` are those of `st_mode`, shifted.
      return Int((status.st_mode & S_IFMT) >> 12)
    }
  }
}

/// Looks into files whose names say nothing, so many and for so long that nobody waits for it.
private struct Sniffer {
  /// Files at most.
  private static let limit = 4096
  /// The time for all of them together, if they are more than a few.
  private static let patience = Duration.milliseconds(40)
  private static let few = 8

  private var count = 0
  private var spent = Duration.zero

  /// Whether it looks into no more files.
  var isTired: Bool { count >= Sniffer.limit || count >= Sniffer.few && spent > Sniffer.patience }

  /// Whether a file of a folder begins as pictures do.
  mutating func isPicture(_ name: UnsafePointer<UInt8>, in folder: Int32) -> Bool {
    let start = ContinuousClock.now
    defer {
      count += 1
      spent += start.duration(to: .now)
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
