/// The bytes of a file that need not be held in memory: read in pieces, as they are wanted.
package protocol ByteSource: Sendable {
  /// How many there are, at least as far as was known when the file was opened.
  var count: Int { get }

  /// `count` bytes from an offset, or fewer at the end of the file or after a read error.
  ///
  /// - Parameters:
  ///   - offset: 0…; it may lie beyond the end.
  ///   - count: 0…
  func bytes(at offset: Int, count: Int) -> ArraySlice<UInt8>
}

extension ByteSource {
  /// A block of bytes from an offset (0…): small enough that the allocator hands out the same memory
  /// each time. None at the end.
  func piece(at offset: Int) -> ArraySlice<UInt8> { bytes(at: offset, count: 65_536) }
}

/// A file's bytes that are held.
struct InMemorySource: ByteSource {
  private let all: [UInt8]

  init(_ bytes: [UInt8]) { all = bytes }

  var count: Int { all.count }

  func bytes(at offset: Int, count: Int) -> ArraySlice<UInt8> { all.dropFirst(offset).prefix(count) }
}

/// A source's bytes from some place on, one after another, through one small buffer.
struct ByteCursor {
  private let source: any ByteSource
  /// Bytes read and not yet consumed.
  private var piece: ArraySlice<UInt8> = []
  /// The place of the next byte.
  private(set) var position: Int

  /// A cursor before the byte at `position`.
  init(_ source: any ByteSource, at position: Int = 0) {
    self.source = source
    self.position = position
  }

  /// Some of the next bytes, at least one and at most `most` (1…); none at the end.
  mutating func next(_ most: Int) -> ArraySlice<UInt8> {
    if piece.isEmpty { piece = source.piece(at: position) }
    let taken = piece.prefix(most)
    piece = piece.dropFirst(taken.count)
    position += taken.count
    return taken
  }

  /// The next `count` bytes (0…), or fewer at the end.
  mutating func read(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let more = next(count - bytes.count)
      if more.isEmpty { break }
      bytes += more
    }
    return bytes
  }

  /// The next four bytes as a number, most significant first; nil where they are not all there.
  mutating func number() -> UInt32? {
    var number: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next(1).first else { return nil }
      number = number << 8 | UInt32(byte)
    }
    return number
  }

  /// Passes over the next `count` bytes (0…).
  mutating func skip(_ count: Int) {
    piece = piece.dropFirst(count)
    position += count
  }
}
