/// Undoes the filters of a pass's rows one after another, or of two rows at a time. Holds three rows.
@safe
final class PNGRowReader {
  private var row: UnsafeMutablePointer<UInt8>
  private var previous: UnsafeMutablePointer<UInt8>
  private var following: UnsafeMutablePointer<UInt8>
  /// Whether the filter of the following row is undone already.
  private var isAhead = false
  private let capacity: Int

  init(rowBytes: Int) {
    capacity = rowBytes + PNGFilter.slack
    unsafe row = .allocate(capacity: capacity)
    unsafe previous = .allocate(capacity: capacity)
    unsafe following = .allocate(capacity: capacity)
    unsafe row.initialize(repeating: 0, count: capacity)
    unsafe previous.initialize(repeating: 0, count: capacity)
    unsafe following.initialize(repeating: 0, count: capacity)
  }

  deinit {
    unsafe row.deallocate()
    unsafe previous.deallocate()
    unsafe following.deallocate()
  }

  /// Begins a pass: the row above its first row is all zeros.
  func beginPass() {
    unsafe row.update(repeating: 0, count: capacity)
    isAhead = false
  }

  /// Returns the next row of `count` bytes, valid until the next call.
  ///
  /// - Parameter stride: Bytes per pixel for the filters, at least one.
  /// - Throws: `ImageError.truncated` if there are no more rows, `.corrupt` if the row cannot be decompressed or has an
  ///   invalid filter.
  func next(_ count: Int, stride: Int, from data: inout some Inflating) throws(ImageError) -> UnsafePointer<UInt8> {
    precondition(count >= 0 && count <= capacity - PNGFilter.slack, "a row is no longer than announced")
    let filtered = try unsafe data.next(count + 1)
    guard let filter = unsafe PNGFilter(rawValue: filtered[0]) else {
      throw unsafe .corrupt(format: "PNG", reason: "invalid filter \(filtered[0])")
    }
    unsafe swap(&row, &previous)
    if isAhead {
      unsafe swap(&row, &following)
      isAhead = false
      return unsafe UnsafePointer(row)
    }
    guard let bytes = unsafe filtered.baseAddress?.assumingMemoryBound(to: UInt8.self) else {
      return unsafe UnsafePointer(row)
    }
    // All have `count` bytes and the slack behind them.
    if filter == .paeth, 3...4 ~= stride, let next = unsafe data.upcoming(count + 1), unsafe next[0] == filter.rawValue,
      let second = unsafe next.baseAddress?.assumingMemoryBound(to: UInt8.self)
    {
      unsafe PNGFilter.undoPaeth(
        bytes + 1, second + 1, previous: previous, into: row, following, count: count, stride: stride)
      isAhead = true
    } else {
      unsafe filter.undo(bytes + 1, previous: previous, into: row, count: count, stride: stride)
    }
    return unsafe UnsafePointer(row)
  }
}
