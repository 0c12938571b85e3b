import Glibc
import System

/// Decides what becomes of the entries of one folder.
struct EntryVisitor {
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
