import Synchronization

/// Finds the nearest of a set of colors in OKLab: exactly, using a table of candidates.
///
/// The cube of 24-bit colors is divided into 8×8×8 boxes, and each box lists the colors that are nearest to some
/// point in it. That one color is further away than another is a linear inequality in OKLab, and so in the cube roots
/// of the cone responses, in which OKLab is linear. Each root increases with each channel, so within a box it lies
/// between its values at two opposite corners. If the inequality holds for all such roots, it holds everywhere in the
/// box.
///
/// A box's list is made when it is first needed: a picture has colors in some of the boxes only.
package struct NearestColors: Sendable {
  /// The palette indices of the colors, in order.
  package let entries: [UInt8]
  private let labs: [Oklab]
  /// The candidates in each box, and in each of the larger boxes.
  private let boxes: [LazyList<Block>]
  private let largeBoxes: [LazyList<Int>]

  private struct Block: Sendable {
    var lightness: SIMD8<Float>
    var a: SIMD8<Float>
    var b: SIMD8<Float>
    /// Indices into `entries`.
    var indices: SIMD8<Int32>
  }

  /// The side of the boxes, and of the larger boxes that are divided into them.
  private static let side = 32
  private static let largeSide = 64
  private static let boxesAcross = 256 / side
  /// With at most this many entries, all are compared: finding the candidates would take longer.
  private static let few = 16
  /// An upper bound of the rounding error in a difference of two squared distances.
  private static let slack: Float = 1e-5

  /// A table for entries of a palette, at least one.
  package init(_ entries: [UInt8], of palette: TerminalPalette) {
    precondition(!entries.isEmpty)
    self.entries = entries
    labs = entries.map { index in
      let color = palette.rgb(of: index).channels ?? (red: 0, green: 0, blue: 0)
      return Oklab(red: color.red, green: color.green, blue: color.blue)
    }
    let isSmall = entries.count <= Self.few
    boxes = (0..<(isSmall ? 1 : Self.boxesAcross * Self.boxesAcross * Self.boxesAcross)).map { _ in LazyList() }
    let large = 256 / Self.largeSide
    largeBoxes = (0..<(isSmall ? 0 : large * large * large)).map { _ in LazyList() }
  }

  /// The candidates in a box.
  private func blocks(ofBox number: Int) -> [Block] {
    boxes[number].elements {
      if largeBoxes.isEmpty { return blocks(of: Array(entries.indices)) }
      let corner = Self.corner(number, across: Self.boxesAcross)
      let (box, large) = (corner &* Self.side / Self.largeSide, 256 / Self.largeSide)
      let index = (box.x * large + box.y) * large + box.z
      let around = largeBoxes[index].elements {
        candidates(
          among: Array(entries.indices), inBoxOf: Self.largeSide, at: Self.corner(index, across: large))
      }
      return blocks(of: candidates(among: around, inBoxOf: Self.side, at: corner))
    }
  }

  /// Returns the table for a color depth that has a palette. The table for 256 colors is shared: users do not change
  /// its entries.
  package static func shared(_ palette: TerminalPalette, at depth: ColorDepth) -> NearestColors {
    depth == .palette256 ? of256 : NearestColors(palette.entries(at: depth), of: palette)
  }

  private static let of256 = NearestColors(TerminalPalette.xterm.entries(at: .palette256), of: .xterm)

  /// Returns the index in `entries` of the nearest color; of equally near ones, the first.
  package func index(red: UInt8, green: UInt8, blue: UInt8) -> Int {
    let (side, across) = (Self.side, Self.boxesAcross)
    let box =
      largeBoxes.isEmpty ? 0 : (Int(red) / side * across + Int(green) / side) * across + Int(blue) / side
    let target = Oklab(red: red, green: green, blue: blue)
    var best = SIMD8<Float>(repeating: .infinity)
    var bestIndex = SIMD8<Int32>(repeating: 0)
    for block in blocks(ofBox: box) {
      let (lightness, a, b) = (block.lightness - target.lightness, block.a - target.a, block.b - target.b)
      let distance = lightness * lightness + a * a + b * b
      let isNearer = distance .< best
      best.replace(with: distance, where: isNearer)
      bestIndex.replace(with: block.indices, where: isNearer)
    }
    let nearest = best.min()
    var found = Int32.max
    for lane in 0..<8 where best[lane] == nearest { found = min(found, bestIndex[lane]) }
    return Int(found)
  }

  /// Returns the palette index of the nearest color.
  package func nearest(red: UInt8, green: UInt8, blue: UInt8) -> UInt8 {
    entries[index(red: red, green: green, blue: blue)]
  }

  /// Returns the indices in `entries` of the `count` colors nearest to one of them, starting with that one.
  package func neighbors(of index: Int, count: Int) -> [Int] {
    var found = [(distance: Float, index: Int)](repeating: (.infinity, index), count: count - 1)
    for other in labs.indices where other != index {
      var candidate = (distance: labs[other].squaredDistance(to: labs[index]), index: other)
      guard candidate.distance < found.last?.distance ?? 0 else { continue }
      // Of equally distant ones, the first stays in front.
      for rank in found.indices where candidate.distance < found[rank].distance { swap(&candidate, &found[rank]) }
    }
    return [index] + found.filter { $0.distance < .infinity }.map(\.index)
  }

  /// The mean number of candidates per box.
  var meanCandidates: Double {
    Double(boxes.indices.reduce(0) { $0 + blocks(ofBox: $1).count * 8 }) / Double(boxes.count)
  }
}

