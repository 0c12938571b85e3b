import CGlibc
import Glibc

/// What a program reads as its standard input: an open file, so that its name never reaches the program, or bytes.
///
/// A file of ours or one in memory, never a pipe: programs that must jump about in it can.
package final class ProgramInput: Sendable {
  /// First bytes of a file that tell its format.
  package static let headBytes = 4096
  /// First bytes of a document in which its root element must stand.
  package static let longHeadBytes = 262_144

  let descriptor: Int32

  /// A regular file.
  ///
  /// - Throws: `FileError` where there is none, or it cannot be read.
  package convenience init(_ path: Path) throws(FileError) { try self.init(path, stamp: nil) }

  /// A regular file.
  ///
  /// - Parameter stamp: What the file must be; nil: any.
  /// - Throws: `FileError` where there is none, or it cannot be read; `.noSuchFile` where another has taken its place.
  package init(_ path: Path, stamp: FileStamp?) throws(FileError) {
    // Looked at before it is opened, for opening alone can set a device going, and after, for it may have been exchanged.
    try ProgramInput.check(PathKind(of: path))
    descriptor = unsafe path.withCString { unsafe open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else { throw FileError(system: errno) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    if let stamp, stamp != FileStamp(status) { throw .noSuchFile }
  }

  /// Bytes, which are copied into a file in memory.
  ///
  /// - Throws: `FileError.system` where there is no memory for them.
  package init(_ bytes: [UInt8]) throws(FileError) {
    descriptor = tui_memory_file()
    guard descriptor >= 0 else { throw FileError(system: errno) }
    let number = unsafe bytes.withUnsafeBytes { unsafe DescriptorBytes.write($0, to: descriptor) }
    if let number { throw FileError(system: number) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Bytes that it has now.
  package var count: Int {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  /// The first bytes, `count` at most.
  package func head(_ count: Int = headBytes) -> [UInt8] { bytes(from: 0, count: count) }

  /// The bytes from an offset on, `count` at most; fewer where the file ends.
  package func bytes(from offset: Int, count: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
      while length < count {
        // Within the buffer: `length` is less than its capacity.
        let got = unsafe pread(descriptor, buffer.baseAddress?.advanced(by: length), count - length, offset + length)
        if got > 0 { length += got } else if got == 0 || errno != EINTR { return }
      }
    }
  }

  /// How many bytes it has now.
  package var length: Int {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  /// A program that reads its standard input as it is begins at the file's beginning.
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
