import Glibc
import Imaging
import Synchronization
import System

/// A folder still to be listed: its path relative to the root, either empty or with a trailing slash.
struct Subfolder: Equatable, Sendable {
  let relative: [UInt8]
  let depth: Int
}

/// What a scan has found in one folder or several.
struct FolderListing: Sendable {
  /// The pictures, relative to the root.
  private(set) var names = NameList()
  /// Whether a picture was left out because there was no room for it.
  private(set) var isFull = false
  var folders: [Subfolder] = []
  /// Folders found through links.
  var linkedFolders: [Subfolder] = []

  /// Adds a picture, if there is room for it.
  mutating func add(_ folder: [UInt8], _ name: UnsafeBufferPointer<UInt8>) {
    isFull = names.count >= FolderScan.maximumCount || !names.hasRoom(for: folder.count + name.count)
    guard !isFull else { return }
    unsafe names.append(folder, name)
  }

  /// Adds what was found in the rest of a folder, as far as there is room for it.
  mutating func add(_ rest: FolderListing) {
    folders += rest.folders
    linkedFolders += rest.linkedFolders
    isFull = rest.isFull || !names.append(rest.names, limit: FolderScan.maximumCount)
  }
}

/// Decides what becomes of the entries of one folder.
struct EntryVisitor: Sendable {
  let folder: Subfolder
  let isRecursive: Bool
  let sniffer: Sniffer

  /// Adds an entry of the folder to a listing, if it is a picture or a folder to be listed.
  ///
  /// - Parameter descriptor: The open folder.
  func visit(_ entry: FolderEntry, in descriptor: Int32, _ listing: inout FolderListing) {
    let name = unsafe entry.name
    // Skips hidden entries, `.` and `..`.
    guard unsafe name.first != UInt8(ascii: ".") else { return }
    let isNamedPicture = unsafe PictureNames.isPicture(name) || isRecursive && ArchiveNames.isArchive(name)
    let mayBePicture = unsafe !isNamedPicture && PictureNames.hasNoExtension(name) && !sniffer.hasReachedLimit
    guard isNamedPicture || isRecursive || mayBePicture else { return }
    switch unsafe kind(of: entry, descriptor, isNamedPicture: isNamedPicture) {
    case DT_REG where unsafe isNamedPicture || mayBePicture && sniffer.isPicture(entry, in: descriptor):
      unsafe listing.add(folder.relative, name)
    case DT_DIR where isRecursive && folder.depth < FolderScan.maximumDepth:
      let below = unsafe Subfolder(relative: folder.relative + name + [Path.slash], depth: folder.depth + 1)
      if unsafe entry.type == DT_LNK { listing.linkedFolders.append(below) } else { listing.folders.append(below) }
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
}

/// Reads the first bytes of files whose names have no extension, within limits on their number and on time. All threads
/// of a scan share one.
final class Sniffer: Sendable {
  /// The maximum number of files.
  private static let limit = 4096
  /// The time limit for all files together, once more than `few` have been read.
  private static let timeout = Duration.milliseconds(40)
  private static let few = 8

  private struct Use {
    var count = 0
    var spent = Duration.zero
  }

  private let use = Mutex(Use())

  /// Whether a limit has been reached.
  var hasReachedLimit: Bool {
    use.withLock { $0.count >= Sniffer.limit || $0.count >= Sniffer.few && $0.spent > Sniffer.timeout }
  }

  /// Whether a file in a folder begins with a picture's signature.
  func isPicture(_ entry: FolderEntry, in folder: Int32) -> Bool {
    let start = MonotonicClock.now
    defer {
      use.withLock {
        $0.count += 1
        $0.spent += MonotonicClock.now - start
      }
    }
    let descriptor = unsafe openat(folder, entry.cName, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
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
