/// The means of consecutive groups of blocks, relative to that before the first, and what else their samples depend on.
struct JPEGBlocks: Sendable {
  /// A position between two blocks.
  struct Cursor {
    fileprivate var mean = 0
    fileprivate var parts = 0
  }

  /// The shape of a group.
  struct Shape: Sendable {
    /// The index of each component's last block.
    fileprivate let last: [Int]
    /// The number of blocks.
    fileprivate let count: Int
    /// The number of blocks with parts.
    fileprivate let parts: Int

    /// Creates the shape of the groups of components.
    init(_ components: [JPEGComponentBlocks]) {
      var (last, count, parts) = ([Int](), 0, 0)
      for component in components {
        count += component.count
        if component.hasParts { parts += component.count }
        last.append(count - 1)
      }
      (self.last, self.count, self.parts) = (last, count, parts)
    }
  }

  /// 16 bits, beyond which values wrap, hold every mean of a valid file: sums do not depend on where they begin.
  private var means: [Int16] = []
  private var parts: [SIMD4<Float>] = []

  /// Reserves memory for a number of groups.
  mutating func reserve(_ groups: Int, _ shape: Shape) {
    means.reserveCapacity(groups * shape.count)
    parts.reserveCapacity(groups * shape.parts)
  }

  /// Appends a block's mean.
  @inline(__always)
  mutating func append(mean: Int16) { means.append(mean) }

  /// Appends the parts of the last block.
  @inline(__always)
  mutating func append(parts: SIMD4<Float>) { self.parts.append(parts) }

  /// Removes all blocks.
  mutating func removeAll() {
    means.removeAll(keepingCapacity: true)
    parts.removeAll(keepingCapacity: true)
  }

  /// Returns the position before a group.
  func cursor(before group: Int, _ shape: Shape) -> Cursor {
    Cursor(mean: group * shape.count, parts: group * shape.parts)
  }

  /// Returns each component's last mean before a group; 0 before the first.
  func means(before group: Int, _ shape: Shape) -> SIMD4<Int16> {
    var last = SIMD4<Int16>()
    guard group > 0 else { return last }
    for component in shape.last.indices { last[component] = means[(group - 1) * shape.count + shape.last[component]] }
    return last
  }

  /// Returns the mean of the next block, and moves the cursor behind it.
  @inline(__always)
  func mean(at cursor: inout Cursor) -> Int16 {
    defer { cursor.mean &+= 1 }
    return means[cursor.mean]
  }

  /// Returns the parts of the next block that has some, and moves the cursor behind them.
  @inline(__always)
  func parts(at cursor: inout Cursor) -> SIMD4<Float> {
    defer { cursor.parts &+= 1 }
    return parts[cursor.parts]
  }
}
