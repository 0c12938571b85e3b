import CGlyphs

/// The choice of cells' glyphs.
///
/// Every cell's patch of ten rows of eight lies within the planes, whose margins are as wide as the reach of ink.
@unsafe
struct DBSCellSearch: @unchecked Sendable {
  /// A cell: its number and the index of its patch's first value.
  struct Place {
    let number: Int
    let corner: Int
  }

  /// The drawn ink minus the wanted ink.
  let rest: UnsafeMutablePointer<Float>
  /// The same with everything else that glyphs are compared by.
  let planes: tui_halftone
  let patches: UnsafePointer<SIMD8<Float>>
  /// What else is wanted of each cell.
  let targets: UnsafePointer<tui_halftone_cell>
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

  /// The glyphs that leave the least squared differences in the patches of two cells that share no points. Two take little longer than one,
  /// since most of the time goes into reading the factors.
  @inline(__always)
  func best(at first: Place, _ second: Place) -> tui_two_glyphs {
    func place(_ cell: Place) -> tui_halftone_place {
      unsafe tui_halftone_place(corner: cell.corner, cell: targets + cell.number)
    }
    var planes = unsafe planes
    return unsafe tui_halftone_best(isWide, &planes, place(first), place(second))
  }
}
