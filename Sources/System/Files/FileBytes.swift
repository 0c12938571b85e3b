import Glibc
import Memory

/// Reads whole files within limits, and never blocks on anything but a regular file; writes new ones.
package enum FileBytes {
  /// The most bytes read from a file that declares no size, as files in /proc do.
  package static let maximumUndeclaredBytes = 64 << 20
  /// The bytes after which `isWorthReading` is called for a larger file.
  package static let headBytes = 65_536
  /// The largest file that is read at once: to read it takes less time than `isWorthReading`.
  private static let uncheckedBytes = 512 << 10
  /// The bytes read between two checks for cancellation.
  private static let pieceBytes = 4 << 20

  /// Reads the bytes of a regular file.
  ///
  /// If the file grows meanwhile, only the size that it had when opened is read.
  ///
  /// - Parameter isWorthReading: Called with the first bytes of a large file. If it returns false, reading stops there,
  ///   so that a film named like a picture is not read to its end.
  /// - Throws: `FileError`; `.cancelled` when the task is cancelled.
  package static func read(
    _ path: Path, limit: Int, isWorthReading: ([UInt8]) -> Bool = { _ in true }
  ) throws(FileError) -> [UInt8] {
    try read(RegularFile(path, limit: limit), limit: limit, isWorthReading: isWorthReading)
  }

  /// Reads the bytes of an open file in the same way; its file offset must still be at the start.
  package static func read(
    _ file: RegularFile, limit: Int, isWorthReading: ([UInt8]) -> Bool = { _ in true }
  ) throws(FileError) -> [UInt8] {
    if file.count == 0 { return try readUndeclared(file.descriptor, limit: min(limit, maximumUndeclaredBytes)) }
    return try read(file.descriptor, declared: file.count, isWorthReading)
  }

  /// Whether two files have the same bytes; false if one of them cannot be read.
  static func areEqual(_ one: Path, _ other: Path) -> Bool {
    guard let one = try? RegularFile(one, limit: .max), let other = try? RegularFile(other, limit: .max),
      one.count == other.count
    else { return false }
    var offset = 0
    while offset < one.count {
      let piece = one.bytes(at: offset, count: pieceBytes)
      guard !piece.isEmpty, piece == other.bytes(at: offset, count: pieceBytes) else { return false }
      offset += piece.count
    }
    return true
  }

  /// Writes a file that does not exist yet. If that fails, there is none.
  ///
  /// - Returns: The system's error number, such as `EEXIST`, or nil if there was none.
  package static func create(_ path: Path, _ bytes: some Collection<UInt8>, mode: UInt32 = 0o600) -> Int32? {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let file = unsafe path.withCString { unsafe open($0, flags, mode) }
    guard file >= 0 else { return errno }
    let written = DescriptorBytes.write(bytes, to: file)
    // Some file systems report a full disk only here.
    let closed = close(file) == 0 ? nil : errno
    guard let number = written ?? closed else { return nil }
    _ = unsafe path.withCString { unsafe unlink($0) }
    return number
  }

  /// When a file was last modified, in seconds since 1970; nil if it cannot be examined.
  package static func modificationTime(of path: Path) -> Int? { path.status?.st_mtim.tv_sec }

  private static func read(
    _ descriptor: Int32, declared: Int, _ isWorthReading: ([UInt8]) -> Bool
  ) throws(FileError) -> [UInt8] {
    var failure: FileError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: declared) { buffer, count in
      let memory = unsafe UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: declared)
      var isHeadChecked = declared <= uncheckedBytes
      while count < declared {
        if Task.isCancelled {
          failure = .cancelled
          return
        }
        let wanted = isHeadChecked ? min(pieceBytes, declared - count) : headBytes - count
        // Within the buffer: `count + wanted` never exceeds its capacity, `declared`.
        let part = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[count..<count + wanted])
        let (got, number) = unsafe DescriptorBytes.read(into: part, from: descriptor, at: count)
        count += got
        if let number { failure = FileError(system: number) }
        if got < wanted { return }
        if !isHeadChecked, count == headBytes {
          isHeadChecked = true
          guard unsafe isWorthReading(Array(buffer[..<count])) else { return }
          // The rest of the buffer is new.
          unsafe LargeMemory.prepare(UnsafeMutableRawBufferPointer(rebasing: memory[count...]))
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
