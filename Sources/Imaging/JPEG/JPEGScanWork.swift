import Bitmaps
import Dispatch
import Parallelism
import Synchronization

/// Reads a scan in several threads, and writes its samples at 1/8 scale.
final class JPEGScanWork: Sendable {
  /// How a scan is divided between threads.
  struct Division: Sendable {
    /// The number of threads, including the caller's: 1…
    var threads: Int
    /// The length of a chunk, 1… A thread that begins in a chunk needs a few kilobytes to recognize codes.
    var chunkBytes = 1 << 16

    /// As many threads as pay for a scan of a number of bytes.
    static func automatic(bytes: Int) -> Division { Division(threads: bytes < 1 << 18 ? 1 : Processors.threadCount) }
  }

  private struct State {
    var pieces: JPEGScanPieces
    var writtenGroups = 0
    var writingThreads = 0
    var waitingThreads = 0
    var hasEnded = false
  }

  private let bytes: [UInt8]
  private let start: Int
  private let codes: JPEGScanCodes
  private let shape: JPEGBlocks.Shape
  private let groupCount: Int
  private let writer: JPEGGroupWriter
  private let division: Division
  private let chunkCount: Int
  private let state: Mutex<State>
  private let isOver = Atomic(false)
  private let wake = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  /// Creates the work of reading the scan whose data begin at the index `start`.
  init(
    _ bytes: [UInt8], from start: Int, codes: JPEGScanCodes, groupCount: Int, writer: JPEGGroupWriter,
    _ division: Division
  ) {
    (self.bytes, self.start, self.codes, self.groupCount) = (bytes, start, codes, groupCount)
    (self.writer, self.division) = (writer, division)
    shape = JPEGBlocks.Shape(codes.blocks)
    chunkCount = max(1, (bytes.count - start + division.chunkBytes - 1) / division.chunkBytes)
    state = Mutex(
      State(
        pieces: JPEGScanPieces(
          chunks: chunkCount, start: JPEGScanReader.Position(bitOffset: start << 3), groupCount: groupCount,
          shape: shape, hasRestarts: codes.restartInterval > 0, window: 2 * division.threads + 2)))
  }

  /// Reads the scan; returns false if it is invalid. Nothing is written after this returns, and if the scan is valid, every
  /// group has been written.
  func run() -> Bool {
    for number in 1..<max(1, min(division.threads, chunkCount)) {
      // A separate queue gets a thread even if the shared ones are all busy. One that starts late finds nothing to do.
      DispatchQueue(label: "tui.jpeg.\(number)").asyncBeside { self.readChunks() }
    }
    readChunks()
    ended.wait()
    return state.withLock { !$0.pieces.hasFailed }
  }

  private func readChunks() {
    let groups = JPEGGroupMemory()
    unsafe bytes.withUnsafeBufferPointer { memory in
      while true {
        let claim = state.withLock { state in
          let claim = state.pieces.claim()
          if case .wait = claim { state.waitingThreads += 1 }
          return claim
        }
        switch claim {
        case .chunk(let chunk, let position):
          if var run = unsafe Run(self, chunk, from: position, memory, groups) {
            unsafe run.read(memory, groups)
          } else {
            fail(chunk)
          }
        case .wait: wake.wait()
        case .none: return
        }
      }
    }
  }

  /// The index of a chunk's first byte.
  private func index(of chunk: Int) -> Int { chunk < chunkCount ? start + chunk * division.chunkBytes : .max }

  private func fail(_ chunk: Int) {
    follow { $0.pieces.fail(chunk) }
  }

  private func finish(_ chunk: Int, _ piece: JPEGScanPieces.Piece) {
    let pieces = follow { state in
      let pieces = state.pieces.finish(chunk, piece)
      if !pieces.isEmpty { state.writingThreads += 1 }
      return pieces
    }
    guard !pieces.isEmpty else { return }
    for piece in pieces { writer.write(piece) }
    follow { state in
      state.writtenGroups += pieces.reduce(0) { $0 + $1.groups.count }
      state.writingThreads -= 1
    }
  }

