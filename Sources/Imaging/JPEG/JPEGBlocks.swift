/// The means of consecutive groups of blocks, relative to that before the first, and what else their samples depend on.
struct JPEGBlocks: Sendable {
  /// The shape of a group.
  struct Shape: Sendable {
    /// The index of each component's last block.
    fileprivate let last: [Int]
    /// The number of blocks.
    let count: Int
    /// The number of blocks with parts.
    let parts: Int

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
  private var parts: [Float] = []

  /// Reserves memory for a number of groups.
  mutating func reserve(_ groups: Int, _ shape: Shape) {
    means.reserveCapacity(groups * shape.count)
    parts.reserveCapacity(groups * shape.parts * 4)
  }

  /// Appends the means of blocks, and the parts of those that have some, each four values.
  mutating func append(_ means: UnsafeBufferPointer<Int16>, _ parts: UnsafeBufferPointer<Float>) {
    unsafe self.means.append(contentsOf: means)
    unsafe self.parts.append(contentsOf: parts)
  }

  /// Returns each component's last mean before a group; 0 before the first.
  func means(before group: Int, _ shape: Shape) -> SIMD4<Int16> {
    var last = SIMD4<Int16>()
    guard group > 0 else { return last }
    for component in shape.last.indices { last[component] = means[(group - 1) * shape.count + shape.last[component]] }
    return last
  }

  /// Calls `body` with the blocks of some groups, in order: their means, and the parts of those that have some, each four values.
  func withBlocks(
    of groups: Range<Int>, _ shape: Shape,
    _ body: (_ means: UnsafePointer<Int16>, _ parts: UnsafePointer<Float>) -> Void
  ) {
    precondition(groups.lowerBound >= 0 && groups.upperBound * shape.count <= means.count, "the groups have been read")
    precondition(groups.upperBound * shape.parts * 4 <= parts.count, "each block has its parts")
    unsafe means.withUnsafeBufferPointer { means in
      unsafe parts.withUnsafeBufferPointer { parts in
        guard let means = means.baseAddress, let parts = parts.baseAddress else { return }
        unsafe body(means + groups.lowerBound * shape.count, parts + groups.lowerBound * shape.parts * 4)
      }
    }
  }
}
