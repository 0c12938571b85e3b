import Glibc

/// The names in a folder, in the system's order.
package enum FolderNames {
  /// Calls `body` with each name, also with `.` and `..`; with none if the folder cannot be read.
  ///
  /// - Parameter base: An open folder to which the path is relative; by default the current one.
  package static func forEach(in folder: Path, of base: Int32 = AT_FDCWD, _ body: ([UInt8]) -> Void) {
    // Opened again even if it is open: a stream has a position, and closes its descriptor.
    let opened = unsafe folder.withCString { unsafe openat(base, $0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard opened >= 0 else { return }
    guard let stream = unsafe fdopendir(opened) else {
      close(opened)
      return
    }
    defer { unsafe closedir(stream) }
    while let entry = unsafe readdir(stream) {
      // d_name is a C array that the system terminates.
      body(unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) })
    }
  }
}
