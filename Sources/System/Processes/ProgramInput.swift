import CGlibc
import Glibc

/// A program's standard input: an open file, so that the program never learns its name, or bytes.
///
/// It is a regular file or an in-memory file, never a pipe, so that programs can seek in it.
package final class ProgramInput: Sendable {
  /// The bytes at the start of a file that identify its format.
  package static let headBytes = 4096
  /// The bytes at the start of a document within which its root element must begin.
  package static let longHeadBytes = 262_144

  let descriptor: Int32

  /// Opens a regular file.
  ///
  /// - Throws: `FileError` if there is none, or it cannot be read.
  package convenience init(_ path: Path) throws(FileError) { try self.init(path, stamp: nil) }

  /// Opens a regular file.
  ///
  /// - Parameter stamp: The stamp that the file must have, or nil for any.
  /// - Throws: `FileError` if there is none, or it cannot be read; `.noSuchFile` if another file has taken its place.
  package init(_ path: Path, stamp: FileStamp?) throws(FileError) {
    // Examined before opening, since opening alone can activate a device, and again afterwards, since the
    // file may have been replaced.
    try ProgramInput.check(PathKind(of: path))
    descriptor = unsafe path.withCString { unsafe open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else { throw FileError(system: errno) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    if let stamp, stamp != FileStamp(status) { throw .noSuchFile }
  }

  /// Copies bytes into an in-memory file.
  ///
  /// - Throws: `FileError.system` if there is not enough memory.
  package init(_ bytes: [UInt8]) throws(FileError) {
    descriptor = tui_memory_file()
    guard descriptor >= 0 else { throw FileError(system: errno) }
    let number = unsafe bytes.withUnsafeBytes { unsafe DescriptorBytes.write($0, to: descriptor) }
    if let number { throw FileError(system: number) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The file's current size in bytes.
  package var count: Int {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  /// The first bytes, at most `count`.
  package func head(_ count: Int = headBytes) -> [UInt8] { bytes(from: 0, count: count) }

  /// Reads up to `count` bytes from an offset; fewer at the end of the file.
  package func bytes(from offset: Int, count: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
      while length < count {
        // Within the buffer: `length` is less than its capacity.
        let got = unsafe pread(descriptor, buffer.baseAddress?.advanced(by: length), count - length, offset + length)
        if got > 0 { length += got } else if got == 0 || errno != EINTR { return }
      }
    }
  }

  /// The file's current size in bytes.
  package var length: Int {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  /// The same file with a descriptor of its own; nil if the process has too many.
  package func regularFile() -> RegularFile? {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    return copy < 0 ? nil : try? RegularFile(opened: copy, limit: .max)
  }

  /// Rewinds the file, for programs that read their standard input from its current offset.
  func rewind() { lseek(descriptor, 0, SEEK_SET) }

  private static func check(_ kind: PathKind) throws(FileError) {
    switch kind {
    case .file: break
    case .folder: throw .isFolder
    case .other: throw .notAFile
    case .unreachable(let number): throw FileError(system: number)
    }
  }
}
