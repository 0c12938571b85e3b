import Glibc
import Imaging

/// Reading files whole, within limits, without ever waiting on what is no file.
package enum FileBytes {
  /// Bytes of a file that declares none, as those of /proc do, at most.
  package static let maximumUndeclaredBytes = 64 << 20
  /// Bytes that are read before `checkingHead` is asked, of files that have more.
  package static let headBytes = 65_536
  /// Bytes that are read between two looks at whether anybody still wants them.
  private static let pieceBytes = 4 << 20

  /// The bytes of a regular file.
  ///
  /// Read, not mapped: a mapped file that is cut short by someone else kills its reader with SIGBUS. A file that grows
  /// meanwhile gives what it had when it was opened.
  ///
  /// - Parameter checkingHead: told the first bytes of a large file; what it throws ends the reading, so that a film
  ///   that is called a picture is not read to its end.
  /// - Throws: `LoadError`; `.cancelled` when the task is cancelled.
  package static func read(
    _ path: Path, limit: Int, checkingHead: ([UInt8]) throws(LoadError) -> Void = { _ in }
  ) throws(LoadError) -> [UInt8] {
    // Looked at before it is opened, for opening alone can set a device going; and once more after, for it may have
    // been exchanged. Non-blocking, so that opening a pipe that nobody writes to returns.
    var status = stat()
    guard unsafe path.withCString({ unsafe stat($0, &status) }) == 0 else { throw LoadError(system: errno) }
    try check(status, limit: limit)
    let descriptor = unsafe path.withCString { unsafe open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else { throw LoadError(system: errno) }
    defer { close(descriptor) }
    guard unsafe fstat(descriptor, &status) == 0 else { throw LoadError(system: errno) }
    try check(status, limit: limit)
    let declared = Int(status.st_size)
    if declared == 0 { return try readUndeclared(descriptor, limit: min(limit, maximumUndeclaredBytes)) }
    return try read(descriptor, declared: declared, checkingHead)
  }

  /// When a file was last modified, in seconds since 1970; nil where it cannot be examined.
  package static func modificationTime(of path: Path) -> Int? {
    var status = stat()
    return unsafe path.withCString({ unsafe stat($0, &status) }) == 0 ? status.st_mtim.tv_sec : nil
  }

  private static func check(_ status: stat, limit: Int) throws(LoadError) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: if status.st_size > limit { throw .fileTooLarge(limit: limit) }
    case S_IFDIR: throw .isFolder
    default: throw .notAFile
    }
  }

  private static func read(
    _ descriptor: Int32, declared: Int, _ checkingHead: ([UInt8]) throws(LoadError) -> Void
  ) throws(LoadError) -> [UInt8] {
    var failure: LoadError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: declared) { buffer, count in
      // The buffer is new.
      unsafe LargeMemory.prepare(UnsafeMutableRawBufferPointer(buffer))
      var isHeadChecked = declared <= headBytes
      while count < declared {
        if Task.isCancelled {
          failure = .cancelled
          return
        }
        let wanted = isHeadChecked ? min(pieceBytes, declared - count) : headBytes - count
        // Within the buffer: `count + wanted` never exceeds its capacity, `declared`.
        let got = unsafe Glibc.read(descriptor, buffer.baseAddress?.advanced(by: count), wanted)
        if got > 0 {
          count += got
        } else if got == 0 {
          return
        } else if errno != EINTR {
          failure = LoadError(system: errno)
          return
        }
        if !isHeadChecked, count == headBytes {
          isHeadChecked = true
          do throws(LoadError) {
            try unsafe checkingHead(Array(buffer[..<count]))
          } catch {
            failure = error
            return
          }
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }

  private static func readUndeclared(_ descriptor: Int32, limit: Int) throws(LoadError) -> [UInt8] {
    var bytes: [UInt8] = []
    var failure: LoadError?
    let number = unsafe DescriptorBytes.forEachPiece(of: descriptor) { piece in
      if bytes.count + piece.count > limit {
        failure = .fileTooLarge(limit: limit)
      } else if Task.isCancelled {
        failure = .cancelled
      } else {
        unsafe bytes.append(contentsOf: piece)
      }
      return failure == nil
    }
    if let failure { throw failure }
    if let number { throw LoadError(system: number) }
    return bytes
  }
}
