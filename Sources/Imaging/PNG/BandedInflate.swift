private import CIsal
import Glibc

/// Decompresses large image data with ISA-L in a separate thread, a few bands of rows ahead of the reader. It takes two
/// thirds of libdeflate's time, and no memory for the whole picture.
///
/// It supplies only valid data: with anything else, `next` throws and `hasFailed` becomes true. `StreamingInflate` then
/// determines the error and what can be shown. The last rows are supplied only after the checksum has been verified.
@safe
final class BandedInflate: Inflating {
  /// The bands of a picture's rows, filter bytes included. No band crosses the boundary between two passes.
  struct Plan: Sendable {
    /// A run of equal bands, of which the last may be shorter.
    private struct Run {
      let rowBytes: Int, rows: Int, rowsPerBand: Int
      let firstBand: Int
    }

    /// The bytes of a band, unless one row is longer. They leave room for the slack behind each row.
    private static let targetBytes = 1 << 17
    /// The smallest data for which threads are worth their start, in bands.
    private static let minimumBands = 16

    private let runs: [Run]
    /// The number of bands.
    let count: Int
    /// The bytes of the largest band.
    let largest: Int

    /// Creates the plan; nil if the data are small, so that they are better decompressed at once.
    init?(_ passes: [PNGPass], _ header: PNGHeader) {
      var (runs, count, largest, total) = ([Run](), 0, 0, 0)
      for pass in passes {
        let rowBytes = pass.rowBytes(header) + 1
        let rowsPerBand = min(pass.height, max(1, Plan.targetBytes / (rowBytes + PNGFilter.slack)))
        runs.append(Run(rowBytes: rowBytes, rows: pass.height, rowsPerBand: rowsPerBand, firstBand: count))
        count += (pass.height - 1) / rowsPerBand + 1
        largest = max(largest, rowBytes * rowsPerBand)
        total += pass.bytes(header)
      }
      (self.runs, self.count, self.largest) = (runs, count, largest)
      guard total >= Plan.minimumBands * max(largest, Plan.targetBytes) else { return nil }
    }

    /// An upper bound of the memory for decompressing rows of at most `rowBytes` bytes and undoing their filters, in bytes.
    static func workingBytes(rowBytes: Int) -> Int {
      // The state of ISA-L takes 90 kB, and a piece of the file 64 kB.
      2 * BandedInflate.slots * (max(targetBytes, rowBytes + 1) + PNGFilter.slack) + (1 << 18)
    }

    /// The bytes of a band's rows, and their number.
    func band(_ number: Int) -> (rowBytes: Int, rows: Int) {
      let run = runs.last { $0.firstBand <= number } ?? runs[0]
      let first = (number - run.firstBand) * run.rowsPerBand
      return (run.rowBytes, min(run.rowsPerBand, run.rows - first))
    }
  }

  /// The number of bands in memory: the one being read, the one being written, and two for uneven work.
  static let slots = 4

  let plan: Plan
  /// Whether the data are not what the picture needs. May be read by the reader's thread, or once that has ended.
  private(set) var hasFailed = false
  private let ring: BandRing
  private let queue = DecodedQueue(format: "PNG")
  /// The band being read, and the place in it.
  private var band = -1
  private var position = 0
  private var length = 0

  /// Starts decompressing the pieces of one zlib stream with the plan's bands. `end` must be called.
  ///
  /// Nil if there is no memory, or no ISA-L.
  init?(_ pieces: some IteratorProtocol<ArraySlice<UInt8>>, _ plan: Plan) {
    guard let stream = IsalStream(pieces) else { return nil }
    self.plan = plan
    ring = BandRing(slots: Self.slots, bytes: plan.largest + PNGFilter.slack)
    let ring = ring
    queue.start(count: plan.count, lead: Self.slots, step: 1) { limit throws(ImageError) in
      let (rowBytes, rows) = plan.band(limit - 1)
      let slot = unsafe UnsafeMutableBufferPointer(rebasing: ring[limit - 1][..<(rowBytes * rows)])
      let isValid = unsafe stream.fill(slot) && (limit < plan.count || stream.finish())
      // Only `hasFailed` counts.
      if !isValid { throw .truncated(format: "PNG") }
      return limit
    }
  }