  /// Changes the state, and wakes the threads that have waited for the change.
  private func follow<Value>(_ change: (inout State) -> sending Value) -> Value {
    let (value, waiting, isOver, hasEnded) = state.withLock { state in
      let value = change(&state)
      defer { state.waitingThreads = 0 }
      let (isOver, hadEnded) = (state.pieces.isOver, state.hasEnded)
      state.hasEnded =
        state.writingThreads == 0 && (state.pieces.hasFailed || isOver && state.writtenGroups == groupCount)
      return (value, state.waitingThreads, isOver, state.hasEnded && !hadEnded)
    }
    if isOver { self.isOver.store(true, ordering: .relaxed) }
    for _ in 0..<waiting { wake.signal() }
    if hasEnded { ended.signal() }
    return value
  }

  /// One thread's reading of a piece.
  @safe
  private struct Run {
    /// The number of groups whose positions are recorded for the thread of a preceding chunk.
    private static let recordedPositions = 512
    /// The number of bytes that are read at once where a following piece may have begun: some groups.
    private static let bytesBehindTarget = 256

    private let work: JPEGScanWork
    private let chunk: Int
    private var reader: JPEGScanReader
    private var piece = JPEGScanPieces.Piece()
    /// Where this piece begins, unless its first groups are discarded.
    private var start: JPEGScanReader.Position
    /// The positions before the first groups; nil once they are published.
    private var positions: [JPEGScanReader.Position]?
    /// The chunk to reach next.
    private var target: Int
    /// The positions in it that may still be reached; nil if they are not known.
    private var targets: ArraySlice<JPEGScanReader.Position>?
    /// How many of the last groups are in padding, if a marker follows.
    private var paddingGroups = 0

    /// Starts at a position, or else at a chunk's first byte; nil if nothing can begin there.
    init?(
      _ work: JPEGScanWork, _ chunk: Int, from position: JPEGScanReader.Position?,
      _ memory: UnsafeBufferPointer<UInt8>, _ groups: JPEGGroupMemory
    ) {
      guard let start = position ?? work.firstPosition(in: chunk) else { return nil }
      (self.work, self.chunk, self.start) = (work, chunk, start)
      reader = unsafe JPEGScanReader(work.codes, memory, at: start, in: groups)
      positions = position == nil ? [] : nil
      target = chunk + 1
      // A quarter more than in the average chunk.
      piece.blocks.reserve(work.groupCount / max(1, work.chunkCount * 4 / 5) + 1, work.shape)
      guard work.codes.restartInterval > 0, position == nil else { return }
      // Nothing before the first position need be discarded.
      positions?.append(start)
      publish()
    }

    mutating func read(_ memory: UnsafeBufferPointer<UInt8>, _ groups: JPEGGroupMemory) {
      while !work.isOver.load(ordering: .relaxed) {
        if reader.needsRestart ? !reader.skipRestart() : reader.isAtEndMarker { return finish() }
        let read = readGroups()
        if let (group, joint) = joint(among: read) {
          add(read, first: group)
          return finish(joint)
        }
        add(read, first: read.count)
        paddingGroups = reader.paddingGroups(read)
        if piece.count > work.groupCount { return work.fail(chunk) }
        if read.count > 0 { continue }
        guard positions != nil else { return work.fail(chunk) }
        // Codes have not been recognized yet.
        start = JPEGScanReader.Position(bitOffset: reader.bitOffset & ~7 + 8)
        guard start.bitOffset >> 3 < min(work.bytes.count, work.index(of: chunk + 1)) else { return work.fail(chunk) }
        reader = unsafe JPEGScanReader(work.codes, memory, at: start, in: groups)
        piece = JPEGScanPieces.Piece()
        positions = []
        (target, targets) = (chunk + 1, nil)
      }
    }

