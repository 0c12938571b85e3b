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

  /// The file that programs read.
  package let file: RegularFile

  /// Opens a regular file.
  ///
  /// - Parameter stamp: The stamp that the file must have, or nil for any.
  /// - Throws: `FileError` if there is none, or it cannot be read; `.noSuchFile` if another file has taken its place.
  package init(_ path: Path, stamp: FileStamp? = nil) throws(FileError) {
    file = try RegularFile(path, limit: .max, stamp: stamp)
  }

  /// Copies bytes into an in-memory file.
  ///
  /// - Throws: `FileError.system` if there is not enough memory.
  package init(_ bytes: [UInt8]) throws(FileError) {
    let descriptor = tui_memory_file()
    guard descriptor >= 0 else { throw FileError(system: errno) }
    let number = DescriptorBytes.write(bytes, to: descriptor)
    file = try RegularFile(opened: descriptor, limit: .max)
    if let number { throw FileError(system: number) }
  }

  /// The file's size in bytes.
  package var count: Int { file.count }

  /// The first bytes, at most `count`.
  package func head(_ count: Int = headBytes) -> [UInt8] { bytes(from: 0, count: count) }

  /// Reads up to `count` bytes from an offset; fewer at the end of the file.
  package func bytes(from offset: Int, count: Int) -> [UInt8] { Array(file.bytes(at: offset, count: count)) }
}
