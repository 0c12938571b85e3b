import Glibc
import System

/// An entry of a folder. Its name is valid until the next one is read.
@unsafe
struct FolderEntry {
  /// The name, which a NUL ends, as C functions take it.
  let cName: UnsafePointer<CChar>
  /// The name without the NUL.
  let name: UnsafeBufferPointer<UInt8>
  /// What the file system says of its type: `DT_REG` and the like.
  let type: Int
}

/// An open folder, which is closed with the last reference to it.
@safe
final class FolderStream {
  private let stream: OpaquePointer

  /// Opens a folder; nil if that is not possible, with the reason in `errno`.
  init?(_ path: Path) {
    guard let stream = unsafe path.withCString({ unsafe opendir($0) }) else { return nil }
    unsafe self.stream = stream
  }

  deinit { unsafe closedir(stream) }

  var descriptor: Int32 { unsafe dirfd(stream) }

  /// The next entry; nil at the end.
  func next() -> FolderEntry? {
    guard let entry = unsafe readdir(stream), let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return nil }
    let start = unsafe UnsafeRawPointer(entry).advanced(by: offset)
    let cName = unsafe start.assumingMemoryBound(to: CChar.self)
    // The name ends with a NUL within the record, whose length is `d_reclen`.
    let name = unsafe UnsafeBufferPointer(
      start: start.assumingMemoryBound(to: UInt8.self), count: strnlen(cName, Int(entry.pointee.d_reclen) - offset))
    return unsafe FolderEntry(cName: cName, name: name, type: Int(entry.pointee.d_type))
  }
}
