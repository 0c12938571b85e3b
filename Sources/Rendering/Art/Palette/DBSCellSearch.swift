import CGlyphs

/// The choice of one cell's glyph.
///
/// Every cell's patch of ten rows of eight lies within the planes, whose margins are as wide as the reach of ink.
@unsafe
struct DBSCellSearch: @unchecked Sendable {
  /// The drawn ink minus the wanted ink.
  let rest: UnsafeMutablePointer<Float>
  /// The same with everything else that glyphs are compared by.
  let planes: tui_halftone
  let patches: UnsafePointer<SIMD8<Float>>
  /// Whether vectors of eight numbers are used; without, all results are the same.
  let isWide: Bool

  @inline(__always)
  func add(_ values: SIMD8<Float>, at corner: Int, _ line: Int) {
    let place = unsafe UnsafeMutableRawPointer(rest + (corner &+ line &* planes.width))
    unsafe place.storeBytes(of: place.loadUnaligned(as: SIMD8<Float>.self) + values, as: SIMD8<Float>.self)
  }

  @inline(__always)
  func addPatch(_ number: Int, times sign: Float, at corner: Int) {
    unsafe tui_patch_add(
      isWide, rest + corner, planes.width, patches + number &* HalftonePlane.patchRows, sign)
  }

  /// The glyph that leaves the least squared difference in a patch.
  ///
  /// - Parameter cell: What else is wanted of the cell.
  @inline(__always)
  func best(at corner: Int, _ cell: UnsafePointer<tui_halftone_cell>) -> Int {
    var planes = unsafe planes
    return unsafe Int(tui_halftone_best(isWide, &planes, corner, cell))
  }
}
