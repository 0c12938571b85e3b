import ColorSearch
import Synchronization

/// Finds the nearest of a set of colors in OKLab: exactly, using a table of candidates.
///
/// The cube of 24-bit colors is divided into 8×8×8 boxes, and each box lists the colors that can be nearest to some
/// point in it. That one color is further away than another is a linear inequality in OKLab, and so in the cube roots
/// of the cone responses. If it holds for the bounds of these roots in a box, it holds everywhere in the box.
///
/// A box's list is made when it is first needed: a picture has colors in some of the boxes only.
package struct NearestColors: Sendable {
  /// The palette indices of the colors, in order.
  package let entries: [UInt8]
  private let labs: [SIMD3<Float>]
  private let all: ColorBlocks
  /// The candidates in each box, and in each of the larger boxes; none for few entries.
  private let boxes: [LazyCandidates]
  private let largeBoxes: [LazyCandidates]

  /// The side of the boxes, and of the larger boxes that are divided into them.
  private static let side = 32
  private static let largeSide = 64
  private static let boxesAcross = 256 / side
  private static let largeBoxesAcross = 256 / largeSide
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
      return Oklab(red: color.red, green: color.green, blue: color.blue).vector
    }
    all = ColorBlocks(labs.enumerated().map { ($0.offset, $0.element) })
    func boxes(across: Int) -> [LazyCandidates] {
      entries.count <= Self.few ? [] : (0..<across * across * across).map { _ in LazyCandidates() }
    }
    self.boxes = boxes(across: Self.boxesAcross)
    largeBoxes = boxes(across: Self.largeBoxesAcross)
  }

  /// Returns the table for a color depth that has a palette. The table for 256 colors is shared: users do not change
  /// its entries.
  package static func shared(_ palette: TerminalPalette, at depth: ColorDepth) -> NearestColors {
    depth == .palette256 ? of256 : NearestColors(palette.entries(at: depth), of: palette)
  }

  private static let of256 = NearestColors(TerminalPalette.xterm.entries(at: .palette256), of: .xterm)

  /// Returns the index in `entries` of the nearest color; of equally near ones, the first.
  package func index(red: UInt8, green: UInt8, blue: UInt8) -> Int {
    let lab = Oklab(red: red, green: green, blue: blue).vector
    if boxes.isEmpty { return all.nearest(to: lab) }
    let (side, across) = (Self.side, Self.boxesAcross)
    return candidates(inBox: (Int(red) / side * across + Int(green) / side) * across + Int(blue) / side)
      .blocks.nearest(to: lab)
  }

  /// Returns the palette index of the nearest color.
  package func nearest(red: UInt8, green: UInt8, blue: UInt8) -> UInt8 {
    entries[index(red: red, green: green, blue: blue)]
  }

  /// Returns the indices in `entries` of the `count` colors nearest to one of them, starting with that one.
  package func neighbors(of index: Int, count: Int) -> [Int] {
    [index] + all.nearest(count - 1, to: labs[index], except: index)
  }

  /// The mean number of candidates per box.
  var meanCandidates: Double {
    let counts = boxes.indices.map { candidates(inBox: $0).blocks.paddedCount }
    return Double(counts.reduce(0, +)) / Double(boxes.count)
  }
}

extension NearestColors {
  private func candidates(inBox number: Int) -> Candidates {
    boxes[number].value {
      let corner = Self.corner(number, across: Self.boxesAcross)
      let (box, across) = (corner &* Self.side / Self.largeSide, Self.largeBoxesAcross)
      let index = (box.x * across + box.y) * across + box.z
      let around = largeBoxes[index].value {
        candidates(among: Array(labs.indices), in: RootBounds(from: box &* Self.largeSide, side: Self.largeSide))
      }
      return candidates(among: around.indices, in: RootBounds(from: corner &* Self.side, side: Self.side))
    }
  }

  /// Returns the red, green and blue coordinates of a box, in boxes.
  private static func corner(_ box: Int, across: Int) -> SIMD3<Int> {
    SIMD3(box / (across * across), box / across % across, box % across)
  }

  /// Returns those of the given indices whose colors can be nearest to a point in a box, in order.
  private func candidates(among indices: [Int], in bounds: RootBounds) -> Candidates {
    let (lightness, a, b) = (Oklab.lightnessOfRoots, Oklab.aOfRoots, Oklab.bOfRoots)
    var indices = indices
    for roots in [bounds.middle, bounds.ends.0, bounds.ends.1] {
      let lab = Oklab(roots: roots).vector
      let rival = ColorBlocks(indices.map { ($0, labs[$0]) }).nearest(to: lab)
      let own = labs[rival]
      indices.removeAll { index in
        if index == rival { return false }
        // The squared distance to this color minus that to the rival is constant + Σ factor·root; its minimum in the
        // box decides.
        let difference = 2 * (own - labs[index])
        let constant = labs[index].squaredLength - own.squaredLength
        let factors = lightness * difference.x + a * difference.y + b * difference.z
        return constant + bounds.minimum(ofRootsTimes: factors) > Self.slack
      }
    }
    return Candidates(indices, labs)
  }
}

/// The colors that can be nearest to some point in a box.
private final class Candidates: Sendable {
  let indices: [Int]
  let blocks: ColorBlocks

  init(_ indices: [Int], _ labs: [SIMD3<Float>]) {
    self.indices = indices
    blocks = ColorBlocks(indices.map { ($0, labs[$0]) })
  }
}

/// Candidates that are found when they are first needed. `AtomicLazyReference` takes longer than the comparison of a few colors.
@safe
private final class LazyCandidates: Sendable {
  private let made = unsafe Atomic<Unmanaged<Candidates>?>(nil)

  func value(_ make: () -> Candidates) -> Candidates {
    // The reference that is stored once is released only by `deinit`.
    if let made = unsafe made.load(ordering: .acquiring) { return unsafe made.takeUnretainedValue() }
    let new = unsafe Unmanaged.passRetained(make())
    let (isStored, earlier) = unsafe made.compareExchange(
      expected: nil, desired: new, ordering: .acquiringAndReleasing)
    if !isStored, let earlier = unsafe earlier {
      unsafe new.release()
      return unsafe earlier.takeUnretainedValue()
    }
    return unsafe new.takeUnretainedValue()
  }

  deinit { unsafe made.load(ordering: .acquiring)?.release() }
}

extension Oklab {
  fileprivate var vector: SIMD3<Float> { SIMD3(lightness, a, b) }
}

extension SIMD3<Float> {
  fileprivate var squaredLength: Float { x * x + y * y + z * z }
}
