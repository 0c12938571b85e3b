/// Colors in OKLab in groups of eight, to find the one nearest to another.
package struct ColorBlocks: Sendable {
  private struct Block: Sendable {
    var lightness: SIMD8<Float>
    var a: SIMD8<Float>
    var b: SIMD8<Float>
    var numbers: SIMD8<Int32>

    /// The squared distances to a color.
    @inline(__always)
    func distances(to lab: SIMD3<Float>) -> SIMD8<Float> {
      let (lightness, a, b) = (lightness - lab.x, a - lab.y, b - lab.z)
      return lightness * lightness + a * a + b * b
    }
  }

  private let blocks: [Block]
  private let count: Int

  /// Colors (lightness, a, b) with their numbers, at least one.
  package init(_ colors: [(number: Int, lab: SIMD3<Float>)]) {
    count = colors.count
    blocks = stride(from: 0, to: colors.count, by: 8).map { start in
      var block = Block(lightness: .zero, a: .zero, b: .zero, numbers: .zero)
      for lane in 0..<8 {
        // The last block is padded with its first color.
        let color = colors[start + lane < colors.count ? start + lane : start]
        (block.lightness[lane], block.a[lane], block.b[lane]) = (color.lab.x, color.lab.y, color.lab.z)
        block.numbers[lane] = Int32(color.number)
      }
      return block
    }
  }

  /// The number of the color nearest to one; of equally near ones, the lowest.
  package func nearest(to lab: SIMD3<Float>) -> Int {
    let blocks = blocks.span
    var best = SIMD8<Float>(repeating: .infinity)
    var found = SIMD8<Int32>(repeating: 0)
    for index in blocks.indices {
      let distance = blocks[index].distances(to: lab)
      let isNearer = distance .< best
      best.replace(with: distance, where: isNearer)
      found.replace(with: blocks[index].numbers, where: isNearer)
    }
    let nearest = best.least
    return Int(found.replacing(with: .max, where: best .!= nearest).least)
  }

  /// The numbers of the `count` colors nearest to one, the nearest first; of equally near ones, the first ones.
  ///
  /// - Parameter excluded: The number of a color that is left out.
  package func nearest(_ count: Int, to lab: SIMD3<Float>, except excluded: Int) -> [Int] {
    guard count > 0 else { return [] }
    let blocks = blocks.span
    // The nearest colors so far: distances in the upper half, whose bit patterns are in their order, and numbers.
    var found = [UInt64](repeating: .max, count: count)
    var keys = found.mutableSpan
    var farthest = Float.infinity
    for index in blocks.indices {
      let distances = blocks[index].distances(to: lab)
      guard distances.least < farthest else { continue }
      Self.add(distances, blocks[index].numbers, count: self.count - index * 8, except: excluded, to: &keys)
      if keys[count - 1] < .max { farthest = Float(bitPattern: UInt32(keys[count - 1] >> 32)) }
    }
    return found.prefix { $0 < .max }.map { Int($0 & 0xFFFF_FFFF) }
  }

  /// Adds colors of a block to the nearest ones. Not inlined: whatever leads to a vector whose lanes are read one by one is compiled lane
  /// by lane.
  @inline(never)
  private static func add(
    _ distances: SIMD8<Float>, _ numbers: SIMD8<Int32>, count: Int, except excluded: Int,
    to keys: inout MutableSpan<UInt64>
  ) {
    for lane in 0..<min(8, count) where numbers[lane] != excluded {
      let key = UInt64(distances[lane].bitPattern) << 32 | UInt64(UInt32(bitPattern: numbers[lane]))
      var place = keys.count - 1
      guard key < keys[place] else { continue }
      while place > 0, keys[place - 1] > key {
        keys[place] = keys[place - 1]
        place -= 1
      }
      keys[place] = key
    }
  }
}

extension SIMD8<Float> {
  /// The minimum of all lanes, by halves: the standard library compares them one by one.
  @inline(__always)
  fileprivate var least: Float {
    let four = lowHalf.replacing(with: highHalf, where: highHalf .< lowHalf)
    return Swift.min(Swift.min(four.x, four.y), Swift.min(four.z, four.w))
  }
}

extension SIMD8<Int32> {
  /// The minimum of all lanes, by halves.
  @inline(__always)
  fileprivate var least: Int32 {
    let four = lowHalf.replacing(with: highHalf, where: highHalf .< lowHalf)
    return Swift.min(Swift.min(four.x, four.y), Swift.min(four.z, four.w))
  }
}
