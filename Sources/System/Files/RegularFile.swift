import Glibc
import Synchronization

/// A regular file that is open, within a limit of bytes; closed when nobody has it any more.
///
/// Read, not mapped: a mapped file that is cut short by someone else kills its reader with SIGBUS.
package final class RegularFile: Sendable {
  package let descriptor: Int32
  /// The bytes that it had when it was opened; 0 for one that does not say, as those of /proc do not.
  package let count: Int
  /// The system's number of the first error in reading; 0: there was none.
  private let failure = Atomic<Int32>(0)

  /// Opens a file, without ever waiting on what is none.
  ///
  /// - Parameter stamp: What the file must be; nil: any.
  /// - Throws: `FileError`; `.noSuchFile` where another file has taken its place.
  package convenience init(_ path: Path, limit: Int, stamp: FileStamp? = nil) throws(FileError) {
    // Looked at before it is opened, for opening alone can set a device going; and once more after, for it may have
    // been exchanged. Non-blocking, so that opening a pipe that nobody writes to returns.
    var status = stat()
    guard unsafe path.withCString({ unsafe stat($0, &status) }) == 0 else {
      let error = FileError(system: errno)
      if error == .noSuchFile, unsafe path.withCString({ unsafe lstat($0, &status) }) == 0 { throw .danglingLink }
      // `ftp://…` and `file:///…` do not mean files of those names.
      throw error == .noSuchFile && path.looksLikeURL ? .unsupportedScheme : error
    }
    try RegularFile.check(status, limit: limit)
    let descriptor = unsafe path.withCString { unsafe open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else { throw FileError(system: errno) }
    try self.init(opened: descriptor, limit: limit, stamp: stamp)
  }

  /// Takes a descriptor of a file that has just been opened to be read, and closes it in any case.
  ///
  /// - Throws: As above.
  package init(opened descriptor: Int32, limit: Int, stamp: FileStamp? = nil) throws(FileError) {
    var status = stat()
    do throws(FileError) {
      guard unsafe fstat(descriptor, &status) == 0 else { throw FileError(system: errno) }
      try RegularFile.check(status, limit: limit)
      if let stamp, stamp != FileStamp(status) { throw FileError.noSuchFile }
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    count = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// Why bytes are missing; nil where they are not there.
  package var error: FileError? {
    let number = failure.load(ordering: .relaxed)
    return number == 0 ? nil : FileError(system: number)
  }

  /// Lets it be read from its beginning once more.
  package func rewind() { lseek(descriptor, 0, SEEK_SET) }

  /// The bytes from an offset on, `count` at most; fewer at the end, and after an error, which `error` then has.
  ///
  /// Of a file that grows, no more than it had when it was opened.
  package func bytes(at offset: Int, count: Int) -> ArraySlice<UInt8> {
    let wanted = min(count, self.count - offset)
    if wanted <= 0 { return [] }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
      while filled < wanted {
        // Within the buffer: `filled` never exceeds its capacity, `wanted`.
        let got = unsafe pread(descriptor, buffer.baseAddress?.advanced(by: filled), wanted - filled, offset + filled)
        let number = errno
        if got > 0 {
          filled += got
        } else if got == 0 {
          return
        } else if number != EINTR {
          failure.store(number, ordering: .relaxed)
          return
        }
      }
    }
    return bytes[...]
  }

  private static func check(_ status: stat, limit: Int) throws(FileError) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: if status.st_size > limit { throw .tooLarge(limit: limit) }
    case S_IFDIR: throw .isFolder
    default: throw .notAFile
    }
  }
}
