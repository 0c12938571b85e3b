/// Finds the nearest of at most 256 colors to another, by weighted encoded values.
///
/// For each of 16×16×16 boxes of colors, the few palette colors that can be nearest to a color in the box are
/// determined on first use.
struct NearestOfPalette {
  /// Eight colors, with channels multiplied by the square roots of the weights; unused lanes repeat the first color.
  private struct Block {
    private var red: SIMD8<Float>
    private var green: SIMD8<Float>
    private var blue: SIMD8<Float>
    /// Their indices in the palette.
    private(set) var indices: SIMD8<Int32>

    init(repeating color: SIMD3<Float>, at index: Int32) {
      (red, green, blue) = (SIMD8(repeating: color.x), SIMD8(repeating: color.y), SIMD8(repeating: color.z))
      indices = SIMD8(repeating: index)
    }

    mutating func set(_ lane: Int, to color: SIMD3<Float>, at index: Int32) {
      (red[lane], green[lane], blue[lane], indices[lane]) = (color.x, color.y, color.z, index)
    }

    subscript(lane: Int) -> (color: SIMD3<Float>, index: Int32) {
      (SIMD3(red[lane], green[lane], blue[lane]), indices[lane])
    }

    /// The squared distances to a color.
    @inline(__always)
    func distances(from color: SIMD3<Float>) -> SIMD8<Float> {
      let (red, green, blue) = (red - color.x, green - color.y, blue - color.z)
      return red * red + green * green + blue * blue
    }

    /// The squared distances to the nearest points of a box, given by its middle and half its extents.
    @inline(__always)
    func minimumDistances(from middle: SIMD3<Float>, _ half: SIMD3<Float>) -> SIMD8<Float> {
      func squared(_ channel: SIMD8<Float>, _ axis: Int) -> SIMD8<Float> {
        var beyond = Block.magnitude(of: channel - middle[axis]) - half[axis]
        beyond.replace(with: 0, where: beyond .< 0)
        return beyond * beyond
      }
      return squared(red, 0) + squared(green, 1) + squared(blue, 2)
    }

    /// The squared distances to the farthest points of a box.
    @inline(__always)
    func maximumDistances(from middle: SIMD3<Float>, _ half: SIMD3<Float>) -> SIMD8<Float> {
      func squared(_ channel: SIMD8<Float>, _ axis: Int) -> SIMD8<Float> {
        let far = Block.magnitude(of: channel - middle[axis]) + half[axis]
        return far * far
      }
      return squared(red, 0) + squared(green, 1) + squared(blue, 2)
    }

    @inline(__always)
    private static func magnitude(of values: SIMD8<Float>) -> SIMD8<Float> {
      values.replacing(with: -values, where: values .< 0)
    }
  }

  private static let bits: Int32 = 4
  /// The factors of the channels.
  private static let scale = ColorHistogram.weights.squareRoot()

  private var blocks: [Block] = []
  /// The range of each box's blocks in `candidates`; both 0 if not determined yet.
  private var ranges = [SIMD2<Int32>](repeating: .zero, count: 1 << (3 * Self.bits))
  private var candidates: [Block] = []

  /// Creates the search for some colors, at least one.
  init(_ palette: [SIMD3<Float>]) {
    for (index, color) in palette.enumerated() {
      Self.append(color * Self.scale, at: Int32(index), lane: index & 7, to: &blocks)
    }
  }

  private static func append(_ color: SIMD3<Float>, at index: Int32, lane: Int, to blocks: inout [Block]) {
    if lane == 0 {
      blocks.append(Block(repeating: color, at: index))
    } else {
      blocks[blocks.count - 1].set(lane, to: color, at: index)
    }
  }

  /// The index of the color nearest to one with channels 0…255.
  mutating func index(of color: SIMD3<Float>) -> Int {
    let shift = 8 - Self.bits
    let box = SIMD3(Int32(color.x), Int32(color.y), Int32(color.z)) &>> shift
    let number = Int((box.x << Self.bits | box.y) << Self.bits | box.z)
    if ranges[number].y == 0 { ranges[number] = candidates(of: box) }
    let (range, color) = (ranges[number], color * Self.scale)
    var best = SIMD8<Float>(repeating: .infinity)
    var indices = SIMD8<Int32>()
    for index in Int(range.x)..<Int(range.y) {
      let distances = candidates[index].distances(from: color)
      let isNearer = distances .< best
      best.replace(with: distances, where: isNearer)
      indices.replace(with: candidates[index].indices, where: isNearer)
    }
    // Reduces eight lanes to four, two, one.
    let isHigh = best.highHalf .< best.lowHalf
    let four = best.lowHalf.replacing(with: best.highHalf, where: isHigh)
    let indicesOfFour = indices.lowHalf.replacing(with: indices.highHalf, where: isHigh)
    let isHighOfFour = four.highHalf .< four.lowHalf
    let two = four.lowHalf.replacing(with: four.highHalf, where: isHighOfFour)
    let indicesOfTwo = indicesOfFour.lowHalf.replacing(with: indicesOfFour.highHalf, where: isHighOfFour)
    return Int(two.y < two.x ? indicesOfTwo.y : indicesOfTwo.x)
  }

  /// Adds the colors that can be nearest to one in a box: those that are not farther from all of it than another
  /// color is.
  private mutating func candidates(of box: SIMD3<Int32>) -> SIMD2<Int32> {
    let side = Float(1 << (8 - Self.bits))
    let half = SIMD3(repeating: side / 2) * Self.scale
    let middle = SIMD3(Float(box.x), Float(box.y), Float(box.z)) * side * Self.scale + half
    var bounds = SIMD8<Float>(repeating: .infinity)
    for block in blocks {
      let maximum = block.maximumDistances(from: middle, half)
      bounds.replace(with: maximum, where: maximum .< bounds)
    }
    let (bound, start) = (bounds.min(), candidates.count)
    var count = 0
    for block in blocks {
      let isCandidate = block.minimumDistances(from: middle, half) .<= bound
      for lane in 0..<8 where isCandidate[lane] {
        let (color, index) = block[lane]
        Self.append(color, at: index, lane: count & 7, to: &candidates)
        count += 1
      }
    }
    return SIMD2(Int32(start), Int32(candidates.count))
  }
}
