import CGlyphs
import Parallelism

/// The shapes of a bank's glyphs as blurred light, as they are seen from a little way off; see `HalftoneBlur`.
struct BlurredShapes: Sendable {
  /// Ten rows for each entry; those of the whole cell in place of the blank.
  fileprivate let patches: [SIMD8<Float>]
  /// The sum of squares of each entry's patch, and that of the products with the whole cell's.
  let squares: [Float]
  fileprivate let products: [Float]

  init(_ bank: GlyphBank) {
    let blur = HalftoneBlur()
    let whole = blur.patch(of: SIMD32(repeating: 1))
    var (patches, squares, products): ([SIMD8<Float>], [Float], [Float]) = ([], [], [])
    for (index, entry) in bank.entries.enumerated() {
      let patch = index == 0 ? whole : blur.patch(of: entry.coverage)
      patches += patch
      squares.append(patch.reduce(0) { $0 + ($1 * $1).total })
      products.append(zip(patch, whole).reduce(0) { $0 + ($1.0 * $1.1).total })
    }
    (self.patches, self.squares, self.products) = (patches, squares, products)
  }
}

/// The error of the light in and around a cell, as a function of what is drawn in the cell.
///
/// With r the blurred difference around the cell without the cell's own light, b the background's luminance, d the
/// glyph's minus that, and p and q the blurred whole cell and glyph, it is Σ (r + b·p + d·q)² − Σ r², weighted by how
/// much lightness changes with light.
struct BlurredError {
  fileprivate(set) var square: Float
  fileprivate(set) var product: Float
  fileprivate var squares: SIMD4<Float> = .zero
  fileprivate var crosses: SIMD4<Float> = .zero
  fileprivate var products: SIMD4<Float> = .zero

  /// The errors of cells filled with light.
  @inline(__always)
  func errors(of lights: SIMD8<Float>) -> SIMD8<Float> { lights * (lights * square + product) }

  /// What a glyph in one light in front of others adds to their errors.
  ///
  /// - Parameter lane: The number of the glyph among the cell's candidates.
  @inline(__always)
  func added(by front: Float, over backs: SIMD8<Float>, _ lane: Int) -> SIMD8<Float> {
    let slope = front - backs
    return slope * (slope * squares[lane] + backs * crosses[lane] + products[lane])
  }
}

/// The blurred difference of a drawing's luminance from a picture's.
///
/// Several threads may change it at cells whose patches share no points.
@safe
final class BlurredLight: @unchecked Sendable {
  private let shapes: BlurredShapes
  private let plane: HalftonePlane
  private let values: UnsafeMutableBufferPointer<Float>
  /// Whether vectors of eight numbers are used; without, all results are the same.
  private let isWide: Bool

  /// The minimum luminance used to weight differences.
  private static let minimumLight: Float = 0.03

  /// Creates the difference of nothing from a picture.
  ///
  /// - Parameter points: The luminance at the 2×4 points of each cell.
  init(_ points: [SIMD8<Float>], columns: Int, _ shapes: BlurredShapes, isWide: Bool = Vectors.areWide) {
    self.shapes = shapes
    self.isWide = isWide
    var plane = HalftonePlane(cells: (columns, points.count / max(columns, 1)))
    plane.fill(points.map { -$0 }, columns: columns)
    plane.blur(isWide: isWide)
    unsafe values = .allocate(capacity: plane.values.count)
    _ = unsafe values.initialize(from: plane.values)
    plane.values = []
    self.plane = plane
  }

  deinit { unsafe values.deallocate() }

  /// The sum of the squared differences.
  var squares: Float { unsafe values.reduce(0) { $0 + $1 * $1 } }

  /// Adds light in the shape of a bank's entry; that of the whole cell for entry 0.
  func add(_ light: Float, in entry: Int, column: Int, row: Int) {
    unsafe withPatch(of: entry, column, row) { place, width, patch in
      unsafe tui_patch_add(isWide, place, width, patch, light)
    }
  }

  /// The error around a cell from which its own light has been subtracted.
  ///
  /// - Parameters:
  ///   - entries: The glyphs that may be drawn; 0 for none.
  ///   - light: The cell's luminance in the picture.
  ///   - weight: The weight of the squared error of one point.
  func error(
    around column: Int, _ row: Int, _ entries: SIMD4<Int32>, light: Float, weight: Float = 1
  ) -> BlurredError {
    // Lightness is the cube root of light.
    let root = LMS.cubeRoot(max(light, Self.minimumLight))
    let slope = 1 / (3 * root * root)
    let weight = weight * slope * slope / shapes.squares[0]
    var error = BlurredError(
      square: weight * shapes.squares[0], product: 2 * weight * product(with: 0, column, row))
    for lane in 0..<4 where entries[lane] > 0 {
      let entry = Int(entries[lane])
      error.squares[lane] = weight * shapes.squares[entry]
      error.crosses[lane] = 2 * weight * shapes.products[entry]
      error.products[lane] = 2 * weight * product(with: entry, column, row)
    }
    return error
  }

  private func product(with entry: Int, _ column: Int, _ row: Int) -> Float {
    unsafe withPatch(of: entry, column, row) { place, width, patch in
      unsafe tui_patch_product(isWide, place, width, patch)
    }
  }

  /// Calls `body` with the first value of a cell's patch, the width of the plane, and the patch of an entry. Every cell's patch lies within
  /// the plane.
  @inline(__always)
  private func withPatch<Result>(
    of entry: Int, _ column: Int, _ row: Int, _ body: (UnsafeMutablePointer<Float>, Int, UnsafeRawPointer) -> Result
  ) -> Result {
    let (first, start) = (plane.corner(column, row), entry &* HalftonePlane.patchRows)
    let last = first &+ (HalftonePlane.patchRows - 1) &* plane.width
    return unsafe shapes.patches.withUnsafeBufferPointer { patches in
      unsafe precondition(first >= 0 && last &+ 8 <= values.count)
      precondition(start >= 0 && start &+ HalftonePlane.patchRows <= patches.count)
      guard let base = unsafe values.baseAddress, let patch = patches.baseAddress else {
        preconditionFailure("the plane has values")
      }
      return unsafe body(base + first, plane.width, UnsafeRawPointer(patch + start))
    }
  }
}
