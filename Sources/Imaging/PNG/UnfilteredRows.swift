/// Undoes the filters of a picture's rows in a separate thread, ahead of the scaler.
@safe
final class UnfilteredRows {
  /// As many as the decompression has.
  private static let slots = 4

  private let plan: BandedInflate.Plan
  private let rowBytes: Int
  private let ring: BandRing
  private let queue = DecodedQueue(format: "PNG")
  /// The next row to be returned, and its band.
  private var row = 0
  private var band = 0
  private var isReady = false

  /// Starts reading rows from `data`, which must be of one pass. `end` must be called.
  ///
  /// - Parameter stride: Bytes per pixel for the filters, at least one.
  init(_ data: BandedInflate, stride: Int) {
    plan = data.plan
    rowBytes = plan.band(0).rowBytes - 1
    let (plan, rowBytes, pitch) = (plan, rowBytes, rowBytes + PNGFilter.slack)
    ring = BandRing(slots: Self.slots, bytes: plan.band(0).rows * pitch)
    let ring = ring
    let first = [UInt8](repeating: 0, count: pitch)
    queue.start(count: plan.count, lead: Self.slots, step: 1, isLongest: false) { limit throws(ImageError) in
      let (number, rows) = (limit - 1, plan.band(limit - 1).rows)
      let filtered = try unsafe data.next(rows * (rowBytes + 1))
      var filters: [PNGFilter] = []
      for row in 0..<rows {
        let byte = unsafe filtered[row * (rowBytes + 1)]
        guard let filter = PNGFilter(rawValue: byte) else {
          throw .corrupt(format: "PNG", reason: "invalid filter \(byte)")
        }
        filters.append(filter)
      }
      unsafe first.withUnsafeBufferPointer { zeros in
        guard let bytes = unsafe filtered.baseAddress?.assumingMemoryBound(to: UInt8.self),
          let output = unsafe ring[number].baseAddress, let zeros = zeros.baseAddress,
          let earlier = unsafe ring[number + Self.slots - 1].baseAddress
        else { return }
        // The row above the band's first one is the last of the band before it, which is full and still in the ring.
        var above =
          unsafe number > 0 ? UnsafePointer(earlier + (plan.band(number - 1).rows - 1) * pitch) : zeros
        var row = 0
        // All rows have `rowBytes` bytes and the slack behind them, which may be a part of the next stored row.
        while row < rows {
          let (source, target) = unsafe (bytes + row * (rowBytes + 1) + 1, output + row * pitch)
          if row + 1 < rows,
            unsafe PNGFilter.undoPair(
              filters[row], filters[row + 1], (source, source + rowBytes + 1), previous: above,
              into: (target, target + pitch), count: rowBytes, stride: stride)
          {
            row += 2
          } else {
            unsafe filters[row].undo(source, previous: above, into: target, count: rowBytes, stride: stride)
            row += 1
          }
          unsafe above = UnsafePointer(output + (row - 1) * pitch)
        }
      }
      return limit
    }
  }

  /// Returns the next row, valid until the next call.
  ///
  /// - Throws: As `PNGRowReader.next`.
  func next() throws(ImageError) -> UnsafePointer<UInt8> {
    if isReady, row == plan.band(band).rows {
      band += 1
      (row, isReady) = (0, false)
      queue.release(band)
    }
    if !isReady {
      guard band < plan.count else { throw .truncated(format: "PNG") }
      try queue.wait(for: band + 1)
      isReady = true
    }
    guard let start = unsafe ring[band].baseAddress else { throw .truncated(format: "PNG") }
    defer { row += 1 }
    return unsafe UnsafePointer(start + row * (rowBytes + PNGFilter.slack))
  }

  /// Stops the thread, and waits for it to end.
  func end() { queue.end() }
}
