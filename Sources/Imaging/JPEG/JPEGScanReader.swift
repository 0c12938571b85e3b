/// Reads groups of blocks from one position in a scan on.
///
/// It may start anywhere: codes read from a wrong bit on are soon those that were written, because Huffman codes
/// synchronize by themselves (Klein and Wiseman, "Parallel Huffman Decoding with Applications to JPEG Files", 2003).
@safe
struct JPEGScanReader {
  /// What a scan consists of.
  struct Code: Sendable {
    /// The components in the order of their blocks in a group; their predictors are 0.
    let components: [JPEGComponentReader]
    /// The number of groups between restart markers; 0 if there are none.
    let restartInterval: Int
  }

  /// A position between two groups, which determines all that is read from there on, but for the means before it. If there
  /// are restart markers, it is behind one of them.
  struct Position: Hashable, Sendable {
    /// See `JPEGBitReader.bitOffset`.
    var bitOffset: Int
    /// The number of restart markers before it, modulo 8.
    var restarts: UInt8 = 0
  }

  private var components: [JPEGComponentReader]
  private let restartInterval: Int
  private var bits: JPEGBitReader
  private var untilRestart: Int
  private var restarts: UInt8

  /// Creates a reader at a position of a file; the memory must outlive it.
  init(_ code: Code, _ bytes: UnsafeBufferPointer<UInt8>, at position: Position) {
    (components, restartInterval) = (code.components, code.restartInterval)
    unsafe bits = JPEGBitReader(bytes, at: position.bitOffset)
    untilRestart = code.restartInterval
    restarts = position.restarts
  }

  /// The DC predictors.
  var means: SIMD4<Int16> {
    var means = SIMD4<Int16>()
    for (index, component) in components.enumerated() { means[index] = component.mean }
    return means
  }

  /// The index of the first byte that has not been read; that of the next bit's is not higher.
  var index: Int { bits.index }

  /// The position, unless it is between two restart markers.
  var position: Position? {
    guard restartInterval == 0 || untilRestart == restartInterval else { return nil }
    return Position(bitOffset: bits.bitOffset, restarts: restarts)
  }

  /// Whether a restart marker must follow.
  var needsRestart: Bool { restartInterval > 0 && untilRestart == 0 }

  /// Whether at most padding is left before the end-of-image marker.
  var isAtEndMarker: Bool { bits.isAtMarker(0xD9) }

  /// Reads a group; returns false if it is invalid or not complete.
  @inline(__always)
  mutating func readGroup(into blocks: inout JPEGBlocks) -> Bool {
    // A copy, which stays in registers.
    var reader = bits
    for index in components.indices {
      guard components[index].readGroup(from: &reader, into: &blocks) else { return false }
    }
    bits = reader
    untilRestart &-= 1
    return !reader.isOverrun
  }

  /// Skips a restart marker; returns false if it is not the next one.
  mutating func skipRestart() -> Bool {
    guard bits.skipMarker(0xD0 | restarts) else { return false }
    restarts = (restarts + 1) & 7
    untilRestart = restartInterval
    for index in components.indices { components[index].mean = 0 }
    return true
  }
}
