import Imaging

/// A file that a library reads in pieces, by functions that get a pointer.
final class ReadFile {
  private let source: any ByteSource

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

  /// The size of the file in bytes.
  @unsafe
  static func count(_ pointer: UnsafeMutableRawPointer?) -> Int { unsafe file(pointer)?.source.count ?? 0 }
}
