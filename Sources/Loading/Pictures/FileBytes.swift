import Glibc

/// Reading files whole, within limits, without ever waiting on what is no file.
package enum FileBytes {
  /// The bytes of a regular file.
  ///
  /// Read, not mapped: a mapped file that is cut short by someone else kills its reader with SIGBUS.
  package static func read(_ path: Path, limit: Int) throws(LoadError) -> [UInt8] {
    // Non-blocking, so that opening a pipe nobody writes to returns.
    let descriptor = unsafe path.withCString { unsafe open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else { throw error(for: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw error(for: errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .isFolder
    default: throw .notAFile
    }
    guard status.st_size <= limit else { throw .fileTooLarge(limit: limit) }
    // Files of /proc declare 0 bytes, and a file may grow while it is read: what counts is what comes.
    var capacity = max(Int(status.st_size), 4096)
    var bytes: [UInt8] = []
    while true {
      let wanted = capacity - bytes.count
      let start = bytes.count
      var failure: Int32?
      let piece = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
        while count < wanted {
          let got = unsafe Glibc.read(descriptor, buffer.baseAddress?.advanced(by: count), wanted - count)
          if got > 0 {
            count += got
          } else if got == 0 {
            return
          } else if errno != EINTR {
            failure = errno
            return
          }
        }
      }
      if let failure { throw error(for: failure) }
      if start == 0 { bytes = piece } else { bytes += piece }
      if piece.count < wanted || bytes.count == Int(status.st_size) { return bytes }
      guard bytes.count < limit else { throw .fileTooLarge(limit: limit) }
      capacity = min(limit, capacity * 2)
    }
  }

  /// Calls `body` with each piece that a descriptor gives until its end, an error, or `body` says false.
  package static func forEachPiece(ofDescriptor descriptor: Int32, _ body: (UnsafeRawBufferPointer) -> Bool) {
    unsafe withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { buffer in
      while true {
        let count = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        if count > 0 {
          guard unsafe body(UnsafeRawBufferPointer(rebasing: buffer[..<count])) else { return }
        } else if count == 0 || errno != EINTR {
          return
        }
      }
    }
  }

  /// When a file was last modified, in seconds since 1970; nil where it cannot be examined.
  package static func modificationTime(of path: Path) -> Int? {
    var status = stat()
    return unsafe path.withCString({ unsafe stat($0, &status) }) == 0 ? status.st_mtim.tv_sec : nil
  }

  private static func error(for number: Int32) -> LoadError {
    switch number {
    case ENOENT, ENOTDIR: .noSuchFile
    case EACCES, EPERM: .permissionDenied
    case EISDIR: .isFolder
    default: .system(unsafe String(cString: strerror(number)))
    }
  }
}
