/// The state of a scan that several threads read, each of them some of its chunks of bytes.
///
/// A thread begins at any byte, and discards what it read before it recognized codes. It goes on beyond its chunk, to a
/// position between two groups where the thread of a following chunk has been, too: from there on both would read the same.
/// Pieces that are joined at such positions, from the beginning of the scan on, are exactly what one thread reads.
struct JPEGScanPieces {
  /// Consecutive groups that one thread has read.
  struct Piece: Sendable {
    var blocks = JPEGBlocks()
    /// The number of groups.
    var count = 0
    /// Where the next piece begins; nil at the end of the scan.
    var next: Joint?
    /// How many of the last groups may be padding of the last byte.
    var doubtful = 0
  }

  /// A position between two groups, named by the piece that begins in a chunk.
  struct Joint: Sendable {
    /// The number of the chunk.
    var chunk: Int
    /// The number of the piece's groups before the position.
    var groups = 0
  }

  /// A piece whose position in the picture is known.
  struct Joined: Sendable {
    let piece: Piece
    /// The piece's groups that belong to the picture.
    let groups: Range<Int>
    /// The number of the picture's groups before them.
    let first: Int
    /// What is added to each component's means.
    let means: SIMD4<Int16>
  }

  /// What a thread is to do.
  enum Claim {
    /// Read a chunk, from a position or else from its first byte.
    case chunk(Int, from: JPEGScanReader.Position?)
    /// Wait until more pieces have been joined, so that what is not joined takes little memory.
    case wait
    /// End: nothing is left to begin.
    case none
  }

  /// What is known about a chunk that a thread has reached.
  enum Meeting {
    /// Nobody has begun it, and the next piece will begin at this position.
    case unread
    /// It is not known yet where its groups begin.
    case unknown
    /// The positions before its first groups, in order.
    case positions([JPEGScanReader.Position])
    /// It contains nothing to join.
    case nothing
  }

  private enum Chunk {
    /// The position is that where the piece before it ended, if it did.
    case unread(JPEGScanReader.Position?)
    case begun
    case known([JPEGScanReader.Position])
    case failed
  }

  private let groupCount: Int
  private let hasRestarts: Bool
  private let window: Int
  private let shape: JPEGBlocks.Shape
  private var chunks: [Chunk]
  private var firstUnread = 0
  /// Complete pieces that are not joined yet, by their chunks.
  private var pieces: [Int: Piece] = [:]
  private var next = Joint(chunk: 0)
  private var joinedCount = 0
  private var means = SIMD4<Int16>()

  /// Whether no more pieces are needed: all are joined, or the scan is invalid.
  private(set) var isOver = false
  /// Whether the scan is invalid.
  private(set) var hasFailed = false

  /// Creates the state before the first chunk, which begins at `start`.
  ///
  /// - Parameters:
  ///   - groupCount: The number of groups in the scan.
  ///   - window: The number of chunks from the first one that is not joined to the last one that may be begun.
  init(
    chunks: Int, start: JPEGScanReader.Position, groupCount: Int, shape: JPEGBlocks.Shape, hasRestarts: Bool,
    window: Int
  ) {
    self.chunks = Array(repeating: .unread(nil), count: chunks)
    self.chunks[0] = .unread(start)
    self.groupCount = groupCount
    (self.shape, self.hasRestarts, self.window) = (shape, hasRestarts, window)
  }

  /// Claims the first chunk that nobody has begun.
  mutating func claim() -> Claim {
    if isOver { return .none }
    // Pieces may have passed chunks that nobody began.
    firstUnread = max(firstUnread, next.chunk)
    while firstUnread < chunks.count {
      guard case .unread(let position) = chunks[firstUnread] else {
        firstUnread += 1
        continue
      }
      guard firstUnread < next.chunk + window else { return .wait }
      chunks[firstUnread] = position.map { .known([$0]) } ?? .begun
      return .chunk(firstUnread, from: position)
    }
    return .none
  }

  /// Records the positions before a chunk's first groups.
  mutating func begin(_ chunk: Int, _ positions: [JPEGScanReader.Position]) {
    if case .begun = chunks[chunk] { chunks[chunk] = .known(positions) }
  }

  /// Returns what is known about a chunk that another chunk's thread has reached at a position.
  mutating func meet(_ chunk: Int, at position: JPEGScanReader.Position) -> Meeting {
    switch chunks[chunk] {
    case .unread(nil):
      chunks[chunk] = .unread(position)
      return .unread
    case .unread(let position?): return .positions([position])
    case .begun: return .unknown
    case .known(let positions): return .positions(positions)
    case .failed: return .nothing
    }
  }

  /// Records that nothing in a chunk can be joined.
  mutating func fail(_ chunk: Int) {
    chunks[chunk] = .failed
    if chunk == next.chunk { failAll() }
  }

  /// Adds a chunk's piece, and returns the pieces that this joins.
  mutating func finish(_ chunk: Int, _ piece: Piece) -> [Joined] {
    if isOver || chunk < next.chunk { return [] }
    pieces[chunk] = piece
    var joined: [Joined] = []
    while !isOver, let piece = pieces.removeValue(forKey: next.chunk) {
      let base = hasRestarts ? SIMD4() : means &- piece.blocks.means(before: next.groups, shape)
      let available = piece.count - next.groups
      let count = piece.next == nil ? min(available, groupCount - joinedCount) : available
      // The count can be negative only if the groups are too many already.
      guard count >= 0, joinedCount + count <= groupCount, available - count <= piece.doubtful,
        piece.next != nil || joinedCount + count == groupCount
      else {
        failAll()
        break
      }
      joined.append(
        Joined(piece: piece, groups: next.groups..<next.groups + count, first: joinedCount, means: base))
      joinedCount += count
      means = base &+ piece.blocks.means(before: piece.count, shape)
      // Chunks up to the next one have been read by this piece's thread, too.
      for passed in next.chunk..<(piece.next?.chunk ?? next.chunk) { pieces.removeValue(forKey: passed) }
      if let following = piece.next {
        next = following
        if case .failed = chunks[next.chunk] { failAll() }
      } else {
        isOver = true
      }
    }
    return joined
  }

  private mutating func failAll() {
    (isOver, hasFailed) = (true, true)
    pieces = [:]
  }
}
