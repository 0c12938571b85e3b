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

/// Reads a source's bytes sequentially from an offset, through a small buffer.
struct ByteCursor {
  private let source: any ByteSource
  /// The bytes that have been read and not yet consumed.
  private var piece: ArraySlice<UInt8> = []
  /// The offset of the next byte.
  private(set) var position: Int

  /// Creates a cursor before the byte at `position`.
  init(_ source: any ByteSource, at position: Int = 0) {
    self.source = source
    self.position = position
  }

  /// Consumes some of the next bytes: at least one and at most `maximum` (1…), or none at the end.
  mutating func next(_ maximum: Int) -> ArraySlice<UInt8> {
    if piece.isEmpty { piece = source.piece(at: position) }
    let taken = piece.prefix(maximum)
    piece = piece.dropFirst(taken.count)
    position += taken.count
    return taken
  }

  /// Consumes the next `count` bytes (0…), or fewer at the end.
  mutating func read(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let more = next(count - bytes.count)
      if more.isEmpty { break }
      bytes += more
    }
    return bytes
  }

  /// Consumes the next four bytes as a number, most significant first; nil if fewer are left.
  mutating func number() -> UInt32? {
    var number: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next(1).first else { return nil }
      number = number << 8 | UInt32(byte)
    }
    return number
  }

  /// Skips the next `count` bytes (0…).
  mutating func skip(_ count: Int) {
    piece = piece.dropFirst(count)
    position += count
  }
}