  func next(_ count: Int) throws(ImageError) -> UnsafeRawBufferPointer {
    if position == length {
      queue.release(band + 1)
      guard band + 1 < plan.count else { throw .truncated(format: "PNG") }
      do throws(ImageError) {
        try queue.wait(for: band + 2)
      } catch {
        hasFailed = true
        throw error
      }
      band += 1
      let (rowBytes, rows) = plan.band(band)
      (position, length) = (0, rowBytes * rows)
    }
    precondition(count <= length - position, "rows are read as planned")
    defer { position += count }
    return unsafe UnsafeRawBufferPointer(UnsafeMutableBufferPointer(rebasing: ring[band][position..<position + count]))
  }

  /// Has nothing to do: the checksum has been verified before the last band is supplied.
  func finish() -> Bool { true }

  /// Stops decompression, and waits for its thread to end.
  func end() { queue.end() }
}

/// One reader at a time: it is handed over from thread to thread, not shared.
extension BandedInflate: @unchecked Sendable {}

/// Memory for some bands; band `n` is at `n % slots`. Writer and reader agree on which bands are valid.
@safe
final class BandRing: @unchecked Sendable {
  private let memory: UnsafeMutableBufferPointer<UInt8>
  private let slots: Int
  private let bytes: Int

  /// Allocates zeros for `slots` bands of `bytes` bytes each.
  init(slots: Int, bytes: Int) {
    (self.slots, self.bytes) = (slots, bytes)
    unsafe memory = .allocate(capacity: slots * bytes)
    unsafe memory.initialize(repeating: 0)
  }

  deinit { unsafe memory.deallocate() }

  /// The memory of a band.
  subscript(band: Int) -> UnsafeMutableBufferPointer<UInt8> {
    let start = band % slots * bytes
    return unsafe UnsafeMutableBufferPointer(rebasing: memory[start..<start + bytes])
  }
}

/// A zlib stream that ISA-L decompresses. It must be used by one thread at a time.
@safe
private final class IsalStream: @unchecked Sendable {
  /// Input not yet started.
  private var pieces: any IteratorProtocol<ArraySlice<UInt8>>
  /// The rest of the current piece, which has not been consumed.
  private var pending: ArraySlice<UInt8> = []
  private let state: UnsafeMutableRawPointer

  /// Starts the stream; nil if there is no memory, or no ISA-L.
  init?(_ pieces: some IteratorProtocol<ArraySlice<UInt8>>) {
    guard let state = unsafe tui_isal_open() else { return nil }
    unsafe self.state = state
    self.pieces = pieces
  }

  deinit { unsafe free(state) }

  /// Fills the room; returns false if the stream is invalid or ends before.
  func fill(_ room: UnsafeMutableBufferPointer<UInt8>) -> Bool {
    guard let start = room.baseAddress else { return true }
    var filled = 0
    while filled < room.count {
      guard let written = unsafe step(start + filled, room.count - filled), written > 0 || !hasEnded else {
        return false
      }
      filled += written
    }
    return true
  }

  /// Reads what follows the last data; returns whether the stream ends there with the right checksum.
  func finish() -> Bool {
    var spare: UInt8 = 0
    while !hasEnded {
      guard unsafe step(&spare, 1) == 0 else { return false }
    }
    return true
  }

  private var hasEnded: Bool { unsafe tui_isal_has_ended(state) != 0 }

  /// Decompresses up to `count` bytes, and returns their number; nil if the stream is invalid or makes no progress.
  private func step(_ room: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int? {
    while pending.isEmpty, let next = pieces.next() { pending = next }
    // At most what the counters of ISA-L hold; the rest follows in later steps.
    let limit = Int(UInt32.max)
    var (unread, unfilled) = (UInt32(min(pending.count, limit)), UInt32(min(count, limit)))
    let (offered, space) = (Int(unread), Int(unfilled))
    // ISA-L stays within the pending input and the room.
    let isValid = unsafe pending.withUnsafeBufferPointer { input in
      unsafe tui_isal_inflate(state, input.baseAddress, &unread, room, &unfilled)
    }
    let (consumed, written) = (offered - Int(unread), space - Int(unfilled))
    pending = pending.dropFirst(consumed)
    return isValid != 0 && (consumed > 0 || written > 0 || hasEnded) ? written : nil
  }
}
