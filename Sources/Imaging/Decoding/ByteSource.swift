/// The bytes of a file that need not be held in memory and can be read in pieces on demand.
package protocol ByteSource: Sendable {
  /// The number of bytes when the file was opened; the file may have changed since.
  var count: Int { get }

  /// Returns `count` bytes from an offset, or fewer at the end of the file or after a read error.
  ///
  /// - Parameters:
  ///   - offset: 0…; it may lie beyond the end.
  ///   - count: 0…
  func bytes(at offset: Int, count: Int) -> ArraySlice<UInt8>
}

extension ByteSource {
  /// Returns a block of bytes from an offset (0…), empty at the end. Blocks are small enough for the allocator to reuse
  /// the same memory each time.
  func piece(at offset: Int) -> ArraySlice<UInt8> { bytes(at: offset, count: 65_536) }
}

/// A file's bytes, held in memory.
package struct InMemorySource: ByteSource {
  /// All of them.
  package let all: [UInt8]

  /// Creates a source of these bytes.
  package init(_ bytes: [UInt8]) { all = bytes }

  package var count: Int { all.count }

  package func bytes(at offset: Int, count: Int) -> ArraySlice<UInt8> { all.dropFirst(offset).prefix(count) }
}
