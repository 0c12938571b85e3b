import Glibc

/// Reading files whole, within limits, without ever waiting on what is no file.
package enum FileBytes {
  /// Bytes of a file that declares none, as those of /proc do, at most.
  package static let maximumUndeclaredBytes = 64 << 20
  /// Bytes that are read before `isWorthReading` is called, of files that have more.
  package static let headBytes = 65_536
  /// Bytes that are read between two looks at whether anybody still wants them.
  private static let pieceBytes = 4 << 20

  /// The bytes of a regular file.
  ///
  /// A file that grows meanwhile gives what it had when it was opened.
  ///
  /// - Parameter isWorthReading: Called with the first bytes of a large file. If it returns false, these are all that is
  ///   read: a film that is called a picture is not read to its end.
  /// - Throws: `FileError`; `.cancelled` when the task is cancelled.
  package static func read(
    _ path: Path, limit: Int, isWorthReading: ([UInt8]) -> Bool = { _ in true }
  ) throws(FileError) -> [UInt8] {
    try read(RegularFile(path, limit: limit), limit: limit, isWorthReading: isWorthReading)
  }

  /// The bytes of a file that is open, as above; it must not have been read from but at places.
  package static func read(
    _ file: RegularFile, limit: Int, isWorthReading: ([UInt8]) -> Bool = { _ in true }
  ) throws(FileError) -> [UInt8] {
    if file.count == 0 { return try readUndeclared(file.descriptor, limit: min(limit, maximumUndeclaredBytes)) }
    return try read(file.descriptor, declared: file.count, isWorthReading)
  }

  /// When a file was last modified, in seconds since 1970; nil where it cannot be examined.
  package static func modificationTime(of path: Path) -> Int? {
    var status = stat()
    return unsafe path.withCString({ unsafe stat($0, &status) }) == 0 ? status.st_mtim.tv_sec : nil
  }

  private static func read(
    _ descriptor: Int32, declared: Int, _ isWorthReading: ([UInt8]) -> Bool
  ) throws(FileError) -> [UInt8] {
    var failure: FileError?
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
          failure = FileError(system: errno)
          return
        }
        if !isHeadChecked, count == headBytes {
          isHeadChecked = true
          guard unsafe isWorthReading(Array(buffer[..<count])) else { return }
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }

  private static func readUndeclared(_ descriptor: Int32, limit: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var failure: FileError?
    let number = unsafe DescriptorBytes.forEachPiece(of: descriptor) { piece in
      if bytes.count + piece.count > limit {
        failure = .tooLarge(limit: limit)
      } else if Task.isCancelled {
        failure = .cancelled
      } else {
        unsafe bytes.append(contentsOf: piece)
      }
      return failure == nil
    }
    if let failure { throw failure }
    if let number { throw FileError(system: number) }
    return bytes
  }
}
