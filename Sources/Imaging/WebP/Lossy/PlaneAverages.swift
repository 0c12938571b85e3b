import Bitmaps

/// Scales a plane of 8-bit samples down by averaging areas, as its rows arrive.
///
/// A sample astride a boundary counts on both sides, in 256ths.
struct PlaneAverages {
  /// The target's samples, row by row.
  private(set) var samples: [UInt8]
  private let size: PixelSize
  private let target: PixelSize
  /// Where each target sample begins, and the one before it ends, in 256ths of a source sample.
  private let across: [Int]
  private let down: [Int]
  /// The sums of whole rows, of which there are at most `wholeLimit`.
  private var whole: [UInt16]
  private var wholeCount = 0
  /// The other sums of the columns, in 256ths.
  private var sums: [UInt32]
  /// The number of source rows pushed.
  private var pushed = 0
  /// The number of target rows that are there.
  private(set) var finished = 0

  /// The number of rows whose sums fit into 16 bits.
  private static let wholeLimit = 257

  /// Creates averages of a plane of `size` that has at least twice the target's samples on either side.
  init(of size: PixelSize, in target: PixelSize) {
    precondition(2 * target.width <= size.width && 2 * target.height <= size.height, "areas of two samples or more")
    // So that the sums of a whole column fit into 32 bits.
    precondition(size.width < 1 << 15 && size.height < 1 << 15, "a picture of at most 32,767 pixels on either side")
    (self.size, self.target) = (size, target)
    func boundaries(_ source: Int, _ target: Int) -> [Int] {
      (0...target).map { ($0 * source * 256 + target / 2) / target }
    }
    across = boundaries(size.width, target.width)
    down = boundaries(size.height, target.height)
    samples = Array(repeating: 0, count: target.width * target.height)
    whole = Array(repeating: 0, count: size.width)
    sums = Array(repeating: 0, count: size.width)
  }

  /// Adds the next row. Rows beyond the plane are left out.
  ///
  /// - Parameter row: `size.width` samples.
  @unsafe
  mutating func push(_ row: UnsafePointer<UInt8>) {
    guard pushed < size.height else { return }
    // The end of the target row, in 256ths of this row.
    let end = down[finished + 1] - 256 * pushed
    pushed += 1
    if end > 256 { return unsafe addWhole(row) }
    // The row ends the target row, and may begin the next one.
    unsafe add(row, UInt32(end))
    finish()
    if end < 256 { unsafe add(row, UInt32(256 - end)) }
  }

  private mutating func addWhole(_ row: UnsafePointer<UInt8>) {
    let count = whole.count
    unsafe whole.withUnsafeMutableBufferPointer { whole in
      // As many samples as sums.
      for index in 0..<count { unsafe whole[index] &+= UInt16(truncatingIfNeeded: row[index]) }
    }
    wholeCount += 1
    if wholeCount == Self.wholeLimit { addWholeRows() }
  }

  /// Adds a share of a row, in 256ths.
  private mutating func add(_ row: UnsafePointer<UInt8>, _ share: UInt32) {
    let count = sums.count
    unsafe sums.withUnsafeMutableBufferPointer { sums in
      // As many samples as sums.
      for index in 0..<count { unsafe sums[index] &+= UInt32(truncatingIfNeeded: row[index]) &* share }
    }
  }

  /// Moves the sums of whole rows to the others.
  private mutating func addWholeRows() {
    let count = sums.count
    unsafe sums.withUnsafeMutableBufferPointer { sums in
      unsafe whole.withUnsafeMutableBufferPointer { whole in
        // Both have an element for each column.
        for index in 0..<count {
          unsafe sums[index] &+= UInt32(truncatingIfNeeded: whole[index]) &<< 8
          unsafe whole[index] = 0
        }
      }
    }
    wholeCount = 0
  }

  /// Averages the sums to a target row, and begins the next one.
  private mutating func finish() {
    addWholeRows()
    let height = down[finished + 1] - down[finished]
    let (first, count) = (finished * target.width, sums.count)
    unsafe sums.withUnsafeMutableBufferPointer { sums in
      for index in 0..<target.width {
        let (start, end) = (across[index], across[index + 1])
        var sum: UInt64 = 0
        // The part of the first sample; whole samples; the part of the last one, if there is one.
        sum &+= UInt64(unsafe sums[start >> 8]) &* UInt64(256 - start & 255)
        var middle: UInt64 = 0
        for column in start >> 8 + 1..<end >> 8 { unsafe middle &+= UInt64(sums[column]) }
        sum &+= middle &<< 8
        if end & 255 > 0 { sum &+= UInt64(unsafe sums[end >> 8]) &* UInt64(end & 255) }
        let area = UInt64(height * (end - start))
        samples[first + index] = UInt8(truncatingIfNeeded: (sum + area / 2) / area)
      }
      for index in 0..<count { unsafe sums[index] = 0 }
    }
    finished += 1
  }
}
