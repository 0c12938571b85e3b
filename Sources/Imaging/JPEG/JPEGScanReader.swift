import CJPEGScan

/// Reads groups of blocks from one position in a scan on.
///
/// It may start anywhere: codes read from a wrong bit on are soon those that were written, because Huffman codes
/// synchronize by themselves (Klein and Wiseman, "Parallel Huffman Decoding with Applications to JPEG Files", 2003).
@safe
struct JPEGScanReader {
  /// A position between two groups, which determines all that is read from there on, but for the means before it. If there
  /// are restart markers, it is behind one of them.
  struct Position: Hashable, Sendable {
    /// Eight times the index of the next bit's byte, plus the bit's index in it.
    var bitOffset: Int
    /// The number of restart markers before it, modulo 8.
    var restarts: UInt8 = 0
  }

  /// Groups that have been read, until others are in the same memory.
  @safe
  struct Groups {
    /// The number of groups.
    let count: Int
    fileprivate let memory: tui_jpeg_groups
    fileprivate let restarts: UInt8
    /// Whether every group is at a position, or at most the first one.
    fileprivate let allHavePositions: Bool, firstHasPosition: Bool

    /// Where a group begins.
    func bitOffset(_ group: Int) -> Int {
      precondition(0..<count ~= group, "the group has been read")
      return unsafe Int(memory.bit_offsets[group])
    }

    /// The position before a group, unless it is between two restart markers.
    func position(_ group: Int) -> Position? {
      guard allHavePositions || firstHasPosition && group == 0 else { return nil }
      return Position(bitOffset: bitOffset(group), restarts: restarts)
    }

    /// Adds the first groups to others.
    func add(first count: Int, to blocks: inout JPEGBlocks, _ shape: JPEGBlocks.Shape) {
      precondition(count <= self.count, "the groups have been read")
      unsafe blocks.append(
        UnsafeBufferPointer(start: memory.means, count: count * shape.count),
        UnsafeBufferPointer(start: memory.parts, count: count * shape.parts * 4))
    }
  }

  private let codes: JPEGScanCodes
  private let bytes: UnsafeBufferPointer<UInt8>
  private let memory: JPEGGroupMemory
  private var next: tui_jpeg_position
  private var untilRestart: Int
  private var restarts: UInt8

  /// Creates a reader at a position of a file; its bytes must outlive it.
  init(_ codes: JPEGScanCodes, _ bytes: UnsafeBufferPointer<UInt8>, at position: Position, in memory: JPEGGroupMemory) {
    (self.codes, self.memory) = (codes, memory)
    unsafe self.bytes = bytes
    next = tui_jpeg_position(bit_offset: position.bitOffset, means: (0, 0, 0))
    untilRestart = codes.restartInterval
    restarts = position.restarts
  }

  /// Where the next group begins.
  var bitOffset: Int { Int(next.bit_offset) }

  /// Whether a restart marker must follow.
  var needsRestart: Bool { codes.restartInterval > 0 && untilRestart == 0 }

  /// Whether at most padding is left before the end-of-image marker.
  var isAtEndMarker: Bool { isAtMarker(0xD9) }

  /// Returns how many of the last of groups, which have just been read, begin after the first bit of the last byte: if a marker
  /// follows, they may be padding.
  func paddingGroups(_ groups: Groups) -> Int {
    var padding = 0
    while padding < groups.count, groups.bitOffset(groups.count - 1 - padding) > lastByte * 8 { padding += 1 }
    return padding
  }

  /// Reads groups that lie completely within the next bytes, and before a restart marker; none if the next one is invalid, not
  /// complete, or larger.
  mutating func read(bytes count: Int) -> Groups {
    let isAtRestart = untilRestart == codes.restartInterval
    let limit = codes.restartInterval > 0 ? untilRestart : .max
    var read = 0
    if let start = unsafe bytes.baseAddress, unsafe bitOffset >> 3 < bytes.count {
      let count = max(1, min(count, JPEGScanReader.maximumBytes))
      // A group begins at one of the bytes.
      read = unsafe tui_jpeg_read(codes.tables, start, bytes.count, &next, count, limit, memory.memory)
    }
    untilRestart -= codes.restartInterval > 0 ? read : 0
    return unsafe Groups(
      count: read, memory: tui_jpeg_groups_in(memory.memory), restarts: restarts,
      allHavePositions: codes.restartInterval == 0, firstHasPosition: isAtRestart)
  }

  /// The most bytes that are read at once.
  static var maximumBytes: Int { Int(TUI_JPEG_MAX_BYTES) }

  /// Skips a restart marker; returns false if it is not the next one.
  mutating func skipRestart() -> Bool {
    guard isAtMarker(0xD0 | restarts) else { return false }
    next = tui_jpeg_position(bit_offset: (endOfByte + 2) * 8, means: (0, 0, 0))
    restarts = (restarts + 1) & 7
    untilRestart = codes.restartInterval
    return true
  }

  /// The index of the last byte of which a bit has been read, of those that are data.
  private var lastByte: Int {
    let last = (bitOffset - 1) >> 3
    // A zero after 0xFF is no byte of data.
    let isInserted = bitOffset & 7 == 0 && last > 0 && byte(at: last) == 0 && byte(at: last - 1) == 0xFF
    return isInserted ? last - 1 : last
  }

  /// The index of the next byte that has not been begun.
  private var endOfByte: Int {
    guard bitOffset & 7 > 0 else { return bitOffset >> 3 }
    // A zero after 0xFF is no byte of data.
    return bitOffset >> 3 + (byte(at: bitOffset >> 3) == 0xFF ? 2 : 1)
  }

  private func isAtMarker(_ marker: UInt8) -> Bool { byte(at: endOfByte) == 0xFF && byte(at: endOfByte + 1) == marker }

  /// Returns a byte; nil past the end.
  private func byte(at index: Int) -> UInt8? { unsafe index < bytes.count ? bytes[index] : nil }
}