    /// Reads the next groups, not many of them behind the first position that may be reached.
    private mutating func readGroups() -> JPEGScanReader.Groups {
      let rest = work.index(of: target) - reader.bitOffset >> 3
      let groups = reader.read(bytes: max(Run.bytesBehindTarget, min(rest, JPEGScanReader.maximumBytes)))
      return groups.count > 0 ? groups : reader.read(bytes: JPEGScanReader.maximumBytes)
    }

    private mutating func add(_ groups: JPEGScanReader.Groups, first count: Int) {
      groups.add(first: count, to: &piece.blocks, work.shape)
      piece.count += count
    }

    /// Records the positions before groups, and returns the first group where a following piece has a group, too, and where that
    /// is; nil if none is known.
    private mutating func joint(among groups: JPEGScanReader.Groups) -> (group: Int, JPEGScanPieces.Joint)? {
      for group in 0..<groups.count {
        let isBehindTarget = groups.bitOffset(group) >> 3 >= work.index(of: target)
        guard isBehindTarget || positions != nil, let position = groups.position(group) else { continue }
        record(position)
        if let joint = joint(at: position) { return (group, joint) }
      }
      return nil
    }

    /// Records a position before a group for the thread of a preceding chunk.
    private mutating func record(_ position: JPEGScanReader.Position) {
      positions?.append(position)
      if let positions, positions.count == Run.recordedPositions { publish() }
    }

    private mutating func publish() {
      guard let positions else { return }
      work.state.withLock { $0.pieces.begin(chunk, positions) }
      self.positions = nil
    }

    /// Returns where a following piece has a group at the position; nil if none is known.
    private mutating func joint(at position: JPEGScanReader.Position) -> JPEGScanPieces.Joint? {
      while position.bitOffset >> 3 >= work.index(of: target) {
        if position.bitOffset >> 3 >= work.index(of: target + 1) {
          (target, targets) = (target + 1, nil)
          continue
        }
        if targets == nil {
          switch work.state.withLock({ $0.pieces.meet(target, at: position) }) {
          case .unread: return JPEGScanPieces.Joint(chunk: target)
          case .unknown: return nil
          case .positions(let positions): targets = positions[...]
          case .nothing: targets = []
          }
        }
        targets = targets?.drop { $0.bitOffset < position.bitOffset }
        if let next = targets?.first, let groups = targets?.startIndex {
          return next == position ? JPEGScanPieces.Joint(chunk: target, groups: groups) : nil
        }
        (target, targets) = (target + 1, nil)
      }
      return nil
    }

    /// Ends the piece where another one goes on.
    private mutating func finish(_ next: JPEGScanPieces.Joint) {
      publish()
      piece.next = next
      work.finish(chunk, piece)
    }

    /// Ends the piece at the end of the scan.
    private mutating func finish() {
      guard reader.isAtEndMarker else { return work.fail(chunk) }
      publish()
      piece.doubtful = paddingGroups
      if !reader.needsRestart {
        let padding = readGroups()
        add(padding, first: padding.count)
        piece.doubtful += padding.count
      }
      work.finish(chunk, piece)
    }
  }

  /// Returns a position in a chunk at which reading can begin; nil if there is none.
  private func firstPosition(in chunk: Int) -> JPEGScanReader.Position? {
    var offset = index(of: chunk)
    guard codes.restartInterval > 0 else {
      // A zero after 0xFF is no byte of data.
      if bytes[offset - 1] == 0xFF { offset += 1 }
      return offset < bytes.count ? JPEGScanReader.Position(bitOffset: offset << 3) : nil
    }
    while let found = bytes.firstIndex(of: 0xFF, from: offset), found + 1 < bytes.count, found < index(of: chunk + 1) {
      let marker = bytes[found + 1]
      if 0xD0...0xD7 ~= marker {
        return JPEGScanReader.Position(bitOffset: (found + 2) << 3, restarts: (marker + 1) & 7)
      }
      offset = found + 1
    }
    return nil
  }
}
