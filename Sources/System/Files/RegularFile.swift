import Glibc
import Synchronization

/// An open regular file of limited size; closed when the last reference goes.
///
/// It is read, not mapped: if another process truncates a mapped file, its reader is killed by SIGBUS.
package final class RegularFile: Sendable {
  package let descriptor: Int32
  /// Its size in bytes when opened, or when stamped if it grows; 0 for files that declare none, such as those in /proc.
  package let count: Int
  /// Identifies its content when it was opened.
  package let stamp: FileStamp
  /// The system's error number of the first read error; 0 if there was none.
  private let failure = Atomic<Int32>(0)

  /// Opens a file, and never blocks on anything but a regular file.
  ///
  /// - Parameter stamp: The stamp that the file must have, or nil for any.
  /// - Throws: `FileError`; `.noSuchFile` if another file has taken its place.
  package convenience init(_ path: Path, limit: Int, stamp: FileStamp? = nil) throws(FileError) {
    // Examined before opening, since opening alone can activate a device, and again afterwards, since the file may have
    // been replaced. Non-blocking, so that opening a pipe without a writer returns.
    guard let status = path.status else {
      let error = FileError(system: errno)
      if error == .noSuchFile, path.linkStatus != nil { throw .danglingLink }
      // `ftp://…` and `file:///…` do not mean files with those names.
      throw error == .noSuchFile && path.looksLikeURL ? .unsupportedScheme : error
    }
    try RegularFile.check(status, limit: limit)
    let descriptor = unsafe path.withCString { unsafe open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else { throw FileError(system: errno) }
    try self.init(opened: descriptor, limit: limit, stamp: stamp)
  }

  /// Takes ownership of a descriptor just opened for reading; closes it even on failure.
  ///
  /// - Throws: As the other initializer does.
  package init(opened descriptor: Int32, limit: Int, stamp: FileStamp? = nil) throws(FileError) {
    var status = stat()
    do throws(FileError) {
      guard unsafe fstat(descriptor, &status) == 0 else { throw FileError(system: errno) }
      try RegularFile.check(status, limit: limit)
      if let stamp, !stamp.matches(FileStamp(status)) { throw FileError.noSuchFile }
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    self.stamp = stamp ?? FileStamp(status)
    count = self.stamp.size
  }

  /// Takes ownership of a descriptor that another process has checked and sent, of a file with this size.
  package init(received descriptor: Int32, count: Int) {
    self.descriptor = descriptor
    self.count = count
    stamp = FileStamp(stat())
  }

  deinit { close(descriptor) }

  /// The system's error number of the first read error; 0 if all reads have succeeded.
  package var errorNumber: Int32 { failure.load(ordering: .relaxed) }

  /// Records a read error that another process met in this file.
  package func noteError(_ number: Int32) { failure.store(number, ordering: .relaxed) }

  /// The first read error, or nil if all reads have succeeded.
  package var error: FileError? {
    let number = failure.load(ordering: .relaxed)
    return number == 0 ? nil : FileError(system: number)
  }

  /// Moves the file offset back to the beginning.
  package func rewind() { lseek(descriptor, 0, SEEK_SET) }

  /// Reads up to `count` bytes from an offset; fewer at the end of the file and after an error, which sets `error`.
  ///
  /// If the file grows, only the size that it had when opened is read.
  package func bytes(at offset: Int, count: Int) -> ArraySlice<UInt8> {
    let wanted = min(count, self.count - offset)
    if wanted <= 0 { return [] }
    return unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
      filled = unsafe read(into: UnsafeMutableRawBufferPointer(buffer), at: offset).count
    }[...]
  }

  /// Reads from an offset into memory.
  ///
  /// - Returns: The number of bytes: fewer than there is room for only at the end of the file and after an error, which
  ///   sets `error`.
  package func read(
    into memory: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> (count: Int, error: Int32?) {
    let result = unsafe DescriptorBytes.read(into: memory, from: descriptor, at: offset)
    if let number = result.error { failure.store(number, ordering: .relaxed) }
    return result
  }

  private static func check(_ status: stat, limit: Int) throws(FileError) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: if status.st_size > limit { throw .tooLarge(limit: limit) }
    case S_IFDIR: throw .isFolder
    default: throw .notAFile
    }
  }
}
