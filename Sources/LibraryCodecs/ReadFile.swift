import Imaging

/// A file that a library reads in pieces, by functions that get a pointer.
final class ReadFile {
  /// The bytes that are read at a time for functions that read numbers one by one.
  private static let pieceBytes = 1 << 14

  let source: any ByteSource
  /// Where the next bytes are read, and bytes that have been read from `start` on.
  private var (position, start) = (0, 0)
  private var piece: ArraySlice<UInt8> = []

  init(_ source: any ByteSource) { self.source = source }

  /// What the library passes to the functions below, as long as this value lives.
  var pointer: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

  @unsafe
  private static func file(_ pointer: UnsafeMutableRawPointer?) -> ReadFile? {
    unsafe pointer.map { unsafe Unmanaged<ReadFile>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Reads up to `count` bytes into memory that has room for them; returns their number.
  @unsafe
  static func read(
    _ pointer: UnsafeMutableRawPointer?, at offset: Int, into memory: UnsafeMutableRawPointer?, count: Int
  ) -> Int {
    guard let file = unsafe file(pointer), let memory = unsafe memory, count > 0 else { return 0 }
    let bytes = file.source.bytes(at: offset, count: count)
    unsafe UnsafeMutableRawBufferPointer(start: memory, count: count).copyBytes(from: bytes)
    return bytes.count
  }

  /// Reads `count` bytes at the position into memory that has room for them; returns whether there are as many.
  @unsafe
  static func readNext(
    _ pointer: UnsafeMutableRawPointer?, into memory: UnsafeMutableRawPointer?, count: Int
  ) -> Bool {
    guard let file = unsafe file(pointer), let memory = unsafe memory, count >= 0 else { return false }
    if file.position < file.start || file.position - file.start > file.piece.count - count {
      file.piece = file.source.bytes(at: file.position, count: max(count, pieceBytes))
      file.start = file.position
    }
    let bytes = file.piece.dropFirst(file.position - file.start).prefix(count)
    guard bytes.count == count else { return false }
    unsafe UnsafeMutableRawBufferPointer(start: memory, count: count).copyBytes(from: bytes)
    file.position += count
    return true
  }

  /// The position, from 0.
  @unsafe
  static func position(_ pointer: UnsafeMutableRawPointer?) -> Int { unsafe file(pointer)?.position ?? 0 }

  /// Sets the position; returns whether it is within the file.
  @unsafe
  static func seek(_ pointer: UnsafeMutableRawPointer?, to position: Int) -> Bool {
    guard let file = unsafe file(pointer), 0...file.source.count ~= position else { return false }
    file.position = position
    return true
  }

  /// The size of the file in bytes.
  @unsafe
  static func count(_ pointer: UnsafeMutableRawPointer?) -> Int { unsafe file(pointer)?.source.count ?? 0 }
}
