import Glibc

/// An entry of a folder. Its name is valid until the next one is read.
@unsafe
package struct FolderEntry {
  /// The name, which a NUL ends, as C functions take it.
  package let cName: UnsafePointer<CChar>
  /// The name without the NUL.
  package let name: UnsafeBufferPointer<UInt8>
  /// What the file system says of its type: `DT_REG` and the like.
  package let type: Int
}

/// An open folder, which is closed with the last reference to it.
@safe
package final class FolderStream {
  private let stream: OpaquePointer

  /// Opens a folder; nil if that is not possible, with the reason in `errno`.
  ///
  /// - Parameter base: An open folder to which the path is relative; by default the current one.
  package init?(_ path: Path, of base: Int32 = AT_FDCWD) {
    // Opened again even if it is open: a stream has a position, and closes its descriptor.
    let opened = unsafe path.withCString { unsafe openat(base, $0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard opened >= 0 else { return nil }
    guard let stream = unsafe fdopendir(opened) else {
      close(opened)
      return nil
    }
    unsafe self.stream = stream
  }

  deinit { unsafe closedir(stream) }

  package var descriptor: Int32 { unsafe dirfd(stream) }

  /// The next entry; nil at the end.
  package func next() -> FolderEntry? {
    guard let entry = unsafe readdir(stream), let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return nil }
    let start = unsafe UnsafeRawPointer(entry).advanced(by: offset)
    let cName = unsafe start.assumingMemoryBound(to: CChar.self)
    // The name ends with a NUL within the record, whose length is `d_reclen`.
    let name = unsafe UnsafeBufferPointer(
      start: start.assumingMemoryBound(to: UInt8.self), count: strnlen(cName, Int(entry.pointee.d_reclen) - offset))
    return unsafe FolderEntry(cName: cName, name: name, type: Int(entry.pointee.d_type))
  }

  /// Calls `body` with each name in a folder, also with `.` and `..`; with none if the folder cannot be read.
  package static func forEachName(in folder: Path, of base: Int32 = AT_FDCWD, _ body: ([UInt8]) -> Void) {
    guard let stream = FolderStream(folder, of: base) else { return }
    while let entry = unsafe stream.next() { body(unsafe Array(entry.name)) }
  }
}