extension NearestColors {
  /// Returns the red, green and blue coordinates of a box, in boxes.
  private static func corner(_ box: Int, across: Int) -> SIMD3<Int> {
    SIMD3(box / (across * across), box / across % across, box % across)
  }

  /// Returns those of the given indices whose colors can be nearest to a point in a box, in order.
  private func candidates(among indices: [Int], inBoxOf side: Int, at corner: SIMD3<Int>) -> [Int] {
    func roots(_ channels: SIMD3<Int>) -> SIMD3<Float> {
      Oklab.roots(red: UInt8(channels.x), green: UInt8(channels.y), blue: UInt8(channels.z))
    }
    let minimum = roots(corner &* side)
    let maximum = roots(corner &* side &+ (side - 1))
    let middle = Oklab(roots: (minimum + maximum) / 2)
    let rival = indices.min { labs[$0].squaredDistance(to: middle) < labs[$1].squaredDistance(to: middle) } ?? 0
    return indices.filter { index in
      if index == rival { return true }
      // The squared distance to this color minus that to the rival is constant + Σ slope·root; its minimum in the box
      // decides.
      let difference = labs[rival].vector - labs[index].vector
      let constant = labs[index].vector.squaredLength - labs[rival].vector.squaredLength
      let slope =
        Oklab.lightnessOfRoots * (2 * difference.x) + Oklab.aOfRoots * (2 * difference.y)
        + Oklab.bOfRoots * (2 * difference.z)
      let (atLeast, atMost) = (slope * minimum, slope * maximum)
      return constant + atLeast.replacing(with: atMost, where: atMost .< atLeast).sum() <= Self.slack
    }
  }

  /// Indices in groups of eight.
  private func blocks(of indices: [Int]) -> [Block] {
    stride(from: 0, to: indices.count, by: 8).map { start in
      // The last block is padded with its first candidate.
      let eight = (start..<start + 8).map { $0 < indices.count ? indices[$0] : indices[start] }
      return Block(
        lightness: SIMD8(eight.map { labs[$0].lightness }), a: SIMD8(eight.map { labs[$0].a }),
        b: SIMD8(eight.map { labs[$0].b }), indices: SIMD8(eight.map { Int32($0) }))
    }
  }
}

/// A list that is made when it is first needed.
private final class LazyList<Element: Sendable>: Sendable {
  private final class Made: Sendable {
    let elements: [Element]
    init(_ elements: [Element]) { self.elements = elements }
  }

  private let made = AtomicLazyReference<Made>()

  func elements(_ make: () -> [Element]) -> [Element] {
    (made.load() ?? made.storeIfNil(Made(make()))).elements
  }
}

extension Oklab {
  fileprivate var vector: SIMD3<Float> { SIMD3(lightness, a, b) }
}

extension SIMD3<Float> {
  fileprivate var squaredLength: Float { (self * self).sum() }
}
